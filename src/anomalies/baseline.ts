import type { Timeline, VolumeCounts } from '../model/alert-volume.ts'
import { countAt, countBetween, dayMs, hourMs, minuteMs } from './volume-counts.ts'

/** What an alert usually brings. Everything is read from our own counts; times are UTC. */

/** Mentions an hour. `time of day`: seen at this hour on earlier days; `day`: only whole days are known. */
export type Baseline = { perHour: number; basis: 'time of day' | 'day' }

/** With fewer days at this hour the median is no measure. */
const leastDays = 5

/** The busy hours of a day bring up to this many times its mean hour: what only days can tell is taken as that high. */
const busyHour = 2.5

/** The usual hour at a moment; undefined where too little is known. An hour that ends now lies in two: the greater of both. */
export function baselineAt(counts: VolumeCounts, at: number): Baseline | undefined {
  const hour = Math.floor(at / hourMs)
  const [running, before] = [baselineInHour(counts, hour), baselineInHour(counts, hour - 1)]
  if (running === undefined || before === undefined) return baselineByDay(counts, at)
  return { perHour: Math.max(running, before), basis: 'time of day' }
}

function baselineInHour(counts: VolumeCounts, hour: number): number | undefined {
  const sameHours = earlierDays(counts, hour, 7)
  if (sameHours.length < leastDays) return undefined
  return Math.max(median(sameHours), lastTwoDays(counts, hour), lastTwoWeeks(counts, hour))
}

/** The same hour (with its neighbours: few mentions make single hours jump) on up to `days` earlier days that were counted. */
function earlierDays(counts: VolumeCounts, hour: number, days: number): number[] {
  return Array.from({ length: days }, (_, index) => hour - 24 * (index + 1))
    .filter((earlier) => isCounted(counts, earlier - 1))
    .map((earlier) => aroundHour(counts.hours.total, earlier))
}

/** What both of the last two days brought at this hour: a slow rise is followed, one storm is not. */
function lastTwoDays(counts: VolumeCounts, hour: number): number {
  return Math.min(...[24, 48].map((ago) => aroundHour(counts.hours.total, hour - ago)))
}

/** What comes every week at this hour is usual too: the lesser of the last two weeks, so that one storm makes no rhythm. */
function lastTwoWeeks(counts: VolumeCounts, hour: number): number {
  const weeks = [hour - 7 * 24, hour - 14 * 24]
  if (!weeks.every((earlier) => isCounted(counts, earlier - 1))) return 0
  return Math.min(...weeks.map((earlier) => aroundHour(counts.hours.total, earlier)))
}

function baselineByDay(counts: VolumeCounts, at: number): Baseline | undefined {
  const today = Math.floor(at / dayMs)
  const { first } = counts.days.total
  const known = Math.min(14, counts.days.total.counts.length === 0 ? 0 : today - first)
  if (known < leastDays) return undefined
  const days = Array.from({ length: known }, (_, index) => countAt(counts.days.total, today - 1 - index))
  return { perHour: (median(days) / 24) * busyHour, basis: 'day' }
}

/** Whether an hour was counted from its beginning. */
function isCounted({ since }: VolumeCounts, hour: number): boolean {
  return hour * hourMs >= since
}

/** An hour's count, evened out over the hour before and the hour after. */
function aroundHour(hours: Timeline, hour: number): number {
  return Math.max(countAt(hours, hour), countBetween(hours, hour - 1, hour + 1) / 3)
}

function median(values: number[]): number {
  const ordered = values.toSorted((a, b) => a - b)
  const middle = Math.floor(ordered.length / 2)
  const upper = ordered[middle] ?? 0
  return ordered.length % 2 === 1 ? upper : (upper + (ordered[middle - 1] ?? upper)) / 2
}

/**
 * What an hour (numbered from the epoch, UTC) surely brings, by the counts of earlier days: the lesser of its mean over a week and
 * of what its weekday brought. What came after `silentFrom` is not asked. Zero where nothing is known.
 */
export function expectedInHour(
  counts: VolumeCounts,
  hours: Timeline,
  hour: number,
  silentFrom: number,
): number {
  const around = (day: number) => countBetween(hours, hour - 24 * day - 1, hour - 24 * day + 1) / 3
  const known = (day: number) => hour - 24 * day + 1 < silentFrom && isCounted(counts, hour - 24 * day - 1)
  const mean = (days: number[]) => days.reduce((sum, day) => sum + around(day), 0) / days.length
  const week = [1, 2, 3, 4, 5, 6, 7].filter(known)
  const weekday = [7, 14].filter(known)
  return Math.min(
    week.length === 0 ? 0 : mean(week),
    weekday.length === 0 ? Number.POSITIVE_INFINITY : mean(weekday),
  )
}

/** A silence that missed fewer than this is no gap, but how the alert is. What comes after it in a heap is no storm either. */
const leastGap = 7

/** No further back than this: what is silent longer is not measured against it. Hours. */
const longestGapHours = 48

/** How many mentions the silence right before the last `length` ms missed, where `perHour` are usual; zero where it was none. */
export function missedInGap(counts: VolumeCounts, now: number, length: number, perHour: number): number {
  const begins = Math.floor(now / minuteMs) - length / minuteMs + 1
  const { total } = counts.minutes
  let slot = begins - 1
  while (slot >= total.first && countAt(total, slot) === 0) slot -= 1
  const missed =
    slot >= total.first
      ? ((begins - 1 - slot) * minuteMs * perHour) / hourMs
      : missedInHours(counts, Math.floor((begins * minuteMs) / hourMs) - 1)
  return missed >= leastGap ? missed : 0
}

/** What the silent hours up to `last` would have brought. */
function missedInHours(counts: VolumeCounts, last: number): number {
  let missed = 0
  for (let hour = last; last - hour < longestGapHours && countAt(counts.hours.total, hour) === 0; hour -= 1)
    missed += expectedInHour(counts, counts.hours.total, hour, hour)
  return missed
}
