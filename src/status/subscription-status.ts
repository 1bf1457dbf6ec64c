import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import {
  type Checkpoint,
  type CheckpointKey,
  isUndecided,
  type StoredCheckpoint,
} from '../model/checkpoint.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { RegisteredSubscription, Subscription } from '../model/subscription.ts'
import type {
  StatusOverview,
  SubscriptionProgress,
  SubscriptionState,
  SubscriptionSummary,
} from '../model/subscription-status.ts'
import type { Decide } from '../rules/rules.ts'

export type DescribeSubscriptions = (listed: RegisteredSubscription[]) => Promise<SubscriptionSummary[]>

export type DescribePorts = {
  /** The problem that stops a subscription, if there is one. */
  problemOf: (subscription: Subscription) => Promise<{ what: string; whatToDo: string } | undefined>
  /** The subscriptions that are behind, and by how many ms. */
  currentLags: () => Promise<{ subscription: string; ms: number }[]>
  /** The end of the quiet hours that hold a subscription now: UTC, ms. Undefined if none hold it. */
  quietUntil: (subscription: Subscription) => number | undefined
  /** The time of the last decision of each of these subscriptions: UTC, ms. Only the last day counts. */
  lastMentions: (subscriptions: string[]) => Promise<ReadonlyMap<string, number>>
  /** `#name` of a channel that is written by id or by name. */
  channelName: (written: string) => Promise<string>
  /** The display name of an alert that is written by id or by name. */
  alertName: (written: string) => string
}

/** Shorter lags are not shown, in ms. */
const noticeableLag = 60_000

export function createDescribeSubscriptions(deps: DescribePorts): DescribeSubscriptions {
  return async (listed) => {
    const names = listed.map(({ subscription }) => subscription.name)
    const [last, behind] = await Promise.all([deps.lastMentions(names), deps.currentLags()])
    const lags = new Map(behind.map(({ subscription, ms }) => [subscription, ms]))
    return Promise.all(
      listed.map(async (one) => {
        const { name, alert, channel } = one.subscription
        const lastMention = last.get(name)
        return {
          name,
          alert: deps.alertName(alert),
          channel: await deps.channelName(channel),
          isFromFile: one.fromSlack === undefined,
          state: await stateOf(deps, one, lags.get(name)),
          ...(lastMention === undefined ? {} : { lastMention }),
        }
      }),
    )
  }
}

async function stateOf(
  deps: DescribePorts,
  { subscription, fromSlack }: RegisteredSubscription,
  lag = 0,
): Promise<SubscriptionState> {
  const problem = await deps.problemOf(subscription)
  if (problem !== undefined) return { kind: 'problem', what: problem.what, whatToDo: problem.whatToDo }
  if (fromSlack?.askedCatchUp !== undefined) return { kind: 'asked-catch-up' }
  if (fromSlack?.paused !== undefined) return { kind: 'paused', since: fromSlack.paused.at }
  const quietUntil = deps.quietUntil(subscription)
  if (quietUntil !== undefined) return { kind: 'quiet', until: quietUntil }
  return lag < noticeableLag ? { kind: 'up-to-date' } : { kind: 'behind', ms: lag }
}

/** The number of mentions that a subscription has still to post. `more`: further pages were not counted. */
type Backlog = { kind: 'counted'; count: number; more: boolean } | { kind: 'unknown' }

/** Counts the mentions that a subscription holds or has not posted yet. `channel`: the id of its channel. Never rejects. */
export type CountBacklog = (subscription: Subscription, channel: string) => Promise<Backlog>

type Page = { mentions: Mention[]; last: boolean }

/**
 * The most pages that are read to find one undecided mention. After its initial sync a subscription can have a whole page of decided ids
 * above its watermark until the look-back has passed.
 */
const maxPages = 3

export type BacklogPorts = {
  now: () => number
  alerts: Pick<AlertDirectory, 'find'>
  checkpoint: (key: CheckpointKey) => Promise<StoredCheckpoint>
  /** The pages of an alert above an id. */
  above: (alert: Id, since: Id) => AsyncIterable<Page>
  decideFor: (subscription: Subscription) => Decide
}

/** Counts by asking the service for the mentions above the watermark, so the count is right after a restart and during a pause. */
export function createCountBacklog(deps: BacklogPorts): CountBacklog {
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
  { above, decideFor, now }: BacklogPorts,
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

/** The progress of the subscriptions of a channel (its id). */
export type LoadStatus = (listed: RegisteredSubscription[], channel: string) => Promise<StatusOverview>

export type StatusPorts = {
  describe: DescribeSubscriptions
  backlog: CountBacklog
  /** The requests left in this minute, and the number of waiting requests. */
  requests: () => Promise<{ requests: number; waiting: number }>
  planLimitReached: (channel: string) => Promise<boolean>
  /** The time for which the longest waiting poll has been due, in ms. */
  lag: () => number
  /** The end of a subscription's last complete poll: UTC, ms. */
  polledAt: (subscription: string) => Promise<number | undefined>
}

/** The backlog is counted for at most this many subscriptions, because each count costs a request. */
const maxCounted = 10

export function createLoadStatus(deps: StatusPorts): LoadStatus {
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
  { polledAt, backlog }: StatusPorts,
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
