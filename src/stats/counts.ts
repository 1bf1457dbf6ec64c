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

/** How a number stands against the same number of the period before. */
export type Change =
  | { kind: 'unknown' }
  | { kind: 'none-in-either' }
  | { kind: 'none-before' }
  | { kind: 'same' }
  /** Bases too small for a percentage to mean anything, and changes too great: both numbers are said instead. */
  | { kind: 'from-to'; from: number; to: number }
  /** 0.18 is 18 % more. */
  | { kind: 'percent'; change: number }

/** How a share stands against the share of the period before. */
export type ShareChange =
  | { kind: 'unknown' }
  | { kind: 'none-before' }
  /** Too few to speak of points: how many of how many it was before. */
  | { kind: 'of'; part: number; whole: number }
  /** 0.05 is five percentage points more. */
  | { kind: 'points'; difference: number }

/** Below ten, one mention more or less moves a percentage by more than ten: the percentage would be noise. */
const minPercentBase = 10

/** More than ten times as much reads better as two numbers. */
const maxPercentChange = 9

/** The change of a count. `before` is undefined where the period before could not be read. */
export function compareCounts(now: number, before: number | undefined): Change {
  if (before === undefined) return { kind: 'unknown' }
  if (before === 0) return { kind: now === 0 ? 'none-in-either' : 'none-before' }
  if (now === before) return { kind: 'same' }
  const change = (now - before) / before
  if (before < minPercentBase || change > maxPercentChange) return { kind: 'from-to', from: before, to: now }
  return { kind: 'percent', change }
}

/** A part and the whole it is a part of. */
type Share = { part: number; whole: number }

/** The change of a share, in percentage points. */
export function compareShares(now: Share, before: Share | undefined): ShareChange {
  if (before === undefined || now.whole === 0) return { kind: 'unknown' }
  if (before.whole === 0) return { kind: 'none-before' }
  if (before.whole < minPercentBase || now.whole < minPercentBase)
    return { kind: 'of', part: before.part, whole: before.whole }
  return { kind: 'points', difference: now.part / now.whole - before.part / before.whole }
}
