import { tzOffset } from '@date-fns/tz'
import { type Quiet, weekdays } from '../model/subscription.ts'

const dayMs = 86_400_000

/** At most this many quiet periods follow each other without a gap: a week of whole days. */
const mostInARow = 8

/**
 * The end of the quiet hours at `now` (both UTC, ms); undefined outside of them. Start and end are wall-clock times, so a night in which
 * the clocks change is an hour shorter or longer.
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

/** Parses `HH:MM` into ms since midnight. */
function timeOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

const minuteMs = 60_000

/** The wall-clock time of a zone (IANA) at a time (UTC, ms), encoded as if it were UTC, in ms. */
export function wallTimeOf(moment: number, timezone: string): number {
  return moment + tzOffset(timezone, new Date(moment)) * minuteMs
}

/**
 * The inverse of `wallTimeOf`: the time (UTC, ms) at which clocks of the zone show `wall`. If they show `wall` twice, because they go back,
 * the second time counts. If they skip it, because they go ahead, the result is later by the skipped time. TZDate is not used, because its
 * result depends on the time zone of the machine.
 */
export function instantOf(wall: number, timezone: string): number {
  const offsets = [wall - dayMs, wall + dayMs].map((around) => tzOffset(timezone, new Date(around)))
  const shown = offsets.filter((offset) => wallTimeOf(wall - offset * minuteMs, timezone) === wall)
  return wall - Math.min(...(shown.length > 0 ? shown : offsets)) * minuteMs
}
