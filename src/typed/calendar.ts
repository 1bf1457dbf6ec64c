import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { addMonths } from 'date-fns/addMonths'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth } from 'date-fns/startOfMonth'
import { startOfYear } from 'date-fns/startOfYear'
import type { Time } from '../async/time.ts'
import { instantOf, wallTimeOf } from '../rules/quiet-hours.ts'

// Imported function by function, because loading all of date-fns takes two seconds.

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A day of a calendar: the ms of its start, as if the wall clock showed UTC. */
export type CalendarDay = number

/**
 * Changes a day with date-fns. The day is passed as its noon, because the time zone of the machine has an influence on TZDate in the hours in which
 * clocks change, and no clock changes at noon.
 */
const changed = (day: CalendarDay, change: (noon: TZDate) => Date): CalendarDay =>
  Math.floor(change(new TZDate(day + dayMs / 2, 'UTC')).getTime() / dayMs) * dayMs

export const plusDays = (day: CalendarDay, days: number) => changed(day, (noon) => addDays(noon, days))
/** The last day of a month follows 31 January after a month. */
export const plusMonths = (day: CalendarDay, months: number) =>
  changed(day, (noon) => addMonths(noon, months))
export const mondayOf = (day: CalendarDay) => changed(day, startOfISOWeek)
export const firstOfMonth = (day: CalendarDay) => changed(day, startOfMonth)
export const firstOfYear = (day: CalendarDay) => changed(day, startOfYear)
/** Sunday is 0. */
export const weekdayOf = (day: CalendarDay) => new TZDate(day, 'UTC').getUTCDay()
export const yearOf = (day: CalendarDay) => new TZDate(day, 'UTC').getUTCFullYear()

/** Returns undefined if no calendar has the date. `month` counts from 1. */
export function calendarDay(year: number, month: number, day: number): CalendarDay | undefined {
  const at = Date.UTC(year, month - 1, day)
  const found = new TZDate(at, 'UTC')
  const exists =
    year >= 1000 && year <= 9999 && found.getUTCMonth() === month - 1 && found.getUTCDate() === day
  return exists ? at : undefined
}

export const today = (now: Time, zone: string): CalendarDay => {
  const wall = wallTimeOf(now, zone)
  return Math.floor(wall / dayMs) * dayMs
}

/** Returns the time of day on the clocks of the zone, in ms. */
export const timeOfDay = (now: Time, zone: string) => wallTimeOf(now, zone) - today(now, zone)

/** Returns the moment at which the clocks of the zone show a time of a day. `timeOfDay` may be 24 hours. */
export const momentOn = (day: CalendarDay, timeOfDay: number, zone: string): Time =>
  instantOf(day + timeOfDay, zone)
