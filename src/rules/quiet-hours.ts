import { tzOffset } from '@date-fns/tz'
import { type Quiet, weekdays } from '../model/subscription.ts'

const dayMs = 86_400_000

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

/** A time of day (`HH:MM`) in ms. */
function timeOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

const minuteMs = 60_000

/** What a clock on the wall of a zone (IANA) shows at a moment (UTC, ms), as if it were UTC, in ms. */
export function wallTimeOf(moment: number, timezone: string): number {
  return moment + tzOffset(timezone, new Date(moment)) * minuteMs
}

/**
 * The moment (UTC, ms) at which a clock on the wall shows this: the last one of two, where clocks go back; as long after, where they
 * go ahead and leave it out. Whatever the zone of the machine: TZDate, made of hours and minutes, gives the one or the other by that.
 */
export function instantOf(wall: number, timezone: string): number {
  const offsets = [wall - dayMs, wall + dayMs].map((around) => tzOffset(timezone, new Date(around)))
  const shown = offsets.filter((offset) => wallTimeOf(wall - offset * minuteMs, timezone) === wall)
  return wall - Math.min(...(shown.length > 0 ? shown : offsets)) * minuteMs
}
