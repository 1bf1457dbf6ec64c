import { tzOffset } from '@date-fns/tz'
import type { Time } from '@overheard/base/time'
import { startOf } from '../model/calendar-date.ts'
import { automatic } from '../model/subscription.ts'
import { fieldsOf, matcherOf } from './cron-tasks.ts'

const minute = 60_000

/** True for `auto` and for a schedule that fires in every hour of every day. Both run in UTC, because a clock change must not skip an hour. */
export function firesHourly(expression: string): boolean {
  if (expression === automatic) return true
  const { hour, dayOfMonth, month, dayOfWeek } = fieldsOf(expression)
  const everyDay = new Set(dayOfWeek.map((day) => (day === 7 ? 0 : day))).size === 7
  return hour.length === 24 && month.length === 12 && dayOfMonth.length === 31 && everyDay
}

export function zoneOf(expression: string, timezone: string): string {
  return firesHourly(expression) ? 'UTC' : timezone
}

/**
 * Returns the interval (`every`, in ms) if it is constant and at most an hour. Otherwise returns the first run after `now` (`next`, in ms
 * since the epoch), or NaN if there is none.
 */
export function intervalOf(
  expression: string,
  timezone: string,
  now: Time,
): { every: number } | { next: number } {
  const { second, minute: minutes } = fieldsOf(expression)
  const isEven = second.length === 1 ? isSpread(minutes) : minutes.length === 60 && isSpread(second)
  if (firesHourly(expression) && isEven) return { every: (60 * minute) / (second.length * minutes.length) }
  return { next: nextRunOf(expression, zoneOf(expression, timezone))(now + 1) ?? Number.NaN }
}

/** True if all distances between neighbouring values (0 to 59) are equal, including the distance from the last value to the first. */
function isSpread(values: number[]): boolean {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted.every(
    (value, index) => value - (sorted[index - 1] ?? value - 60 / sorted.length) === 60 / sorted.length,
  )
}

/** The search for the next run looks this far ahead, in ms, because a schedule for 29 February can pause for eight years. */
const maxSearchMs = 9 * 366 * 86_400_000

type NextRun = (at: Time, until?: Time) => number | undefined

/**
 * Returns a function that finds the first run of a schedule in a zone (IANA) at or after any time; node-cron can find it only from the
 * present. If a clock change skips the time of a run, the run comes directly after the gap. The function caches its last result, so asking
 * for rising times is cheap. Throws if the expression is invalid.
 */
export function nextRunOf(expression: string, timezone: string): NextRun {
  const firstIn = firstOnTheWall(expression)
  const hours = fieldsOf(expression).hour
  const wallOf = (at: Time) => at + tzOffset(timezone, new Date(at)) * minute
  /** `run` is infinite if the schedule has no more runs. */
  let last: { from: number; run: number } | undefined

  function search(at: Time, until: Time): number | undefined {
    let start = at - (at % minute)
    let expected = wallOf(start - minute) + minute
    while (start < until) {
      const wall = wallOf(start)
      if (start >= at && isAnyIn(firstIn, expected, wall)) return start
      const isItsHour = hours.includes(new Date(wall).getUTCHours())
      const run = isItsHour ? firstIn(wall, at - start) : undefined
      if (run !== undefined) return start + run
      const step = isItsHour ? minute : restOfTheHour(wall)
      start += step
      expected = wall + step
    }
    return undefined
  }

  return (at, until) => {
    if (last === undefined || at < last.from || at > last.run) {
      const run = search(at, until ?? at + maxSearchMs) ?? (until ? undefined : Number.POSITIVE_INFINITY)
      if (run === undefined) return undefined
      last = { from: at, run }
    }
    return last.run < (until ?? Number.POSITIVE_INFINITY) ? last.run : undefined
  }
}

/**
 * Returns the first run in the minute that starts at `wall`, at least `from` ms after that start. The result is in ms after that start, or
 * undefined if there is none. `wall` is wall-clock time, encoded in ms as if it were UTC.
 */
type FirstIn = (wall: number, from: number) => number | undefined

function firstOnTheWall(expression: string): FirstIn {
  const fields = fieldsOf(expression)
  const seconds = fields.second.toSorted((a, b) => a - b).map((second) => second * 1000)
  const matches = matcherOf(expression)
  return (wall, from) =>
    fields.minute.includes(new Date(wall).getUTCMinutes())
      ? seconds.find((ms) => ms >= from && matches(wall + ms))
      : undefined
}

function isAnyIn(firstIn: FirstIn, from: number, to: number): boolean {
  for (let wall = from; wall < to; wall += minute) if (firstIn(wall, 0) !== undefined) return true
  return false
}

const restOfTheHour = (wall: number) => 60 * minute - (wall % (60 * minute))

const hour = 60 * minute

/**
 * Returns the time of the last run of a schedule in the `within` ms before `now` (ms since the epoch), or undefined if there was none.
 * Throws if the expression is invalid.
 */
export function lastRun(expression: string, timezone: string, now: Time, within: number): number | undefined {
  const next = nextRunOf(expression, timezone)
  // The search begins with a short range, because a frequent schedule has many runs in a day.
  for (const back of [minute, hour, within]) {
    let found: number | undefined
    let run = next(now - Math.min(back, within), now + 1)
    while (run !== undefined) {
      found = run
      run = next(run + 1, now + 1)
    }
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns a function that tells if a schedule runs on a date of its zone. Throws if the expression is invalid. */
export function runsOn(expression: string): (date: string) => boolean {
  const fields = fieldsOf(expression)
  const [hours = 0, minutes = 0, seconds = 0] = [fields.hour, fields.minute, fields.second].map(
    ([first]) => first,
  )
  const timeOfDay = hours * hour + minutes * minute + seconds * 1000
  const matches = matcherOf(expression)
  return (date) => matches(startOf(date) + timeOfDay)
}
