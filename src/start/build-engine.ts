import { createEngine, type EnginePorts } from '../engine/index.ts'
import { tellFeatures } from '../kernel/hooks.ts'
import { withoutStartOver } from '../model/pause.ts'
import { isPolled } from '../model/subscription.ts'
import type { BuiltAccess, BuiltCards } from './build-cards.ts'
import type { OpenedRecords } from './open-records.ts'
import type { SettingsRooms } from './rooms-for-settings.ts'

type Neighbours = Pick<
  SettingsRooms,
  | 'clock'
  | 'settings'
  | 'log'
  | 'health'
  | 'store'
  | 'leader'
  | 'slack'
  | 'outbox'
  | 'installations'
  | 'alerts'
  | 'features'
  | 'jobs'
  | 'observers'
> &
  OpenedRecords &
  Pick<BuiltAccess, 'subscriptions'> &
  BuiltCards

export type BuiltEngine = { engine: ReturnType<typeof buildEngine> }

/** Builds the engine from the other rooms, and gives it the subscriptions. */
export function buildEngine(rooms: Neighbours) {
  const { configuration } = rooms.settings
  const { registry } = rooms.subscriptions
  const declared = configuration.subscriptions.map(({ name }) => name)
  const engine = createEngine(enginePorts(rooms, new Set(declared)), {
    polling: configuration.polling,
    plan: configuration.plan,
    doubtMs: rooms.outbox.doubtMs,
    declared,
  })
  registry.pollWith(engine)
  const polled = () => registry.all().flatMap((one) => (isPolled(one) ? [one.subscription] : []))
  return {
    ...engine,
    freshnessOfAll: () => polled().map(({ name }) => ({ subscription: name, ...engine.freshnessOf(name) })),
    ratesOfAll: () => engine.rates(polled()),
  }
}

function enginePorts(rooms: Neighbours, declared: ReadonlySet<string>): EnginePorts {
  const { clock, log, health, store, leader, slack, alerts, subscriptions, cards, features, observers } =
    rooms
  const { now, steady, setTimer, stopping, nap: sleep } = clock
  const { registry, privateAlerts } = subscriptions
  const { post, accepted, readHistory, channelRate, slackTime } = slack
  const { outboxMemory } = rooms.outbox
  const { addNotice } = rooms.reminders
  const sender = { post, accepted, readHistory, channelRate, slackTime, outboxMemory, addNotice }
  const { leads, attach, announcements } = leader
  const open = store.leading.checkpoints
  return {
    clock: { now, steady, setTimer, stopping, sleep, every: rooms.jobs.ticker.every },
    source: { service: alerts.service, budget: alerts.budget, alerts: alerts.directory },
    sender: observers?.polls(sender) ?? sender,
    records: {
      ...store,
      leading: {
        ...store.leading,
        checkpoints: observers === undefined ? open : () => observers.checkpoints(open()),
      },
    },
    leader: { leads, attach, announcements },
    subscriptions: { all: registry.all, find: registry.find, decideFor: subscriptions.decideInPoll },
    places: {
      channels: slack.channels,
      allows: privateAlerts.mayPost,
      mayPost: async ({ name }, alert, channel) =>
        declared.has(name) || (await privateAlerts.allows(alert, channel)),
      speakTo: rooms.speakTo,
      recipient: subscriptions.recipients.check,
      olderInstallation: rooms.installations,
    },
    cards: {
      originals: cards.originalCards,
      postedIn: cards.postedIn,
      handlingSince: cards.since,
      drawSpike: cards.spikeCards.draw,
      spikeHistory: cards.spikeCards.history,
      permalink: slack.messages.permalink,
      layout: rooms.settings.layout,
      menu: features.menu,
    },
    people: {
      isOwn: subscriptions.isOwn,
      mutesAreDamaged: subscriptions.mutes.areDamaged,
      corrections: features.corrections,
      startOver: {
        wanted: registry.startOver,
        done: (name, id) =>
          subscriptions.ledPauses.change(name, (pause) => withoutStartOver(pause, id, now())),
      },
    },
    told: tellFeatures(features.tell),
    seen: health.metrics.seen,
    problems: health.problems,
    log,
  }
}
