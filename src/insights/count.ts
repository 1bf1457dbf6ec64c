import type { Count } from '../model/insight.ts'

/** How many mentions were judged which way. */
export type Sentiments = { positive: number; negative: number; neutral: number }

/** The count of one part; a part that is not there counts zero. Case is ignored. */
export function countOfPart(count: Count, name: string): number {
  const wanted = name.toLowerCase()
  return count.parts.find((part) => part.name.toLowerCase() === wanted)?.count ?? 0
}

/** How many countries the service lists at most (interface, 8). */
export const maxCountries = 5

/** The count of one part of a list that is cut at `most`: a name that a full list lacks is not zero but unknown. */
export function countOfKnownPart(count: Count, name: string, most: number): number | undefined {
  const part = count.parts.find((candidate) => candidate.name === name)
  return part?.count ?? (count.parts.length < most ? 0 : undefined)
}

/** The three sentiments of a count; omitted ones are zero. */
export function sentimentsOf(count: Count): Sentiments {
  return {
    positive: countOfPart(count, 'positive'),
    negative: countOfPart(count, 'negative'),
    neutral: countOfPart(count, 'neutral'),
  }
}

/** How many mentions have a sentiment at all. The service omits it on some, so this can be less than all mentions. */
export function countRated(sentiments: Sentiments): number {
  return sentiments.positive + sentiments.negative + sentiments.neutral
}

/** Net sentiment from −1 (all negative) to 1 (all positive); nothing where nothing was judged. */
export function netSentiment(sentiments: Sentiments): number | undefined {
  const all = countRated(sentiments)
  return all === 0 ? undefined : (sentiments.positive - sentiments.negative) / all
}

/** Two or more counts as one: totals added, parts added by name in the order of their first appearance. */
export function sumCounts(counts: Count[]): Count {
  const parts = new Map<string, number>()
  for (const count of counts)
    for (const { name, count: value } of count.parts) parts.set(name, (parts.get(name) ?? 0) + value)
  return {
    total: counts.reduce((sum, count) => sum + count.total, 0),
    parts: [...parts].map(([name, count]) => ({ name, count })),
  }
}
