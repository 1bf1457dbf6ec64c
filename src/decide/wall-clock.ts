import { tzOffset } from '@date-fns/tz'

const minute = 60_000
const day = 86_400_000

/** What a clock on the wall of a zone (IANA) shows at a moment (UTC, ms), as if it were UTC, in ms. */
export function wallOf(moment: number, timezone: string): number {
  return moment + tzOffset(timezone, new Date(moment)) * minute
}

/**
 * The moment (UTC, ms) at which a clock on the wall shows this: the last one of two, where clocks go back; as long after, where they
 * go ahead and leave it out. Whatever the zone of the machine: TZDate, made of hours and minutes, gives the one or the other by that.
 */
export function momentOf(wall: number, timezone: string): number {
  const offsets = [wall - day, wall + day].map((around) => tzOffset(timezone, new Date(around)))
  const shown = offsets.filter((offset) => wallOf(wall - offset * minute, timezone) === wall)
  return wall - Math.min(...(shown.length > 0 ? shown : offsets)) * minute
}
