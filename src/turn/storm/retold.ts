import type { Mention } from '../../model/mention.ts'
import type { RebuiltMention } from '../alert-weather.ts'
import type { SubscriptionRun } from '../watch.ts'

/** Published so much before it was there, in ms, it is no news: it came when it was there. */
const lateAfter = 60 * 60_000

/** When a mention came (UTC, ms), which was there at `postedAt`: when it was published, unless that makes no sense. In an outage it is posted later. */
export function arrivedAt({ date }: Mention, postedAt: number): number {
  return date > 0 && date > postedAt - lateAfter ? Math.min(date, postedAt) : postedAt
}

/** What the subscriptions of an alert tell again, in the order in which it came; two of them may tell the same. */
export function rebuiltBy(runs: SubscriptionRun[]): RebuiltMention[] {
  const all = runs.flatMap(({ rebuilt = [] }) => rebuilt)
  return [...new Map(all.map((one) => [one.mention.id, one])).values()].sort((a, b) => a.at - b.at)
}
