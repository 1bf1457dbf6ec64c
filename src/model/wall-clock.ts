import { tzOffset } from '@date-fns/tz'
import type { Time } from '@overheard/base/time'
import { addDays } from './calendar-date.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Returns what the clocks of the zone (IANA) show at a moment, in ms as if they showed UTC. */
export function wallTimeOf(moment: Time, timezone: string): number {
  return moment + tzOffset(timezone, new Date(moment)) * minuteMs
}

/**
 * Returns the moment at which the zone's clocks show `wall`, so it is the inverse of `wallTimeOf`. If the clocks show `wall` twice, the
 * second time counts, unless `ifTwice` is `first`. If they skip it, the result is later by the skipped time. TZDate is not used, because its
 * result depends on the machine's time zone.
 */
export function instantOf(wall: number, timezone: string, ifTwice: 'first' | 'second' = 'second'): Time {
  const offsets = [wall - dayMs, wall + dayMs].map((around) => tzOffset(timezone, new Date(around)))
  const shown = offsets.filter((offset) => wallTimeOf(wall - offset * minuteMs, timezone) === wall)
  const isFirst = ifTwice === 'first' && shown.length > 0
  const offset = isFirst ? Math.max(...shown) : Math.min(...(shown.length > 0 ? shown : offsets))
  return wall - offset * minuteMs
}

/** Returns the moment at which the zone's clocks show a time (`HH:MM`) on a date; the second one if they show it twice. */
export const momentOf = (date: string, time: string, timezone: string): Time =>
  instantOf(wallOf(date, time), timezone)

const wallOf = (date: string, time: string) => Date.parse(`${date}T${time}Z`)

/**
 * Returns when wall-clock hours that begin on a date start and end. If `to` is not later than `from`, they end on the next day. If the clocks
 * show a time twice, hours start at the first and end at the second.
 */
export function hoursOn(date: string, { from, to }: { from: string; to: string }, timezone: string) {
  const endDate = to > from ? date : addDays(date, 1)
  return { start: instantOf(wallOf(date, from), timezone, 'first'), end: momentOf(endDate, to, timezone) }
}
