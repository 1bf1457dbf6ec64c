import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import type { Sentence } from '../messages/dates.ts'
import type { SubscriptionLine } from '../messages/subscription-list.ts'
import {
  type Checkpoint,
  type CheckpointKey,
  isUndecided,
  type StoredCheckpoint,
} from '../model/checkpoint.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { OpenProblem } from '../model/problem.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Lag } from '../polling/poll-scheduler.ts'
import type { RegisteredSubscription } from '../polling/subscription-registry.ts'
import type { Decide } from '../rules/rules.ts'

/** Tells how subscriptions are doing. */
export type DescribeSubscriptions = (listed: RegisteredSubscription[]) => Promise<SubscriptionLine[]>

type DescribeDeps = {
  /** The trouble that stops a subscription, if any. */
  problemOf: (subscription: Subscription) => Promise<OpenProblem | undefined>
  currentLags: () => Promise<Lag[]>
  /** Until when a subscription holds back: UTC, ms. */
  holdsUntil: (listed: RegisteredSubscription) => number | undefined
  /** The newest thing that became of a mention, by subscription: UTC, ms. */
  lastMention: () => Promise<ReadonlyMap<string, number>>
  channelName: (written: string) => Promise<string>
  alertName: (written: string) => string
}

/** A lag below this is none, in ms. */
const noticeableLag = 60_000

/** Makes the descriptions, as of this moment. A trouble goes before a pause, a pause before a hold, a hold before the lag. */
export function createDescribeSubscriptions(deps: DescribeDeps): DescribeSubscriptions {
  return async (listed) => {
    const [last, behind] = await Promise.all([deps.lastMention(), deps.currentLags()])
    const lags = new Map(behind.map(({ subscription, ms }) => [subscription, ms]))
    return Promise.all(
      listed.map(async (one) => ({
        name: one.subscription.name,
        alert: deps.alertName(one.subscription.alert),
        channel: await deps.channelName(one.subscription.channel),
        isFromFile: one.fromSlack === undefined,
        state: await stateOf(deps, one, lags.get(one.subscription.name)),
        ...lastMentionOf(last.get(one.subscription.name)),
      })),
    )
  }
}

const lastMentionOf = (at: number | undefined) => (at === undefined ? {} : { lastMention: at })

async function stateOf(
  deps: DescribeDeps,
  { subscription, fromSlack: made }: RegisteredSubscription,
  lag = 0,
): Promise<Sentence> {
  const problem = await deps.problemOf(subscription)
  if (problem !== undefined) return [`Troubled: ${problem.what} ${problem.whatToDo}`.replace(/\.$/, '')]
  if (made?.askedCatchUp !== undefined) return ['Paused: waiting for an answer in the channel']
  if (made?.paused !== undefined) return ['Paused since ', { at: made.paused.at, as: 'date' }]
  const heldUntil = deps.holdsUntil({ subscription })
  if (heldUntil !== undefined) return ['Quiet until ', { at: heldUntil, as: 'date' }]
  return [lag < noticeableLag ? 'Up to date' : `Behind by ${Math.round(lag / 60_000)} min`]
}

/** How many mentions a subscription has still to post. `more`: not every page was counted. */
type Backlog = { kind: 'counted'; count: number; more: boolean } | { kind: 'unknown' }

/** Counts what is held or not posted yet; `channel`: the id of the subscription's channel. Never rejects. */
export type CountBacklog = (subscription: Subscription, channel: string) => Promise<Backlog>

type Page = { mentions: Mention[]; last: boolean }

/**
 * So many pages are read until one has what is not settled: after its first look a subscription has a whole page settled above its
 * bookmark, for as long as something late may turn up among it.
 */
const maxPages = 3

type BacklogDeps = {
  now: () => number
  alerts: Pick<AlertDirectory, 'find'>
  checkpoint: (key: CheckpointKey) => Promise<StoredCheckpoint>
  /** The pages above an id. */
  above: (alert: Id, since: Id) => AsyncIterable<Page>
  decideFor: (subscription: Subscription) => Decide
}

/** Counts by asking the service what is above the bookmark: that is right after a restart, and in a pause, too. */
export function createCountBacklog(deps: BacklogDeps): CountBacklog {
  return async (subscription, channel) => {
    try {
      const found = await deps.alerts.find(subscription.alert)
      if (found.kind !== 'found') return { kind: 'unknown' }
      const alert = found.alert.id
      const kept = await deps.checkpoint({ subscription: subscription.name, alert })
      if (kept.kind !== 'kept') return { kind: 'unknown' }
      return await countAbove(deps, kept.checkpoint, subscription, { alert, channel })
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
