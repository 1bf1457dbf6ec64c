/** What is told of a storm while it lasts and when it is over. Bounded and plain JSON, so that it survives a restart. */
import type { Mention } from '../model/mention.ts'
import type { SpikeSummary, Tops } from '../model/storm.ts'

/** Picks the mentions that matter most. */
export type ChooseMentions = (mentions: Mention[], count: number) => Mention[]

/** So many sources and countries are counted by name. */
const mostNames = 20
const shownTop = 3

/** A tale of which nothing is told yet. */
export function emptySummary(startedAt: number): SpikeSummary {
  const nothing = { total: 0, rated: 0, negative: 0, reach: 0, sources: [], countries: [], top: [] }
  return { startedAt, ...nothing, peak: { count: 0, at: startedAt } }
}

/** The tale with more mentions. That each is told once is up to the caller. */
export function addToSummary(
  summary: SpikeSummary,
  mentions: Mention[],
  choose: ChooseMentions,
): SpikeSummary {
  const counted = mentions.reduce(addOneToSummary, summary)
  return { ...counted, top: choose([...summary.top, ...mentions], shownTop) }
}

/**
 * The tale of a storm that is told again, from mentions and when they came (UTC, ms). `told`: how many there were, of which the service
 * may not have all any more.
 */
export function rebuiltSummary(
  startedAt: number,
  found: { mention: Mention; at: number }[],
  told: number,
  choose: ChooseMentions,
): SpikeSummary {
  const mentions = found.map(({ mention }) => mention)
  const summary = addToSummary(emptySummary(startedAt), mentions, choose)
  const counted = { ...summary, total: Math.max(summary.total, told) }
  const { count, at } = busiestHour(found.map(({ at }) => at))
  return withPeakHour(counted, count, at)
}

/** The mentions that a tale names; one may be named for several reasons. */
export function mentionsShown({ top, earliest, widestReach }: SpikeSummary): Mention[] {
  return [...top, earliest, widestReach].filter((mention) => mention !== undefined)
}

const hourMs = 60 * 60_000

/** The most of some times that lie within one hour, and when that hour ended: UTC, ms. */
export function busiestHour(times: number[]): { count: number; at: number } {
  const ordered = times.toSorted((a, b) => a - b)
  let first = 0
  let most = { count: 0, at: 0 }
  for (const [index, at] of ordered.entries()) {
    while ((ordered[first] ?? at) <= at - hourMs) first += 1
    if (index + 1 - first > most.count) most = { count: index + 1 - first, at }
  }
  return most
}

/** The tale with the mentions of the hour that ends at `at`, if these are the most so far. */
export function withPeakHour(summary: SpikeSummary, count: number, at: number): SpikeSummary {
  return count > summary.peak.count ? { ...summary, peak: { count, at } } : summary
}

function addOneToSummary(summary: SpikeSummary, mention: Mention): SpikeSummary {
  const { sentiment, reach, source, location } = mention
  const { earliest = mention, widestReach = mention } = summary
  return {
    ...summary,
    total: summary.total + 1,
    rated: summary.rated + (sentiment === undefined ? 0 : 1),
    negative: summary.negative + (sentiment === 'negative' ? 1 : 0),
    reach: summary.reach + reach,
    sources: countName(summary.sources, source),
    countries: countName(summary.countries, location?.country ?? ''),
    earliest: isEarlier(mention, earliest) ? mention : earliest,
    widestReach: reach > widestReach.reach ? mention : widestReach,
  }
}

/** A mention without a sound date is not the earliest of any. */
function isEarlier(one: Mention, other: Mention): boolean {
  return one.date > 0 && (other.date <= 0 || one.date < other.date)
}

/** Greatest first. Once the list is full, a new name takes the place of the least. */
function countName(tops: Tops, name: string): Tops {
  if (name === '') return tops
  const count = (tops.find((top) => top.name === name)?.count ?? 0) + 1
  const others = tops.filter((top) => top.name !== name).slice(0, mostNames - 1)
  return [...others, { name, count }].sort((a, b) => b.count - a.count)
}
