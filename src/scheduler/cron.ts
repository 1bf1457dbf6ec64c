import { tzOffset } from '@date-fns/tz'
import { createTask, parse, validateDetailed } from 'node-cron'

const minute = 60_000

/** The errors of a cron expression with five or six fields (seconds first), one phrase each; empty if it is valid. */
export function cronErrors(expression: string): string[] {
  const found = validateDetailed(expression)
  return found.valid
    ? []
    : found.errors.map(
        ({ field, message }) =>
          `${field}: ${message.replace(/^(.*) is an? invalid expression.*$/, "'$1' cannot stand there")}`,
      )
}

/** True if a schedule fires in every hour of every day. Such a schedule runs in UTC, so that no clock change skips an hour. */
export function firesHourly(expression: string): boolean {
  const { hour, dayOfMonth, month, dayOfWeek } = parse(expression)
  const everyDay = new Set(dayOfWeek.map((day) => (day === 7 ? 0 : day))).size === 7
  return hour.length === 24 && month.length === 12 && dayOfMonth.length === 31 && everyDay
}

/** The time zone that a schedule runs in: UTC if it fires in every hour, otherwise the given zone (IANA). */
export function zoneOf(expression: string, timezone: string): string {
  return firesHourly(expression) ? 'UTC' : timezone
}

/**
 * The interval of a schedule in ms, if it is constant and at most an hour. Otherwise the time of its next run after `now` (both UTC, ms; NaN
 * if it never runs).
 */
export function intervalOf(
  expression: string,
  timezone: string,
  now: number,
): { every: number } | { next: number } {
  const { second, minute: minutes } = parse(expression)
  const isEven = second.length === 1 ? isSpread(minutes) : minutes.length === 60 && isSpread(second)
  if (firesHourly(expression) && isEven) return { every: (60 * minute) / (second.length * minutes.length) }
  return { next: nextRunOf(expression, zoneOf(expression, timezone))(now + 1) ?? Number.NaN }
}

/** True if the values (0 to 59) have equal distances, including that from the last to the first. */
function isSpread(values: number[]): boolean {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted.every(
    (value, index) => value - (sorted[index - 1] ?? value - 60 / sorted.length) === 60 / sorted.length,
  )
}

/** Longest time between two runs of any schedule (29 February), in ms. */
const longestWait = 9 * 366 * 86_400_000

/** Returns the first run from `at` on and before `until` (UTC, ms); undefined if there is none. */
type NextRun = (at: number, until?: number) => number | undefined

/**
 * Returns a function that finds the next run of a schedule in a zone (IANA) from any time; node-cron can do that only from the present. If
 * clocks skip the time of a run, it runs directly after the gap, so that no week is without its digest. The last result is cached, so
 * asking for rising times is cheap. Throws if the expression is invalid.
 */
export function nextRunOf(expression: string, timezone: string): NextRun {
  const firstIn = firstOnTheWall(expression)
  const hours = parse(expression).hour
  const wallOf = (at: number) => at + tzOffset(timezone, new Date(at)) * minute
  let last: { from: number; run: number } | undefined

  function search(at: number, until: number): number | undefined {
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

  return (at, until = at + longestWait) => {
    if (last === undefined || at < last.from || at > last.run) {
      const run = search(at, until)
      if (run === undefined) return undefined
      last = { from: at, run }
    }
    return last.run < until ? last.run : undefined
  }
}

/** Returns the first run within a minute, at least `from` ms after its start; undefined if there is none. */
type FirstIn = (wall: number, from: number) => number | undefined

/** Finds runs by wall-clock time, which is encoded as if it were UTC, in ms. */
function firstOnTheWall(expression: string): FirstIn {
  const fields = parse(expression)
  const seconds = fields.second.toSorted((a, b) => a - b).map((second) => second * 1000)
  const task = createTask(expression, () => undefined, { timezone: 'UTC' })
  void task.destroy()
  return (wall, from) =>
    fields.minute.includes(new Date(wall).getUTCMinutes())
      ? seconds.find((ms) => ms >= from && task.match(new Date(wall + ms)))
      : undefined
}

/** True if a schedule has a run in the wall-clock times from `from` to before `to`, which clocks skip. */
function isAnyIn(firstIn: FirstIn, from: number, to: number): boolean {
  for (let wall = from; wall < to; wall += minute) if (firstIn(wall, 0) !== undefined) return true
  return false
}

/** The time until the next full hour of the wall clock, in ms. */
const restOfTheHour = (wall: number) => 60 * minute - (wall % (60 * minute))

const hour = 60 * minute

/**
 * The last run of a schedule up to and including `now`, at most `within` ms ago: UTC, ms since the epoch. Undefined if there was none.
 * Throws if the expression is invalid.
 */
export function lastRun(
  expression: string,
  timezone: string,
  now: number,
  within: number,
): number | undefined {
  const next = nextRunOf(expression, timezone)
  // A short range first, because a frequent schedule has many runs in a day.
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
