import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { notifiedBy, type Replayed, type ReplayedPost, replayPosts } from '../../engine/index.ts'
import { maxEntries, shownByParent } from '../../messages/mention/burst.ts'
import { automatic, type Subscription } from '../../model/subscription.ts'
import { nextRunOf } from '../../scheduler/cron.ts'

export type SubscriptionCounts = {
  name: string
  channel: string
  mentions: number
  posted: number
  messages: number
  bursts: { count: number; largest: number }
  held: { mentions: number; batches: number }
  skipped: { reason: string; count: number }[]
  days: { day: string; mentions: number; messages: number }[]
  loudestPosted: ExampleMention[]
  loudestSkipped: ExampleMention[]
}

export type SubscriptionCounter = { add(replayed: Replayed): void; sum(): SubscriptionCounts }

/** An automatic schedule counts as one poll every five seconds. Later polls would change the number of messages little. */
const everyFiveSeconds = '*/5 * * * * *'

const maxExamples = 5

export function createSubscriptionCounter(
  subscription: Subscription,
  dayOf: (at: Time) => string,
  now: Time,
): SubscriptionCounter {
  const { schedule, timezone, burst, burstWithin } = subscription
  const nextRun = nextRunOf(schedule === automatic ? everyFiveSeconds : schedule, timezone)
  const polls = new Map<number, Passed[]>()
  const batches = new Set<number>()
  const skips = new Map<string, number>()
  const [loudestPosted, loudestSkipped] = [createTopExamples(maxExamples), createTopExamples(maxExamples)]
  let [mentions, held] = [0, 0]
  return {
    add({ mention, decision: { kind, reason, detail } }) {
      mentions++
      if (kind === 'skip') {
        skips.set(reason, (skips.get(reason) ?? 0) + 1)
        loudestSkipped.add(mention, reason)
        return
      }
      const at = mention.date > 0 ? mention.date : now
      // The detail of a hold is the time when it ends. One poll then posts everything that was held.
      const pollAt = kind === 'hold' ? Date.parse(detail ?? '') : (nextRun(at) ?? at)
      if (kind === 'hold') {
        held++
        batches.add(pollAt)
      }
      const isUrgent = notifiedBy(subscription, [mention]).notify !== undefined
      const found = polls.get(pollAt)
      if (found === undefined) polls.set(pollAt, [{ isUrgent }])
      else found.push({ isUrgent })
      loudestPosted.add(mention, reason)
    },
    sum() {
      const inOrder = [...polls].map(([at, found]) => ({ at, found })).sort((a, b) => a.at - b.at)
      const posts = [...replayPosts({ burst, windowMs: burstWithin }, inOrder, ({ isUrgent }) => isUrgent)]
      const bursts = posts.flatMap(({ mentions: { length } }) => (length > 1 ? [length] : []))
      return {
        name: subscription.name,
        channel: subscription.channel,
        mentions,
        posted: sumOf(posts.map(({ mentions: shown }) => shown.length)),
        messages: sumOf(posts.map(countMessages)),
        bursts: { count: bursts.length, largest: bursts.reduce((most, count) => Math.max(most, count), 0) },
        held: { mentions: held, batches: batches.size },
        skipped: [...skips].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
        days: countByDay(posts, dayOf),
        loudestPosted: loudestPosted.list(),
        loudestSkipped: loudestSkipped.list(),
      }
    },
  }
}

type Passed = { isUrgent: boolean }

function countMessages({ mentions }: ReplayedPost<Passed>): number {
  return 1 + Math.ceil(Math.max(0, mentions.length - shownByParent) / maxEntries)
}

function countByDay(posts: ReplayedPost<Passed>[], dayOf: (at: Time) => string) {
  const days = new Map<string, { day: string; mentions: number; messages: number }>()
  for (const post of posts) {
    const day = dayOf(post.at)
    const { mentions, messages } = days.get(day) ?? { mentions: 0, messages: 0 }
    days.set(day, {
      day,
      mentions: mentions + post.mentions.length,
      messages: messages + countMessages(post),
    })
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day))
}

const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)

export type Difference = {
  name: string
  gained: { count: number; loudest: ExampleMention[] }
  lost: { count: number; loudest: ExampleMention[] }
}

export type BacktestComparison = { add(ours: Replayed[], theirs: Replayed[]): void; sum(): Difference }

export function createComparison(name: string): BacktestComparison {
  const sides = { gained: createTopExamples(maxExamples), lost: createTopExamples(maxExamples) }
  const counts = { gained: 0, lost: 0 }
  return {
    add(ours, theirs) {
      for (const [index, { mention, decision }] of ours.entries()) {
        const other = theirs[index]?.decision
        if (other === undefined || (decision.kind === 'skip') === (other.kind === 'skip')) continue
        const change = decision.kind === 'skip' ? 'gained' : 'lost'
        counts[change]++
        sides[change].add(mention, change === 'gained' ? decision.reason : other.reason)
      }
    },
    sum: () => ({
      name,
      gained: { count: counts.gained, loudest: sides.gained.list() },
      lost: { count: counts.lost, loudest: sides.lost.list() },
    }),
  }
}

/** An example is a posted or skipped mention. Its texts come from strangers. */
export type ExampleMention = {
  id: string
  date: number
  reach: number
  title: string
  url: string
  reason: string
}

type TopExamples = { add(mention: Mention, reason: string): void; list(): ExampleMention[] }

function createTopExamples(most: number): TopExamples {
  let kept: ExampleMention[] = []
  return {
    add({ id, date, reach, title, url }, reason) {
      const least = kept.length < most ? -1 : (kept.at(-1)?.reach ?? -1)
      if (reach <= least) return
      kept = [...kept, { id, date, reach, title, url, reason }]
        .sort((a, b) => b.reach - a.reach)
        .slice(0, most)
    },
    list: () => kept,
  }
}
