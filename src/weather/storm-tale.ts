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
