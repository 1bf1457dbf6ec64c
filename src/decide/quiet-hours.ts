import { TZDate } from '@date-fns/tz'
import { type Quiet, weekdays } from '../model/quiet.ts'

/** Quiet hours that follow one another without a gap are at most this many: a week of whole days. */
const mostInARow = 8

/**
 * The end of the quiet hours at `now` (both UTC, ms); undefined outside of them. Beginning and end are moments of the wall clock,
 * so a night in which clocks change is an hour shorter or longer, and none is entered twice.
 */
export function quietUntil(quiet: Quiet, now: number): number | undefined {
  let end: number | undefined
  for (let period = 0; period < mostInARow; period++) {
    const next = endOfHoursAround(quiet, end ?? now)
    if (next === undefined) return end
    end = next
  }
  return end
}

function endOfHoursAround({ from, to, days, timezone }: Quiet, at: number): number | undefined {
  const today = new TZDate(at, timezone)
  for (const daysAway of [-1, 0]) {
    const start = atTime(today, daysAway, from)
    const weekday = weekdays[start.getDay()]
    if (weekday === undefined || (days !== undefined && !days.includes(weekday))) continue
    const end = atTime(today, daysAway + (to > from ? 0 : 1), to).getTime()
    if (start.getTime() <= at && at < end) return end
  }
  return undefined
}

/** A time of day (`HH:MM`) so many days from a date, in the date's own zone; in a gap of the clock, as long after it. */
function atTime(date: TZDate, daysAway: number, time: string): TZDate {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new TZDate(
    date.getFullYear(),
    date.getMonth(),
    date.getDate() + daysAway,
    hours,
    minutes,
    date.timeZone ?? 'UTC',
  )
}
