import type { Time } from '@overheard/base/time'
import type { VolumeCounts } from './alert-volume.ts'
import { countAt, countBetween, dayMs, firstKnownDay, hourMs, minuteMs } from './volume-counts.ts'

/** The mean of all days weighs as much as this many days of the same hour, because a few days do not show the rhythm of a day. */
const shrinkDays = 3
const mostDays = 14
/** One additional day with this many mentions is counted, so that an alert without mentions is still polled. */
const leastPerDay = 0.5
const recentMinutes = 30
/** The short time shows the begin of a crisis, the long one a weaker rise. */
const fastMinutes = [3, 10, 30]

/**
 * Estimates how many mentions an hour an alert brings now (UTC, ms). The estimate is the mean of this hour of the day, shrunk towards the
 * mean of all days, and rises with the mentions of the last minutes. It only plans polls; spikes have their own baseline.
 */
export function expectedPerHour(counts: VolumeCounts, now: Time): number {
  const usual = usualPerHour(counts, now)
  const recent = countOfMinutes(counts, now, recentMinutes) * (60 / recentMinutes)
  return Math.max(
    usual,
    (usual + recent) / 2,
    ...fastMinutes.map((length) => certainRate(counts, now, length)),
  )
}

/** Returns a rate that the true rate very probably exceeds, because few mentions may be chance. */
function certainRate(counts: VolumeCounts, now: Time, minutes: number): number {
  const found = countOfMinutes(counts, now, minutes)
  return (found - 2 * Math.sqrt(found)) * (60 / minutes)
}

function countOfMinutes({ minutes }: VolumeCounts, now: Time, length: number): number {
  const minute = Math.floor(now / minuteMs)
  return countBetween(minutes.total, minute - length + 1, minute)
}

function usualPerHour(counts: VolumeCounts, now: Time): number {
  const daily = meanOfDays(counts, now) / 24
  const hour = Math.floor(now / hourMs)
  const same = Array.from({ length: mostDays }, (_, index) => hour - 24 * (index + 1)).filter(
    (earlier) => (earlier - 1) * hourMs >= counts.since,
  )
  const sum = same.reduce(
    (total, earlier) => total + countBetween(counts.hours.total, earlier - 1, earlier + 1) / 3,
    0,
  )
  return (sum + shrinkDays * daily) / (same.length + shrinkDays)
}

/**
 * Returns the mean number of mentions a day in the last 14 days, since the first known day or since the first mention, whichever is more: days that
 * are not known may be days without the alert, or days with mentions whose totals are missing.
 */
function meanOfDays(counts: VolumeCounts, now: Time): number {
  const known = firstKnownDay(counts)
  return Math.max(
    meanSince(counts, known, now),
    meanSince(counts, Math.min(known, counts.days.total.first), now),
  )
}

/** Today counts as a part of a day. */
function meanSince(counts: VolumeCounts, since: number, now: Time): number {
  const today = Math.floor(now / dayMs)
  const first = Math.max(today - mostDays, since)
  const length = (now - first * dayMs) / dayMs
  let sum = 0
  for (let day = first; day <= today; day++) sum += countAt(counts.days.total, day)
  return (sum + leastPerDay) / (length + 1)
}
