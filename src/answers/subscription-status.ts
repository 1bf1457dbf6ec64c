import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id, WrittenAlert } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Decide } from '../engine/index.ts'
import { retold } from '../messages/kit/say.ts'
import {
  type Checkpoint,
  type CheckpointKey,
  isUndecided,
  type StoredCheckpoint,
} from '../model/checkpoint.ts'
import { type Problem, stopsMentions } from '../model/problem.ts'
import type { Strictness } from '../model/spike-card.ts'
import type { RegisteredSubscription, Subscription } from '../model/subscription.ts'
import type {
  Freshness,
  StatusOverview,
  SubscriptionProgress,
  SubscriptionState,
  SubscriptionSummary,
} from '../model/subscription-status.ts'

export type DescribeSubscriptions = (listed: RegisteredSubscription[]) => Promise<SubscriptionSummary[]>

export type DescribeDeps = {
  problemOf: (subscription: Subscription) => Promise<Problem | undefined>
  currentLags: () => Promise<{ subscription: string; ms: Ms }[]>
  /** Returns when the current quiet hours of a subscription end (UTC, ms); undefined outside its quiet hours. */
  quietUntil: (subscription: Subscription) => number | undefined
  /**
   * Returns when each subscription last made a decision other than `waiting`. Decisions that are older than a day may be missing.
   */
  lastDecisionTimes: (subscriptions: string[]) => Promise<ReadonlyMap<string, number>>
  channelName: (written: string) => Promise<string>
  alertName: (written: WrittenAlert) => string
  freshnessOf: (subscription: string) => Freshness
  nameOf: (user: string) => Promise<string>
  /** The result says how much stricter false alarms make the spikes of a subscription. */
  strictness: () => Promise<(subscription: Subscription) => Strictness | undefined>
}

/** A subscription with a smaller lag (ms) counts as up to date. */
const noticeableLag = 60_000

export function createDescribeSubscriptions(deps: DescribeDeps): DescribeSubscriptions {
  return async (listed) => {
    const names = listed.map(({ subscription }) => subscription.name)
    const [last, behind, strictnessOf] = await Promise.all([
      deps.lastDecisionTimes(names),
      deps.currentLags(),
      deps.strictness(),
    ])
    const lags = new Map(behind.map(({ subscription, ms }) => [subscription, ms]))
    return Promise.all(
      listed.map(async (one) => {
        const { name, alert, channel } = one.subscription
        const lastMention = last.get(name)
        const strict = strictnessOf(one.subscription)
        const planned = one.plannedPause && {
          ...one.plannedPause,
          by: await deps.nameOf(one.plannedPause.by),
        }
        return {
          name,
          alert: deps.alertName(alert),
          channel: await deps.channelName(channel),
          isFromFile: one.fromSlack === undefined,
          state: await stateOf(deps, one, lags.get(name)),
          ...defined({ lastMention, planned }),
          ...(one.pause === undefined ? { freshness: deps.freshnessOf(name) } : {}),
          ...(strict && { strict }),
        }
      }),
    )
  }
}

async function stateOf(
  deps: DescribeDeps,
  { subscription, pause }: RegisteredSubscription,
  lag = 0,
): Promise<SubscriptionState> {
  const problem = await deps.problemOf(subscription)
  if (problem !== undefined) {
    const [what, whatToDo] = [retold(problem.what), retold(problem.whatToDo)]
    return { kind: 'problem', what, whatToDo, stopsMentions: stopsMentions(problem) }
  }
  if (pause?.state === 'asks') return { kind: 'asked-catch-up' }
  if (pause !== undefined) {
    const until = pause.until === undefined ? {} : { until: pause.until }
    return { kind: 'paused', since: pause.at, ...until, by: await deps.nameOf(pause.by) }
  }
  const quietUntil = deps.quietUntil(subscription)
  if (quietUntil !== undefined) return { kind: 'quiet', until: quietUntil }
  return lag < noticeableLag ? { kind: 'up-to-date' } : { kind: 'behind', ms: lag }
}

