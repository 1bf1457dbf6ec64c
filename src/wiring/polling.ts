import { createKeyedMutex } from '../async/keyed-mutex.ts'
import { createPostedCards } from '../cards/posted-cards.ts'
import type { Log } from '../cli/log.ts'
import type { Runtime } from '../cli/runtime.ts'
import type { Configuration } from '../config/configuration.ts'
import { createOriginalIndex, originalLifetimeMs } from '../dedupe/original-index.ts'
import { acceptsDuplicates } from '../dedupe/story.ts'
import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import { fetchMention, type MentionService } from '../mention-api/mention-service-client.ts'
import type { RequestBudget } from '../mention-api/request-budget.ts'
import type { OriginalCard } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { ProblemBoard } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'
import { createDailySeriesLoader } from '../polling/daily-series.ts'
import type { pollAlert } from '../polling/poll.ts'
import type { PollDeps, VolumeStore } from '../polling/poll-deps.ts'
import { createPollScheduler, type Lag } from '../polling/poll-scheduler.ts'
import { createSubscriptionRegistry } from '../polling/subscription-registry.ts'
import { createConfirmedPosts } from '../polling/unconfirmed.ts'
import { decideFor } from '../rules/rules.ts'
import { intervalOf } from '../scheduler/cron.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { createSlack } from '../slack/slack.ts'
import { alertActivity, cardRecords, planLimits, planRecords } from '../store/collections.ts'
import type { Store } from '../store/file/open-folder.ts'
import { createMutes } from '../store/mutes.ts'
import { createOriginalCards } from '../store/original-cards.ts'
import { slackSubscriptions } from '../store/slack-subscriptions.ts'
import { startedSubscriptions } from '../store/started-subscriptions.ts'
import { volumeRecords } from '../store/volume-records.ts'
import type { Schedule } from './backend.ts'

type PollingParts = Pick<Schedule, 'ticks' | 'createDueList'> & {
  configuration: Configuration
  service: MentionService
  budget: RequestBudget
  store: Store
  alerts: AlertDirectory
  slack: ReturnType<typeof createSlack>
  troubles: ProblemBoard
  /** One round for one alert, measured. */
  turn: typeof pollAlert
}

/** Everything behind the turns. The roster and what it sets to work know each other: whichever is made first asks the other later. */
export function createPolling(parts: PollingParts, runtime: Runtime, log: Log) {
  const { configuration, store, alerts, ticks, createDueList } = parts
  const { now } = runtime
  const mutes = createMutes(store.records, now)
  const decide = (subscription: Subscription) => decideFor(subscription, { mutes: mutes.of })
  const subscription = (name: string) => registry.find(name)?.subscription
  const cardwork = createCardwork({ ...parts, now, subscription })
  const volume = createVolumeStore({ ...parts, now, behind: () => watching.behind() })
  const watching = createPollScheduler({
    turnDeps: turnDepsOf(parts, { originalCards: cardwork.firstCards, volume }, runtime, log),
    takeTurn: store.takeOver,
    alerts,
    decideFor: decide,
    ticks,
    createDueList,
    setTimer: runtime.setTimer,
    turn: parts.turn,
  })
  const registry = createSubscriptionRegistry(
    configuration.subscriptions,
    slackSubscriptions(store.records),
    watching,
  )
  return { mutes, decide, cardwork, watching, roster: registry }
}

/** What a turn needs, apart from the bookmarks, which it gets when it begins. */
function turnDepsOf(
  { configuration, service, store, slack, troubles: problems }: PollingParts,
  books: { originalCards: Cardwork['firstCards']; volume: VolumeStore },
  { now, nap, stopping }: Runtime,
  log: Log,
): Omit<PollDeps, 'checkpoints'> {
  return {
    now,
    sleep: nap,
    stopping,
    service,
    ...slack,
    ...books,
    record: store.decisions.record,
    planLimits: planLimits(store.records),
    begun: startedSubscriptions(
      store.records,
      configuration.subscriptions.map(({ name }) => name),
    ),
    problems,
    confirmedPosts: createConfirmedPosts(),
    doubtMs: configuration.doubtSeconds * 1000,
    pollRhythm: ({ schedule, timezone }) => intervalOf(schedule, timezone, now()),
    log,
  }
}

