import type { Time } from '../async/time.ts'
import { dateOf, isDate, startOf } from '../model/calendar-date.ts'
import { instantOf, wallTimeOf } from '../model/wall-clock.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Returns undefined if no calendar has the date. `month` counts from 1. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  const [months, days] = [month, day].map((number) => String(number).padStart(2, '0'))
  const date = `${year}-${months}-${days}`
  return year >= 1000 && isDate(date) ? date : undefined
}

/** Returns the time of day on the clocks of the zone, in ms. */
export const timeOfDay = (now: Time, zone: string) => wallTimeOf(now, zone) - startOf(dateOf(now, zone))

/** Returns the moment at which the clocks of the zone show a time of a date. `timeOfDay` may be 24 hours. */
export const momentOn = (date: string, timeOfDay: number, zone: string): Time =>
  instantOf(startOf(date) + timeOfDay, zone)