type Backlog = { kind: 'counted'; count: number; more: boolean } | { kind: 'unknown' }

export type CountBacklog = (subscription: Subscription, channel: string) => Promise<Backlog>

type Page = { mentions: Mention[]; last: boolean }

/**
 * At most this many pages are read to find one mention that is not done. After the initial sync, a whole page above the
 * watermark can be done until the look-back has passed.
 */
const maxPages = 3

export type BacklogDeps = {
  now: () => Time
  alerts: Pick<AlertDirectory, 'find'>
  checkpoint: (key: CheckpointKey) => Promise<StoredCheckpoint>
  above: (alert: Id, since: Id) => AsyncIterable<Page>
  decideFor: (subscription: Subscription) => Decide
}

/**
 * Asks the mention service for the mentions above the watermark, so the count is right even after a restart and during
 * a pause.
 */
export function createCountBacklog(deps: BacklogDeps): CountBacklog {
  return async (subscription, channel) => {
    try {
      const found = await deps.alerts.find(subscription.alert)
      if (found.kind !== 'found') return { kind: 'unknown' }
      const alert = found.alert.id
      const stored = await deps.checkpoint({ subscription: subscription.name, alert })
      if (stored.kind !== 'kept') return { kind: 'unknown' }
      return await countAbove(deps, stored.checkpoint, subscription, { alert, channel })
    } catch {
      return { kind: 'unknown' }
    }
  }
}

async function countAbove(
  { above, decideFor, now }: BacklogDeps,
  checkpoint: Checkpoint,
  subscription: Subscription,
  { alert, channel }: { alert: Id; channel: string },
): Promise<Backlog> {
  const isNotDone = isUndecided(checkpoint)
  const decide = decideFor(subscription)
  const isToPost = (mention: Mention) =>
    isNotDone(mention.id) && decide(mention, now(), channel).kind !== 'skip'
  let pages = 0
  for await (const { mentions, last } of above(alert, checkpoint.watermark)) {
    const count = mentions.filter(isToPost).length
    pages += 1
    if (last || count > 0 || pages === maxPages) return { kind: 'counted', count, more: !last }
  }
  return { kind: 'counted', count: 0, more: false }
}

export type LoadStatus = (listed: RegisteredSubscription[], channel: string) => Promise<StatusOverview>

export type LoadStatusDeps = {
  describe: DescribeSubscriptions
  backlog: CountBacklog
  requests: () => Promise<{ requests: number; waiting: number }>
  planLimitReached: (channel: string) => Promise<boolean>
  lag: () => number
  polledAt: (subscription: string) => Promise<number | undefined>
}

/** The backlog is counted for at most this many subscriptions, because each count costs at least one request. */
const maxCounted = 10

export function createLoadStatus(deps: LoadStatusDeps): LoadStatus {
  return async (listed, channel) => {
    const [described, progress, { requests, waiting: queued }, planLimitReached] = await Promise.all([
      deps.describe(listed),
      Promise.all(listed.map((one, index) => progressOf(deps, one, channel, index < maxCounted))),
      deps.requests(),
      deps.planLimitReached(channel),
    ])
    const lines = described.map((line, index) => ({ ...line, ...(progress[index] ?? notCounted) }))
    return { lines, planLimitReached, requests, queued, lag: deps.lag() }
  }
}

const notCounted: SubscriptionProgress = { polledAt: undefined, waiting: 'not-counted' }

async function progressOf(
  { polledAt, backlog }: LoadStatusDeps,
  { subscription }: RegisteredSubscription,
  channel: string,
  isCounted: boolean,
): Promise<SubscriptionProgress> {
  const [counted, at] = await Promise.all([
    isCounted ? backlog(subscription, channel) : undefined,
    polledAt(subscription.name),
  ])
  if (counted === undefined) return { polledAt: at, waiting: 'not-counted' }
  return { polledAt: at, waiting: counted.kind === 'counted' ? counted : 'unknown' }
}
