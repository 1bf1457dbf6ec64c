import { tzOffset } from '@date-fns/tz'
import { getISOWeek } from 'date-fns/getISOWeek'
import { getISOWeekYear } from 'date-fns/getISOWeekYear'
import type { Time } from '../async/time.ts'
import type { WholePeriod } from '../model/date-range.ts'
import type { DateRange, Granularity } from '../model/insight.ts'
import { addDays, dateOf, monthStart } from '../model/utc-date.ts'

// Imported function by function, because loading all of date-fns takes two seconds.

const minuteMs = 60_000
const dayMs = 86_400_000

/** Returns the last whole UTC dates before `slotAt`: one day, seven days or a month. A digest is sent once for each `key`. */
export function digestPeriod(slotAt: Time, timezone: string, period: Granularity): WholePeriod {
  const last = lastWholeDate(slotAt, timezone)
  return { key: periodKey(last, period), period, range: rangeEndingAt(last, period) }
}

/**
 * Uses the zone's largest offset of the year. With the current offset, a slot near midnight UTC would report one date
 * twice and leave out another when the clocks change.
 */
function lastWholeDate(slotAt: Time, timezone: string): string {
  const offset = tzOffset(timezone, new Date(slotAt))
  const lagMinutes = largestOffset(slotAt, timezone) - offset
  return addDays(dateOf(slotAt - lagMinutes * minuteMs), -1)
}

/** Returns the largest UTC offset in minutes. Samples the offset every 30 days for half a year before and after the slot. */
function largestOffset(slotAt: Time, timezone: string): number {
  const halfYear = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]
  return Math.max(...halfYear.map((months) => tzOffset(timezone, new Date(slotAt + months * 30 * dayMs))))
}

function rangeEndingAt(last: string, period: Granularity): DateRange {
  if (period === 'day') return { from: last, to: last }
  if (period === 'week') return { from: addDays(last, -6), to: last }
  return { from: monthBefore(addDays(last, 1)), to: last }
}

function monthBefore(date: string): string {
  const endOfMonthBefore = addDays(monthStart(date), -1)
  const sameDay = `${endOfMonthBefore.slice(0, 7)}-${date.slice(8)}`
  return sameDay < endOfMonthBefore ? sameDay : endOfMonthBefore
}

function periodKey(last: string, period: Granularity): string {
  if (period === 'day') return last
  if (period === 'month') return last.slice(0, 7)
  const [year = 0, month = 0, day = 0] = last.split('-').map(Number)
  // date-fns reads the fields of the process's own zone: noon there has the right date in every zone.
  const noon = new Date(year, month - 1, day, 12)
  return `${getISOWeekYear(noon)}-W${String(getISOWeek(noon)).padStart(2, '0')}`
}

/** A missed digest is still sent within this time after its slot, in ms. */
export const catchUpWindowMs = dayMs

export function isWithinCatchUp(slotAt: Time, now: Time): boolean {
  return now >= slotAt && now - slotAt <= catchUpWindowMs
}
