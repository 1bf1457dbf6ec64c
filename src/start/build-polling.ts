import { memoizeAsync } from '../async/memoize.ts'
import { commonLayout } from '../config/configuration.ts'
import type { PollDeps, Sight } from '../engine/ports.ts'
import { createAutoPolls, createPollExpectation } from '../engine/schedule/auto-polls.ts'
import { checkRates, pollingLimits } from '../engine/schedule/check-rates.ts'
import { createFreshnessMeter } from '../engine/schedule/freshness.ts'
import { createIdChecks } from '../engine/schedule/id-check.ts'
import { createLeaderProgress } from '../engine/schedule/leader-progress.ts'
import { createPollScheduler, lagsOf } from '../engine/schedule/poll-scheduler.ts'
import { startedSubscriptions } from '../engine/schedule/started-subscriptions.ts'
import { type ChannelPosts, createChannelPosts } from '../engine/shared/channel-posts.ts'
import { createSubscriptionsIn } from '../engine/shared/subscriptions-in.ts'
import { createPlanLimits } from '../engine/spikes/stored-volume.ts'
import { createVolumeStore } from '../engine/spikes/volume-store.ts'
import { toldThenSeen } from '../engine/told.ts'
import { tellFeatures } from '../kernel/hooks.ts'
import { findAlertIn } from '../mention-api/alert-directory.ts'
import type { CheckpointStore } from '../model/checkpoint.ts'
import { withoutStartOver } from '../model/pause.ts'
import { automatic, isPolled } from '../model/subscription.ts'
import { createOutboxMemory } from '../outbox/outbox-memory.ts'
import { intervalOf } from '../scheduler/cron.ts'
import type { BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

/** A pause that another process noticed is known within this time, in ms. */
const pauseKnownMs = 5000

type Kernel = BegunParts & OpenedStore & OpenedRecords & ConnectedServices & BuiltCards

export type BuiltPolling = ReturnType<typeof buildPolling>

/** Builds the polls, and what tells how far they are. */
export function buildPolling(kernel: Kernel) {
  const { configuration, runtime, metrics, store, registry, decide, alerts } = kernel
  const { leadership, createPollQueue } = kernel
  const { now, steady, setTimer } = runtime
  const behind = async () => lagsOf(await progress(), (name) => registry.find(name) !== undefined)
  const volume = createVolumeStore({
    store: store.leading,
    handlingSince: kernel.cards.since,
    service: kernel.service,
    budget: kernel.budget,
    messages: kernel.slack.messages,
    drawSpike: kernel.cards.spikeCards.draw,
    spikeHistory: kernel.cards.spikeCards.history,
    now,
    steady,
    behind,
    plan: configuration.plan,
  })
  const channelPosts = createChannelPosts({
    now,
    cards: kernel.cards.postedIn,
    checkpoints: () => store.checkpoints.all(),
  })
  leadership.attach({
    begin() {
      volume.forget()
      channelPosts.forget()
    },
  })
  const limits = pollingLimits(configuration.polling)
  const auto = createAutoPolls({
    steady,
    limits,
    expectation: createPollExpectation({ now, volume, find: registry.find }),
    pausedForMs: memoizeAsync(async () => (await kernel.budget.left()).pausedForMs, {
      now,
      ttlMs: pauseKnownMs,
    }),
  })
  const freshness = createFreshnessMeter()
  const seen = (sight: Sight) => {
    freshness.seen(sight)
    metrics.seen(sight)
  }
  const { observers } = kernel
  const ports = {
    ...pollPorts(kernel, { volume, auto, channelPosts }),
    seen,
    told: toldThenSeen(tellFeatures(kernel.hooks), seen),
  }
  const pollDeps = observers?.polls(ports) ?? ports
  const polls = createPollScheduler({
    pollDeps,
    checkpoints: observedCheckpoints(kernel),
    alerts,
    decideFor: decide,
    every: kernel.ticker.every,
    createQueue: createPollQueue,
    leadership,
    setTimer,
    auto,
  })
  registry.pollWith({
    put: polls.put,
    remove(name) {
      polls.remove(name)
      freshness.forget(name)
    },
  })
  const progress = createLeaderProgress({
    store,
    announcements: kernel.announcements,
    leads: leadership.leads,
    own: polls.progress,
    now,
    setTimer,
  })
  const polled = () => registry.all().flatMap((one) => (isPolled(one) ? [one.subscription] : []))
  return {
    volume,
    planLimits: pollDeps.planLimits,
    outboxMemory: pollDeps.outboxMemory,
    doubtMs: pollDeps.doubtMs,
    polls,
    progress,
    behind,
    freshness,
    freshnessOfAll: () => polled().map(({ name }) => ({ subscription: name, ...freshness.of(name) })),
    rates: () => checkRates(polled(), limits),
  }
}

function observedCheckpoints({ store, observers }: Kernel): () => CheckpointStore {
  const open = store.leading.checkpoints
  return observers === undefined ? open : () => observers.checkpoints(open())
}

type OwnParts = {
  volume: ReturnType<typeof createVolumeStore>
  auto: ReturnType<typeof createAutoPolls>
  channelPosts: ChannelPosts
}

/** What a poll needs from the other parts. */
function pollPorts(kernel: Kernel, { volume, auto, channelPosts }: OwnParts) {
  const { configuration, runtime, store, registry, privateAlerts } = kernel
  const { now, steady } = runtime
  const declared = new Set(configuration.subscriptions.map(({ name }) => name))
  const subscriptionsIn = createSubscriptionsIn({
    all: registry.all,
    mayPost: privateAlerts.mayPost,
    channels: kernel.slack.channels,
    findAlert: (written) => findAlertIn(written, kernel.alerts.known()),
    decideFor: kernel.decide,
  })
  return {
    ...kernel.slack,
    now,
    steady,
    sleep: runtime.nap,
    stopping: runtime.stopping,
    service: kernel.service,
    originalCards: kernel.cards.originalCards,
    volume,
    idChecks: createIdChecks({
      store: store.leading,
      service: kernel.service,
      decisionsOf: store.decisions.of,
      problems: kernel.problems,
      log: kernel.log,
      now,
      alerts: () => new Set(registry.all().map(({ subscription }) => subscription.alert)).size,
    }),
    record: store.decisions.record,
    planLimits: createPlanLimits(store.leading, now),
    addNotice: kernel.reminderQueue.addNotice,
    startedSubscriptions: startedSubscriptions(store.leading, [...declared]),
    mayPost: async ({ name }, alert, channel) =>
      declared.has(name) || (await privateAlerts.allows(alert, channel)),
    recipient: kernel.recipients.check,
    startOver: {
      wanted: registry.startOver,
      done: (name, id) => kernel.ledPauses.change(name, (pause) => withoutStartOver(pause, id, now())),
    },
    mutesAreDamaged: kernel.mutes.areDamaged,
    problems: kernel.problems,
    channelPosts,
    subscriptionsIn,
    olderInstallation: kernel.otherInstallations,
    corrections: kernel.added.corrections,
    outboxMemory: createOutboxMemory(),
    doubtMs: configuration.doubtSeconds * 1000,
    isOwn: kernel.isOwn,
    layout: commonLayout(configuration),
    menu: kernel.added.cardMenu,
    pollRhythm: ({ schedule, timezone }) =>
      schedule === automatic ? { every: auto.interval() } : intervalOf(schedule, timezone, now()),
    log: kernel.log,
  } satisfies Omit<PollDeps, 'checkpoints' | 'told' | 'seen'>
}
