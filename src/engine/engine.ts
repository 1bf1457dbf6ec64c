import type { Clocks, SetTimer } from '@overheard/base/clock'
import { memoizeAsync } from '@overheard/base/memoize'
import type { Ms, Time } from '@overheard/base/time'
import type { MentionService } from '@overheard/mention-client'
import { type AlertDirectory, findAlertIn } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { RequestBudget } from '@overheard/mention-client/request-budget'
import type { Announcements } from '../model/announcements.ts'
import type { Handling, PostedCard } from '../model/card.ts'
import type { Checkpoint, CheckpointKey, CheckpointStore } from '../model/checkpoint.ts'
import type { Records } from '../model/collection.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Log } from '../model/log.ts'
import type { OutboxDeps } from '../model/outbox.ts'
import type { Notice } from '../model/reminder.ts'
import type { SpikeHistory } from '../model/spike-card.ts'
import { automatic, type RegisteredSubscription, type Subscription } from '../model/subscription.ts'
import type { Freshness } from '../model/subscription-status.ts'
import { intervalOf } from '../scheduler/cron.ts'
import type { Every } from '../scheduler/cron-ticker.ts'
import type { Leadership } from '../scheduler/leadership.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { PlanForecast } from './anomalies/silence.ts'
import type {
  Fact,
  Lag,
  OriginalCards,
  PollDeps,
  Problems,
  RunCards,
  RunPeople,
  RunPlaces,
  RunRecords,
  Sight,
  VolumeStore,
} from './ports.ts'
import type { Decide } from './rules/rules.ts'
import { type AutoPolls, createAutoPolls, createPollExpectation } from './schedule/auto-polls.ts'
import { type CheckRates, checkRates, pollingLimits } from './schedule/check-rates.ts'
import { createFreshnessMeter } from './schedule/freshness.ts'
import { createIdChecks } from './schedule/id-check.ts'
import { createLeaderProgress } from './schedule/leader-progress.ts'
import { createPollQueue, type Progress } from './schedule/poll-queue.ts'
import { createPollScheduler, lagsOf } from './schedule/poll-scheduler.ts'
import { startedSubscriptions } from './schedule/started-subscriptions.ts'
import { createChannelPosts } from './shared/channel-posts.ts'
import { createSubscriptionsIn } from './shared/subscriptions-in.ts'
import { currentForecast } from './spikes/notices.ts'
import { createPlanLimits } from './spikes/stored-volume.ts'
import { createVolumeStore } from './spikes/volume-store.ts'

/** What the engine needs of the rooms around it. */
export type EnginePorts = {
  clock: Clocks & Pick<OutboxDeps, 'sleep' | 'stopping'> & { setTimer: SetTimer; every: Every }
  source: {
    service: PollDeps['service'] & Pick<MentionService, 'newestByDate' | 'series'>
    budget: Pick<RequestBudget, 'left' | 'perMinute'>
    alerts: Pick<AlertDirectory, 'find' | 'all' | 'known'>
  }
  /** Sends messages, and finds out what Slack has of them. */
  sender: Omit<OutboxDeps, keyof Clocks | 'sleep' | 'stopping' | 'log'> & Pick<RunRecords, 'addNotice'>
  records: Records & {
    leading: Records & { checkpoints(): CheckpointStore }
    checkpoints: { all(): AsyncIterable<{ key: CheckpointKey; checkpoint: Checkpoint }> }
    decisions: {
      record: PollDeps['record']
      of: (mention: Id, alert: Id) => Promise<DecisionRecord[]>
    }
  }
  leader: Pick<Leadership, 'leads' | 'attach'> & { announcements: Announcements }
  subscriptions: {
    /** All subscriptions, also paused ones: the same list until one changes. */
    all: () => readonly RegisteredSubscription[]
    find: (name: string) => RegisteredSubscription | undefined
    decideFor: (subscription: Subscription) => Decide
  }
  /** Where may be posted, and who else posts there. */
  places: Omit<RunPlaces, 'subscriptionsIn'> & {
    /** False for a subscription whose alert is private and may not be posted to its channel. */
    allows: (one: RegisteredSubscription) => Promise<boolean>
  }
  cards: Pick<RunCards, 'layout' | 'menu'> &
    Pick<Messages, 'permalink'> & {
      originals: OriginalCards
      postedIn: (channel: string, since: Time) => AsyncIterable<PostedCard>
      handlingSince: (channel: string, since: Time) => Promise<Handling[]>
      drawSpike: VolumeStore['updateSpikeCard']
      spikeHistory: (key: CheckpointKey) => Promise<Pick<SpikeHistory, 'strict'>>
    }
  /** What people have chosen. */
  people: RunPeople
  told: (fact: Fact) => Promise<void>
  seen: (sight: Sight) => void
  problems: Problems
  log: Log
}

type EngineSettings = {
  polling: Parameters<typeof pollingLimits>[0]
  plan: { monthlyMentions: number } | undefined
  /** A post without an answer is not repeated before this time has passed. */
  doubtMs: Ms
  /** The names of the subscriptions in the configuration file. */
  declared: string[]
}

