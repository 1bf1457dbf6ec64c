import { parse, validateDetailed } from 'node-cron'
import { nextRunOf } from './next-run.ts'

const minute = 60_000

/** What is wrong with a cron expression of five or six fields (seconds first), one phrase a fault; empty when it is sound. */
export function cronFaults(expression: string): string[] {
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
