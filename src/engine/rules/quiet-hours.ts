import type { Time } from '@overheard/base/time'
import { addDays, dateOf, weekdayOf } from '../../model/calendar-date.ts'
import { type Subscription, weekdays } from '../../model/subscription.ts'
import { hoursOn } from '../../model/wall-clock.ts'

export type Quiet = NonNullable<Subscription['quiet']>

/** The search for the end stops after this many quiet periods without a gap between them (a week of whole days). */
const mostInARow = 8

/**
 * Returns when the quiet hours end (UTC, ms); undefined outside of quiet hours. Start and end are wall-clock times, so
 * a night in which the clocks change is an hour shorter or longer.
 */
export function quietUntil(quiet: Quiet, now: Time): number | undefined {
  let end: number | undefined
  for (let period = 0; period < mostInARow; period++) {
    const next = endOfHoursAround(quiet, end ?? now)
    if (next === undefined) return end
    end = next
  }
  return end
}

function endOfHoursAround({ from, to, days, timezone }: Quiet, at: Time): Time | undefined {
  const today = dateOf(at, timezone)
  for (const date of [addDays(today, -1), today]) {
    const weekday = weekdays[weekdayOf(date)]
    if (weekday === undefined || (days !== undefined && !days.includes(weekday))) continue
    const { start, end } = hoursOn(date, { from, to }, timezone)
    if (start <= at && at < end) return end
  }
  return undefined
}