/** Polls, decides and posts, in the process that leads. */
type Engine = {
  /** Adds or replaces a subscription. It is due at once. Never rejects. */
  put(subscription: Subscription): Promise<void>
  remove(name: string): void
  /** Returns how long the due alert that waits longest has waited, in ms. */
  lag(): Ms
  /** Returns the progress of all subscriptions, also in a process that stands by. Never rejects. */
  progress(): Promise<Progress[]>
  /** Returns the subscriptions that are due and have not read to the end, the longest first. */
  behind(): Promise<Lag[]>
  freshnessOf(subscription: string): Freshness
  /** Says how often the alerts of some subscriptions are polled, and warns if they need too many requests. */
  rates(subscriptions: readonly Subscription[]): CheckRates
  planLimit: {
    /** True if a notice has told the channel that the plan's limit is reached. */
    isAnnounced(channel: string): Promise<boolean>
    isReached(): Promise<boolean>
  }
  /** Resolves with undefined if the configuration names no plan. */
  planForecast(): Promise<PlanForecast | undefined>
  /** True if the announcement of the notice is stored and still holds. Rejects if the store fails. */
  isAnnounced(notice: Notice): Promise<boolean>
}

/** A pause that another process noticed is known within this time, in ms. */
const pauseKnownMs = 5000

export function createEngine(ports: EnginePorts, settings: EngineSettings): Engine {
  const { clock, source, records, leader, subscriptions, cards } = ports
  const { now, steady, setTimer } = clock
  const limits = pollingLimits(settings.polling)
  const planLimits = createPlanLimits(records.leading, now)
  const volume = createVolumeStore({
    store: records.leading,
    ...{ service: source.service, budget: source.budget },
    ...{ now, steady, behind },
    messages: cards,
    handlingSince: cards.handlingSince,
    drawSpike: cards.drawSpike,
    spikeHistory: cards.spikeHistory,
    plan: settings.plan,
  })
  const channelPosts = createChannelPosts({
    now,
    cards: cards.postedIn,
    checkpoints: () => records.checkpoints.all(),
  })
  leader.attach({
    begin() {
      volume.forget()
      channelPosts.forget()
    },
  })
  const auto = createAutoPolls({
    steady,
    limits,
    expectation: createPollExpectation({ now, volume, find: subscriptions.find }),
    pausedForMs: memoizeAsync(async () => (await source.budget.left()).pausedForMs, {
      now,
      ttlMs: pauseKnownMs,
    }),
  })
  const freshness = createFreshnessMeter()
  function seen(sight: Sight): void {
    freshness.seen(sight)
    ports.seen(sight)
  }
  const pollDeps = pollDepsOf(ports, settings, { volume, auto, planLimits, channelPosts, seen })
  const polls = createPollScheduler({
    pollDeps,
    checkpoints: records.leading.checkpoints,
    alerts: source.alerts,
    decideFor: subscriptions.decideFor,
    every: clock.every,
    createQueue: (run) => createPollQueue({ now, steady, setTimer, leads: leader.leads }, run),
    leadership: leader,
    setTimer,
    auto,
  })
  const progress = createLeaderProgress({
    ...{ store: records, announcements: leader.announcements, leads: leader.leads, now, setTimer },
    own: polls.progress,
  })
  async function behind(): Promise<Lag[]> {
    return lagsOf(await progress(), (name) => subscriptions.find(name) !== undefined)
  }
  return {
    put: polls.put,
    remove(name) {
      polls.remove(name)
      freshness.forget(name)
    },
    lag: polls.lag,
    progress,
    behind,
    freshnessOf: freshness.of,
    rates: (polled) => checkRates([...polled], limits),
    planLimit: planLimits,
    planForecast: async () => volume.plan && currentForecast(volume.plan, now()),
    isAnnounced: (notice) => (notice.about.kind === 'plan-limit' ? planLimits : volume).isAnnouncedBy(notice),
  }
}

type OwnParts = Pick<PollDeps, 'channelPosts' | 'seen'> & {
  planLimits: RunRecords['planLimits']
  volume: VolumeStore
  auto: AutoPolls
}

/** What a run needs of the ports and of the other parts of the engine. */
function pollDepsOf(
  { clock, source, sender, records, subscriptions, places, cards, people, ...ports }: EnginePorts,
  { doubtMs, declared }: EngineSettings,
  { auto, planLimits, ...own }: OwnParts,
): Omit<PollDeps, 'checkpoints'> {
  const { now, steady, sleep, stopping } = clock
  const { problems, log } = ports
  const { service } = source
  const { leading, decisions } = records
  const { addNotice, ...sending } = sender
  return {
    ...{ now, steady, sleep, stopping, service, problems, log, doubtMs, people },
    ...sending,
    ...own,
    record: decisions.record,
    records: {
      ...{ addNotice, planLimits, startedSubscriptions: startedSubscriptions(leading, declared) },
      idChecks: createIdChecks({
        ...{ store: leading, service, problems, log, now, decisionsOf: decisions.of },
        alerts: () => new Set(subscriptions.all().map(({ subscription }) => subscription.alert)).size,
      }),
    },
    places: {
      ...places,
      subscriptionsIn: createSubscriptionsIn({
        all: subscriptions.all,
        mayPost: places.allows,
        channels: places.channels,
        findAlert: (written) => findAlertIn(written, source.alerts.known()),
        decideFor: subscriptions.decideFor,
      }),
    },
    cards,
    async told(fact) {
      await ports.told(fact)
      // A fact is told again if `told` rejects, but it is seen once.
      own.seen(fact)
    },
    pollRhythm: ({ schedule, timezone }) =>
      schedule === automatic ? { every: auto.interval() } : intervalOf(schedule, timezone, now()),
  }
}
