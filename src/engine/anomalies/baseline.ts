import type { Time } from '@overheard/base/time'
import { median } from '../../model/quantiles.ts'
import type { Timeline, VolumeCounts } from './alert-volume.ts'
import { countAt, countBetween, dayMs, firstKnownDay, hourMs, minuteMs } from './volume-counts.ts'

/** This file computes the usual number of mentions of an alert from its stored counts. Times are UTC. */

const minDays = 5

const busyHour = 2.5

/**
 * The usual number of mentions an hour. The last 60 minutes touch two clock hours, so `perHour` is the larger of their baselines. `hours` has
 * both: that of the running hour and that of the hour before. It is missing if only daily totals are known.
 */
export type Baseline = { perHour: number; hours?: { running: number; before: number } }

/** Returns undefined if too little is known. */
export function baselineAt(counts: VolumeCounts, at: Time): Baseline | undefined {
  const hour = Math.floor(at / hourMs)
  const [running, before] = [baselineInHour(counts, hour), baselineInHour(counts, hour - 1)]
  if (running !== undefined && before !== undefined)
    return { perHour: Math.max(running, before), hours: { running, before } }
  const perHour = baselineByDay(counts, at)
  return perHour === undefined ? undefined : { perHour }
}

/** Returns the usual mentions of the time `length` (ms, at most an hour) before `at`, in which each hour has its own baseline. */
export function usualInLast({ perHour, hours }: Baseline, at: Time, length: number): number {
  if (hours === undefined) return (perHour * length) / hourMs
  const inRunning = Math.min(length, at % hourMs)
  return (hours.running * inRunning + hours.before * (length - inRunning)) / hourMs
}

function baselineInHour(counts: VolumeCounts, hour: number): number | undefined {
  const sameHours = earlierDays(counts, hour, 7)
  if (sameHours.length < minDays) return undefined
  const everyDay = Math.max(median(sameHours) ?? 0, lastTwoDays(counts, hour))
  return Math.max(everyDay * shareOfQuietDay(counts, Math.floor(hour / 24)), lastTwoWeeks(counts, hour))
}

/**
 * Returns how quiet this weekday usually is: its mentions divided by those of a mean day, at most 1. Uses the larger share of the last two
 * weeks, so a single outage changes nothing. Without it, an event at a quiet weekend would not exceed the baseline of the working days.
 */
function shareOfQuietDay(counts: VolumeCounts, day: number): number {
  const { total } = counts.days
  const shares = [day - 7, day - 14].map((earlier) => {
    if (earlier - 6 <= firstKnownDay(counts)) return undefined
    const mean = countBetween(total, earlier - 6, earlier) / 7
    return (countAt(total, earlier) + weekdayAllowance) / (mean + weekdayAllowance)
  })
  const [last, before] = shares
  const share = Math.max(last ?? 1, before ?? leastShare)
  return share > quietShare ? 1 : share
}

/** A larger share may be chance. */
const quietShare = 2 / 3

/**
 * One week shows at most this share, because its quiet day may have been an outage. A share of 0.4 alone makes no ordinary day a spike: that
 * needs three times the baseline.
 */
const leastShare = 0.4

/** Is added to the mentions of a day, because the ratio of small counts says little. */
const weekdayAllowance = 2

function earlierDays(counts: VolumeCounts, hour: number, days: number): number[] {
  return Array.from({ length: days }, (_, index) => hour - 24 * (index + 1))
    .filter((earlier) => isCounted(counts, earlier - 1))
    .map((earlier) => aroundHour(counts.hours.total, earlier))
}

function lastTwoDays(counts: VolumeCounts, hour: number): number {
  return Math.min(...[24, 48].map((ago) => aroundHour(counts.hours.total, hour - ago)))
}

/** Returns the smaller count of the last two weeks at this hour and weekday. So a weekly peak is usual, but a single spike is not. */
function lastTwoWeeks(counts: VolumeCounts, hour: number): number {
  const weeks = [hour - 7 * 24, hour - 14 * 24]
  if (!weeks.every((earlier) => isCounted(counts, earlier - 1))) return 0
  return Math.min(...weeks.map((earlier) => aroundHour(counts.hours.total, earlier)))
}

