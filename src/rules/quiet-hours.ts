import { tzOffset } from '@date-fns/tz'
import type { Time } from '../async/time.ts'
import { type Quiet, weekdays } from '../model/subscription.ts'

const dayMs = 86_400_000

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

function endOfHoursAround({ from, to, days, timezone }: Quiet, at: Time): number | undefined {
  const wall = wallTimeOf(at, timezone)
  const today = wall - (wall % dayMs)
  for (const date of [today - dayMs, today]) {
    const weekday = weekdays[new Date(date).getUTCDay()]
    if (weekday === undefined || (days !== undefined && !days.includes(weekday))) continue
    const start = instantOf(date + timeOfDay(from), timezone)
    const end = instantOf(date + (to > from ? 0 : dayMs) + timeOfDay(to), timezone)
    if (start <= at && at < end) return end
  }
  return undefined
}

function timeOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

const minuteMs = 60_000

/**
 * Returns the wall-clock time in an IANA zone at a moment (UTC, ms). The result is in ms, as if the wall clock showed
 * UTC.
 */
export function wallTimeOf(moment: number, timezone: string): number {
  return moment + tzOffset(timezone, new Date(moment)) * minuteMs
}

/**
 * Returns the moment (UTC, ms) at which the zone's clocks show `wall`, so it is the inverse of `wallTimeOf`. If the clocks show `wall`
 * twice, the second time counts. If they skip it, the result is later by the skipped time. TZDate is not used, because its result depends
 * on the machine's time zone.
 */
export function instantOf(wall: number, timezone: string): number {
  const offsets = [wall - dayMs, wall + dayMs].map((around) => tzOffset(timezone, new Date(around)))
  const shown = offsets.filter((offset) => wallTimeOf(wall - offset * minuteMs, timezone) === wall)
  return wall - Math.min(...(shown.length > 0 ? shown : offsets)) * minuteMs
}
