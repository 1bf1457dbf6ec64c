import { commonLayout } from '../config/configuration.ts'
import { createEngine, type EnginePorts } from '../engine/index.ts'
import { tellFeatures } from '../kernel/hooks.ts'
import { withoutStartOver } from '../model/pause.ts'
import { isPolled } from '../model/subscription.ts'
import { createOutboxMemory } from '../outbox/outbox-memory.ts'
import type { BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

type Kernel = Pick<
  BegunParts & OpenedStore & OpenedRecords & ConnectedServices & BuiltCards,
  | 'configuration'
  | 'registry'
  | 'runtime'
  | 'slack'
  | 'store'
  | 'cards'
  | 'privateAlerts'
  | 'observers'
  | 'reminderQueue'
  | 'leadership'
  | 'ticker'
  | 'service'
  | 'budget'
  | 'alerts'
  | 'announcements'
  | 'decide'
  | 'recipients'
  | 'otherInstallations'
  | 'added'
  | 'isOwn'
  | 'mutes'
  | 'ledPauses'
  | 'hooks'
  | 'metrics'
  | 'problems'
  | 'log'
>

export type BuiltEngine = ReturnType<typeof buildEngine>

/** Builds the engine from the other rooms, and gives it the subscriptions. */
export function buildEngine(kernel: Kernel) {
  const { configuration, registry } = kernel
  const outboxMemory = createOutboxMemory()
  const doubtMs = configuration.doubtSeconds * 1000
  const declared = configuration.subscriptions.map(({ name }) => name)
  const engine = createEngine(enginePorts(kernel, outboxMemory, new Set(declared)), {
    polling: configuration.polling,
    plan: configuration.plan,
    doubtMs,
    declared,
  })
  registry.pollWith(engine)
  const polled = () => registry.all().flatMap((one) => (isPolled(one) ? [one.subscription] : []))
  return {
    engine,
    outboxMemory,
    doubtMs,
    freshnessOfAll: () => polled().map(({ name }) => ({ subscription: name, ...engine.freshnessOf(name) })),
    rates: () => engine.rates(polled()),
  }
}

function enginePorts(
  kernel: Kernel,
  outboxMemory: EnginePorts['sender']['outboxMemory'],
  declared: ReadonlySet<string>,
): EnginePorts {
  const { runtime, slack, store, registry, cards, privateAlerts, observers } = kernel
  const { now, steady, setTimer, stopping } = runtime
  const { post, accepted, readHistory, channelRate, slackTime } = slack
  const { addNotice } = kernel.reminderQueue
  const sender = { post, accepted, readHistory, channelRate, slackTime, outboxMemory, addNotice }
  const { leads, attach } = kernel.leadership
  const open = store.leading.checkpoints
  return {
    clock: { now, steady, setTimer, stopping, sleep: runtime.nap, every: kernel.ticker.every },
    source: { service: kernel.service, budget: kernel.budget, alerts: kernel.alerts },
    sender: observers?.polls(sender) ?? sender,
    records: {
      ...store,
      leading: {
        ...store.leading,
        checkpoints: observers === undefined ? open : () => observers.checkpoints(open()),
      },
    },
    leader: { leads, attach, announcements: kernel.announcements },
    subscriptions: { all: registry.all, find: registry.find, decideFor: kernel.decide },
    places: {
      channels: slack.channels,
      allows: privateAlerts.mayPost,
      mayPost: async ({ name }, alert, channel) =>
        declared.has(name) || (await privateAlerts.allows(alert, channel)),
      recipient: kernel.recipients.check,
      olderInstallation: kernel.otherInstallations,
    },
    cards: {
      originals: cards.originalCards,
      postedIn: cards.postedIn,
      handlingSince: cards.since,
      drawSpike: cards.spikeCards.draw,
      spikeHistory: cards.spikeCards.history,
      permalink: slack.messages.permalink,
      layout: commonLayout(kernel.configuration),
      menu: kernel.added.cardMenu,
    },
    people: {
      isOwn: kernel.isOwn,
      mutesAreDamaged: kernel.mutes.areDamaged,
      corrections: kernel.added.corrections,
      startOver: {
        wanted: registry.startOver,
        done: (name, id) => kernel.ledPauses.change(name, (pause) => withoutStartOver(pause, id, now())),
      },
    },
    told: tellFeatures(kernel.hooks),
    seen: kernel.metrics.seen,
    problems: kernel.problems,
    log: kernel.log,
  }
}
