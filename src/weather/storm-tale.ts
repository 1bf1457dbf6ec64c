/** What is told of a storm while it lasts and when it is over. Bounded and plain JSON, so that it survives a restart. */
import type { Mention } from '../model/mention.ts'
import type { StormTale, Tops } from '../model/storm.ts'

/** Picks the mentions that matter most. */
export type Choose = (mentions: Mention[], count: number) => Mention[]

/** So many sources and countries are counted by name. */
const mostNames = 20
const shownLoudest = 3

/** A tale of which nothing is told yet. */
export function newTale(startedAt: number): StormTale {
  const nothing = { total: 0, judged: 0, negative: 0, reach: 0, sources: [], countries: [], loudest: [] }
  return { startedAt, ...nothing, peak: { count: 0, at: startedAt } }
}

/** The tale with more mentions. That each is told once is up to the caller. */
export function withMentions(tale: StormTale, mentions: Mention[], choose: Choose): StormTale {
  const counted = mentions.reduce(withMention, tale)
  return { ...counted, loudest: choose([...tale.loudest, ...mentions], shownLoudest) }
}

/**
 * The tale of a storm that is told again, from mentions and when they came (UTC, ms). `told`: how many there were, of which the service
 * may not have all any more.
 */
export function retoldTale(
  startedAt: number,
  found: { mention: Mention; at: number }[],
  told: number,
  choose: Choose,
): StormTale {
  const mentions = found.map(({ mention }) => mention)
  const tale = withMentions(newTale(startedAt), mentions, choose)
  const counted = { ...tale, total: Math.max(tale.total, told) }
  const { count, at } = busiestHour(found.map(({ at }) => at))
  return withHour(counted, count, at)
}

/** The mentions that a tale names; one may be named for several reasons. */
export function namedIn({ loudest, earliest, mostSeen }: StormTale): Mention[] {
  return [...loudest, earliest, mostSeen].filter((mention) => mention !== undefined)
}

const hour = 60 * 60_000

/** The most of some times that lie within one hour, and when that hour ended: UTC, ms. */
export function busiestHour(times: number[]): { count: number; at: number } {
  const ordered = times.toSorted((a, b) => a - b)
  let first = 0
  let most = { count: 0, at: 0 }
  for (const [index, at] of ordered.entries()) {
    while ((ordered[first] ?? at) <= at - hour) first += 1
    if (index + 1 - first > most.count) most = { count: index + 1 - first, at }
  }
  return most
}

/** The tale with the mentions of the hour that ends at `at`, if these are the most so far. */
export function withHour(tale: StormTale, count: number, at: number): StormTale {
  return count > tale.peak.count ? { ...tale, peak: { count, at } } : tale
}

function withMention(tale: StormTale, mention: Mention): StormTale {
  const { sentiment, reach, source, location } = mention
  const { earliest = mention, mostSeen = mention } = tale
  return {
    ...tale,
    total: tale.total + 1,
    judged: tale.judged + (sentiment === undefined ? 0 : 1),
    negative: tale.negative + (sentiment === 'negative' ? 1 : 0),
    reach: tale.reach + reach,
    sources: withName(tale.sources, source),
    countries: withName(tale.countries, location?.country ?? ''),
    earliest: isEarlier(mention, earliest) ? mention : earliest,
    mostSeen: reach > mostSeen.reach ? mention : mostSeen,
  }
}

/** A mention without a sound date is not the earliest of any. */
function isEarlier(one: Mention, other: Mention): boolean {
  return one.date > 0 && (other.date <= 0 || one.date < other.date)
}

/** Greatest first. Once the list is full, a new name takes the place of the least. */
function withName(tops: Tops, name: string): Tops {
  if (name === '') return tops
  const count = (tops.find((top) => top.name === name)?.count ?? 0) + 1
  const others = tops.filter((top) => top.name !== name).slice(0, mostNames - 1)
  return [...others, { name, count }].sort((a, b) => b.count - a.count)
}
