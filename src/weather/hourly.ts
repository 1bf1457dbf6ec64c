/** What we count ourselves of each alert, so that loud and quiet can be told from usual. Bounded, and plain JSON. */
import type { Period } from '../model/insight.ts'
import type { Mention } from '../model/mention.ts'
import { type Part, partsWith } from './parts.ts'
import { counted, countIn, emptyTimeline, type Timeline } from './timeline.ts'

/** All lengths in ms. Slots (minutes) show how something begins, hours the rhythm of day and week, days the month. */
export const slotMs = 60_000
export const hourMs = 60 * 60_000
export const dayMs = 24 * hourMs

/** Two hours of slots, 16 days of hours (two weeks and the days around them), 45 days (a month of the plan and its turn). */
const mostSlots = 120
const mostHours = 16 * 24
const mostDays = 45

/** Found this much later than published: it counts where it was published, for it is no news of this hour. In ms. */
const lateMs = hourMs

/** All mentions of a period, those whose sentiment is known, and the negative ones among these. */
type Tally = { total: Timeline; judged: Timeline; negative: Timeline }

/** The counts of one alert. Periods are numbered from the epoch in UTC: period = floor(ms / length). */
export type HourlyCounts = {
  /** When our own counting began: UTC, ms. Before it only `days` are known, from the service. */
  since: number
  /** When the newest mention was found: UTC, ms; `since` where none was. */
  lastAt: number
  slots: Tally
  hours: Tally
  days: Tally
  parts: Part[]
}

/** The service's own daily histories (UTC days), as far as it has them. Days that are missing had nothing. */
export type DailySeries = { mentions: Period[]; sentiment: Period[] }

const emptyTally: Tally = { total: emptyTimeline, judged: emptyTimeline, negative: emptyTimeline }

/** Counts that begin at `now` (UTC, ms), with the days before as the service tells them. */
export function warmedUp(now: number, { mentions, sentiment }: DailySeries): HourlyCounts {
  const today = Math.floor(now / dayMs)
  const fill = (periods: Period[], count: (period: Period) => number) =>
    periods
      .map((period) => ({ day: Math.floor(Date.parse(period.from) / dayMs), count: count(period) }))
      .filter(({ day }) => day < today)
      .reduce((days, { day, count: by }) => counted(days, day, by, mostDays), emptyTimeline)
  const days = {
    total: fill(mentions, ({ value }) => value.total),
    judged: fill(sentiment, ({ value }) => value.total),
    negative: fill(sentiment, ({ value }) => value.parts.find(({ name }) => name === 'negative')?.count ?? 0),
  }
  return { since: now, lastAt: now, slots: emptyTally, hours: emptyTally, days, parts: [] }
}

/** The counts with one more mention, found at `at` (UTC, ms). That a mention is counted once is up to the caller. */
export function addMention(counts: HourlyCounts, mention: Mention, at: number): HourlyCounts {
  const when = momentOf(mention, at)
  const add = (tally: Tally, length: number, most: number) =>
    withMention(tally, mention, Math.floor(when / length), most)
  return {
    since: counts.since,
    lastAt: Math.max(counts.lastAt, at),
    slots: add(counts.slots, slotMs, mostSlots),
    hours: add(counts.hours, hourMs, mostHours),
    days: add(counts.days, dayMs, mostDays),
    parts: partsWith(counts.parts, mention, { hour: Math.floor(when / hourMs), at, mostHours }),
  }
}

/** When a mention happened: when it was found, unless it was found late. A date of the future or of no sense is not believed. */
function momentOf({ date }: Mention, at: number): number {
  return date > 0 && at - date > lateMs ? date : at
}

function withMention(tally: Tally, { sentiment }: Mention, period: number, most: number): Tally {
  const total = counted(tally.total, period, 1, most)
  if (sentiment === undefined) return { ...tally, total }
  const judged = counted(tally.judged, period, 1, most)
  return sentiment === 'negative'
    ? { total, judged, negative: counted(tally.negative, period, 1, most) }
    : { ...tally, total, judged }
}

/** Mentions of the last `length` hours, the running one last, for a sparkline. `now`: UTC, ms. */
export function lastHours({ hours }: HourlyCounts, now: number, length: number): number[] {
  const hour = Math.floor(now / hourMs)
  return Array.from({ length }, (_, index) => countIn(hours.total, hour - length + 1 + index))
}
