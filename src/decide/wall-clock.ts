import { tzOffset } from '@date-fns/tz'

const minuteMs = 60_000
const dayMs = 86_400_000

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
