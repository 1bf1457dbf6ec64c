import type { Count } from '@overheard/mention-client/insight'

export type Sentiments = { positive: number; negative: number; neutral: number }

export function countOfPart(count: Count, name: string): number {
  const wanted = name.toLowerCase()
  return count.parts.find((part) => part.name.toLowerCase() === wanted)?.count ?? 0
}

/** The mention service lists at most this many countries and languages. */
export const maxPlaces = 5

/**
 * `most` is the largest length of the service's list. Returns undefined if a full list lacks the part, because then
 * its count is unknown.
 */
export function countOfKnownPart(count: Count, name: string, most: number): number | undefined {
  const part = count.parts.find((candidate) => candidate.name === name)
  const isWhole = count.parts.filter((listed) => listed.count > 0).length < most
  return part?.count ?? (isWhole ? 0 : undefined)
}

export function sentimentsOf(count: Count): Sentiments {
  return {
    positive: countOfPart(count, 'positive'),
    negative: countOfPart(count, 'negative'),
    neutral: countOfPart(count, 'neutral'),
  }
}

/** Counts only the mentions with a sentiment, because the service does not rate all mentions. */
export function countRated(sentiments: Sentiments): number {
  return sentiments.positive + sentiments.negative + sentiments.neutral
}

/** Returns a number from −1 (all negative) to 1 (all positive); undefined if no mention has a sentiment. */
export function netSentiment(sentiments: Sentiments): number | undefined {
  const all = countRated(sentiments)
  return all === 0 ? undefined : (sentiments.positive - sentiments.negative) / all
}

export function sumCounts(counts: Count[]): Count {
  const parts = new Map<string, number>()
  for (const count of counts)
    for (const { name, count: value } of count.parts) parts.set(name, (parts.get(name) ?? 0) + value)
  return {
    total: counts.reduce((sum, count) => sum + count.total, 0),
    parts: [...parts].map(([name, count]) => ({ name, count })),
  }
}

export type CountChange =
  | { kind: 'unknown' }
  | { kind: 'none-in-either' }
  | { kind: 'none-before' }
  | { kind: 'same' }
  /** Both numbers are shown, because the base is too small or the change too large for a percentage. */
  | { kind: 'from-to'; from: number; to: number }
  /** A `change` of 0.18 means 18% more. */
  | { kind: 'percent'; change: number }

export type ShareChange =
  | { kind: 'unknown' }
  | { kind: 'none-before' }
  /** There are too few mentions for percentage points. `part` and `whole` belong to the period before. */
  | { kind: 'of'; part: number; whole: number }
  /** A `difference` of 0.05 means five percentage points more. */
  | { kind: 'points'; difference: number }

/**
 * With fewer mentions in the period before, a change is shown in numbers, because one mention would move a percentage
 * by more than ten points.
 */
const minPercentBase = 10

/** A larger growth (more than ten times) is shown in numbers, not as a percentage. */
const maxPercentChange = 9

export function compareCounts(now: number, before: number | undefined): CountChange {
  if (before === undefined) return { kind: 'unknown' }
  if (before === 0) return { kind: now === 0 ? 'none-in-either' : 'none-before' }
  if (now === before) return { kind: 'same' }
  const change = (now - before) / before
  if (before < minPercentBase || change > maxPercentChange) return { kind: 'from-to', from: before, to: now }
  return { kind: 'percent', change }
}

type Share = { part: number; whole: number }

export function compareShares(now: Share, before: Share | undefined): ShareChange {
  if (before === undefined || now.whole === 0) return { kind: 'unknown' }
  if (before.whole === 0) return { kind: 'none-before' }
  if (before.whole < minPercentBase || now.whole < minPercentBase)
    return { kind: 'of', part: before.part, whole: before.whole }
  return { kind: 'points', difference: now.part / now.whole - before.part / before.whole }
}
