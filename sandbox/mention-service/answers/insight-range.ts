import { z } from 'zod'
import type { Held } from '../archive/held.ts'
import { firstWhere } from '../archive/order.ts'
import { calendarDate, list } from './parameters.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Interface 8: the default range begins this many days before today. */
const defaultDays = 30

/** Interface 4.3 and 4.4: the only sources that insights accept (the mentions list takes any). */
const insightSources = ['facebook', 'instagram', 'twitter', 'reddit', 'news-blogs', 'web']

/** The parameters that totals and series share. */
export const insightQuery = z.object({
  date_from: calendarDate.optional(),
  date_to: calendarDate.optional(),
  source: list.refine((values) => values.every((value) => insightSources.includes(value))).optional(),
})

/** UTC dates, both included, YYYY-MM-DD, and the same as UTC ms: `start` its first, `end` its last millisecond. */
export type InsightRange = { from: string; to: string; start: number; end: number }

/** The UTC date of a time in ms, YYYY-MM-DD. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The range asked for, or from 30 days before today (UTC) until today. */
export function rangeOf({ date_from, date_to }: z.infer<typeof insightQuery>, now: number): InsightRange {
  const from = date_from ?? dateOf(now - defaultDays * dayMs)
  const to = date_to ?? dateOf(now)
  return { from, to, start: Date.parse(from), end: Date.parse(to) + dayMs - 1 }
}

/** The mentions of a range and of the sources asked for, from a list that ascends by date. */
export function mentionsWithin(
  byDate: readonly Held[],
  { start, end }: InsightRange,
  sources: string[] | undefined,
): Held[] {
  const first = firstWhere(byDate, ({ date }) => date >= start)
  const beyond = firstWhere(byDate, ({ date }) => date > end)
  return byDate.slice(first, beyond).filter(({ source }) => !sources || sources.includes(source))
}