function baselineByDay(counts: VolumeCounts, at: Time): number | undefined {
  const today = Math.floor(at / dayMs)
  const known = Math.min(14, today - firstKnownDay(counts))
  if (known < minDays) return undefined
  const days = Array.from({ length: known }, (_, index) => countAt(counts.days.total, today - 1 - index))
  return ((median(days) ?? 0) / 24) * busyHour
}

function isCounted({ since }: VolumeCounts, hour: number): boolean {
  return hour * hourMs >= since
}

function aroundHour(hours: Timeline, hour: number): number {
  return Math.max(countAt(hours, hour), countBetween(hours, hour - 1, hour + 1) / 3)
}

/**
 * Returns how many mentions to expect in an hour. `hour` is in hours since the epoch, UTC. Takes the mean an hour at the same time of day
 * (from the hour before to the hour after), once over the last seven days and once over the same weekday of the last two weeks, and returns
 * the smaller mean. Leaves out days on which these hours reach `silentFrom`. Returns 0 if nothing is known.
 */
export function expectedInHour(
  counts: VolumeCounts,
  hours: Timeline,
  hour: number,
  silentFrom: number,
): number {
  /** A loop, because a mention after two silent days asks for the mean of many hours. */
  const mean = (days: readonly number[], nothing: number) => {
    let [sum, known] = [0, 0]
    for (const day of days) {
      const at = hour - 24 * day
      if (at + 1 >= silentFrom || !isCounted(counts, at - 1)) continue
      sum += countBetween(hours, at - 1, at + 1)
      known++
    }
    return known === 0 ? nothing : sum / 3 / known
  }
  return Math.min(mean(daysOfWeek, 0), mean(sameWeekdays, Number.POSITIVE_INFINITY))
}

/** In days before the hour that is judged. */
const daysOfWeek = [1, 2, 3, 4, 5, 6, 7]
const sameWeekdays = [7, 14]

/** A silence with fewer missed mentions counts as no silence, because it is normal for the alert. */
const minMissed = 7

const maxGapHours = 48

/**
 * Estimates the mentions that were missed in a silence directly before the last `length` ms. `perHour` is the usual number of mentions an
 * hour. Returns 0 if there was no such silence.
 */
export function missedInGap(counts: VolumeCounts, now: Time, length: number, perHour: number): number {
  const begins = Math.floor(now / minuteMs) - length / minuteMs + 1
  const { total } = counts.minutes
  let slot = begins - 1
  while (slot >= total.first && countAt(total, slot) === 0) slot -= 1
  const missed =
    slot >= total.first
      ? missedInMinutes(counts, { from: slot + 1, to: begins - 1 }, perHour)
      : missedInHours(counts, Math.floor((begins * minuteMs) / hourMs) - 1)
  return missed >= minMissed ? missed : 0
}

/** Each hour has its own mean, because `perHour` is the greater baseline of two hours, at most. `from` and `to` are minutes since the epoch. */
function missedInMinutes(
  counts: VolumeCounts,
  { from, to }: { from: number; to: number },
  perHour: number,
): number {
  const hourOf = (slot: number) => Math.floor((slot * minuteMs) / hourMs)
  let missed = 0
  for (let hour = hourOf(from); hour <= hourOf(to); hour += 1) {
    const [first, end] = [(hour * hourMs) / minuteMs, ((hour + 1) * hourMs) / minuteMs]
    const minutes = Math.max(0, Math.min(to + 1, end) - Math.max(from, first))
    const isKnown = isCounted(counts, hour - 25)
    const rate = isKnown ? expectedInHour(counts, counts.hours.total, hour, hour) : perHour
    missed += (Math.min(perHour, rate) * minutes * minuteMs) / hourMs
  }
  return missed
}

function missedInHours(counts: VolumeCounts, last: number): number {
  let missed = 0
  for (let hour = last; last - hour < maxGapHours && countAt(counts.hours.total, hour) === 0; hour -= 1)
    missed += expectedInHour(counts, counts.hours.total, hour, hour)
  return missed
}