type VolumeParts = {
  configuration: Configuration
  service: Pick<MentionService, 'series'>
  budget: Pick<RequestBudget, 'left'>
  store: Pick<Store, 'records'>
  slack: { messages: Pick<Messages, 'update' | 'permalink'> }
  now: () => number
  /** The subscriptions that are behind. */
  behind: () => Promise<Lag[]>
}

/** Everything behind storms, silences and the forecast of the plan. */
export function createVolumeStore({
  configuration,
  service,
  budget,
  store,
  slack,
  now,
  behind,
}: VolumeParts): VolumeStore {
  const records = volumeRecords(store.records)
  const plan = planRecords(store.records)
  const cards = cardRecords(store.records, now)
  const { plan: ours } = configuration
  const heard = alertActivity(store.records)
  return {
    find: records.find,
    async save(alert, volume) {
      const { lastAt, since, days } = volume.counts
      // The counts last: where a process dies before them, the same is counted again, and the others are written again with it.
      if (lastAt > since) await heard.note(alert, lastAt)
      if (ours !== undefined) await plan.keepDays(alert, days.total)
      await records.keep(alert, volume)
    },
    dailySeries: createDailySeriesLoader({ service, budget, now }),
    draw: slack.messages.update,
    permalink: slack.messages.permalink,
    cards: (channel, since) => cards.postedTo(channel, since).catch(() => []),
    newestOfOthers: heard.newestOfOthers,
    async lagOf(names) {
      const theirs = (await behind()).filter(({ subscription }) => names.includes(subscription))
      return Math.max(0, ...theirs.map(({ ms }) => ms))
    },
    ...(ours === undefined ? {} : { plan: { ...plan, monthlyMentions: ours.monthlyMentions } }),
  }
}

type CardParts = {
  service: Pick<MentionService, 'mentionsSince'>
  store: Pick<Store, 'records'>
  slack: Pick<ReturnType<typeof createSlack>, 'messages'>
  now: () => number
  /** A subscription by its name; undefined where it does not exist (any more). */
  subscription: (name: string) => Subscription | undefined
}

/** What keeps posted cards up to date: presses change them, and so do mentions that join them. */
export type Cardwork = ReturnType<typeof createCardwork>

/** Makes the drawing of cards, their records and the cards that others join, all on one store and one way to Slack. */
export function createCardwork({ service, store, slack, now, subscription }: CardParts) {
  const records = cardRecords(store.records, now)
  const originalCards = createOriginalCards(store.records, now, {
    createFirsts: createOriginalIndex,
    lives: originalLifetimeMs,
    takesMore: acceptsDuplicates,
  })
  const mention = (alert: Id, id: Id) => fetchMention(service, alert, id).catch(() => undefined)
  const { messages } = slack
  const cards = createPostedCards({
    messages,
    withLock: createKeyedMutex(),
    records,
    mention,
    subscription,
    originalCards,
  })
  return {
    cards,
    records,
    mention,
    firstCards: {
      ...originalCards,
      async draw({ subscription: name, alert, mention: id, channel, ts }: OriginalCard) {
        const target = { subscription: name, alert, mentions: [id] }
        const drawn = await cards.redrawCard({ channel, ts }, target)
        if (drawn.kind !== 'failed' || !drawn.refused) return drawn.kind
        return drawn.unclear ? 'unclear' : 'gone'
      },
      async isDismissed({ channel, ts, mention: id }: OriginalCard) {
        return (await records.find({ channel, ts, mention: id }))?.state === 'not-relevant'
      },
      link: ({ channel, ts }: OriginalCard) => messages.permalink({ channel, ts }),
    },
  }
}
