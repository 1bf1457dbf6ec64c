import { tzOffset } from '@date-fns/tz'
import { createTask, parse, validateDetailed } from 'node-cron'

const minute = 60_000

/** What is wrong with a cron expression of five or six fields (seconds first), one phrase a fault; empty when it is sound. */
export function cronErrors(expression: string): string[] {
  const found = validateDetailed(expression)
  return found.valid
    ? []
    : found.errors.map(
        ({ field, message }) =>
          `${field}: ${message.replace(/^(.*) is an? invalid expression.*$/, "'$1' cannot stand there")}`,
      )
}

/** Whether a schedule fires at least once in every hour of every day; such a schedule runs in UTC, so that no change of clocks drops an hour of it. */
export function firesHourly(expression: string): boolean {
  const { hour, dayOfMonth, month, dayOfWeek } = parse(expression)
  const everyDay = new Set(dayOfWeek.map((day) => (day === 7 ? 0 : day))).size === 7
  return hour.length === 24 && month.length === 12 && dayOfMonth.length === 31 && everyDay
}

/** The zone a schedule runs in: UTC when it fires at least hourly, else the zone asked for (IANA). */
export function zoneOf(expression: string, timezone: string): string {
  return firesHourly(expression) ? 'UTC' : timezone
}

/**
 * How far apart a schedule's runs are, in ms, where that is always the same and at most an hour; else when it runs next after `now`
 * (both UTC, ms; not a number where it never does).
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

/** Whether values of 0 to 59 follow each other at the same distance, round the hour or the minute. */
function isSpread(values: number[]): boolean {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted.every(
    (value, index) => value - (sorted[index - 1] ?? value - 60 / sorted.length) === 60 / sorted.length,
  )
}

/** No schedule that fires at all waits longer (29 February), in ms. */
const longestWait = 9 * 366 * 86_400_000

/** Tells the first run of a schedule from `at` on, but before `until` (UTC, ms); undefined where it does not fire. */
type NextRun = (at: number, until?: number) => number | undefined

/**
 * Makes ready to ask for the runs of a schedule in a zone (IANA) around any moment, which node-cron itself tells of the present only.
 * A run whose time of day is left out where clocks go ahead comes right after that, so that no week goes without its digest. The
 * last answer is remembered, so asking for moments in order costs little. Throws on a bad expression.
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

/** Tells the first run in a minute, so many ms or more after its beginning; undefined where there is none. */
type FirstIn = (wall: number, from: number) => number | undefined

/** Reads a schedule by what a clock on the wall shows, which is given as if it were UTC, in ms. */
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

/** Whether a schedule has a run in what a clock on the wall leaves out when it goes ahead: from `from` until before `to`. */
function isAnyIn(firstIn: FirstIn, from: number, to: number): boolean {
  for (let wall = from; wall < to; wall += minute) if (firstIn(wall, 0) !== undefined) return true
  return false
}

/** How long it takes until a clock on the wall shows the next full hour, in ms. */
const restOfTheHour = (wall: number) => 60 * minute - (wall % (60 * minute))

const hour = 60 * minute

/**
 * When a schedule fired last, `now` included, but not longer than `within` ago (both ms): UTC, ms since the epoch. Nothing where it
 * did not. Throws on a bad expression.
 */
export function lastRun(
  expression: string,
  timezone: string,
  now: number,
  within: number,
): number | undefined {
  const next = nextRunOf(expression, timezone)
  // A short look first: of a schedule that fires often, a day has many runs to walk through.
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
