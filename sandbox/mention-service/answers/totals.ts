import type { TotalType } from '../../../src/model/insight.ts'
import type { Held } from '../archive/held.ts'
import type { Deployment } from './deployment.ts'
import { type Tally, tally } from './tally.ts'
import { topicCloud } from './topic-cloud.ts'

/** Interface 8: countries and languages returned, at most. */
const topPlaces = 5

type Value = Tally | number
type Total = (mentions: readonly Held[], deployment: Deployment) => Value

/** How many mentions are positive, negative and neutral; a mention without a sentiment counts in none. */
export function sentimentCounts(mentions: readonly Held[]): Tally {
  return tally(mentions.map(({ sentiment }) => sentiment))
}

/** The sum of all reaches, in the shape the deployment has. */
export function reachValue(mentions: readonly Held[], { reachShape }: Deployment): Value {
  const reach = mentions.reduce((sum, mention) => sum + mention.reach, 0)
  return reachShape === 'object' ? { reach } : reach
}

function breakdown(counts: Tally, { breakdownShape }: Deployment): Value {
  return breakdownShape === 'object' ? counts : Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** The value of each total, interface 4.3, from the mentions of the range. */
export const totals: Record<TotalType, Total> = {
  mentions: (mentions) => ({ mentions: mentions.length }),
  sentiment: (mentions) => ({ positive: 0, negative: 0, neutral: 0, ...sentimentCounts(mentions) }),
  reach: reachValue,
  countries: (mentions) =>
    tally(
      mentions.map(({ country }) => country),
      topPlaces,
    ),
  languages: (mentions, deployment) =>
    breakdown(
      tally(
        mentions.map(({ language }) => language),
        topPlaces,
      ),
      deployment,
    ),
  sources: (mentions, deployment) => breakdown(tally(mentions.map(({ source }) => source)), deployment),
  topic_cloud: topicCloud,
  gender: (mentions, deployment) =>
    breakdown(tally(mentions.map(({ profile }) => profile.gender)), deployment),
  age: (mentions, deployment) => breakdown(tally(mentions.map(({ profile }) => profile.age)), deployment),
}
