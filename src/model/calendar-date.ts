import { tzOffset } from '@date-fns/tz'
import { UTCDateMini } from '@date-fns/utc/date/mini'
import type { Time } from '@overheard/base/time'
import { addDays as daysLater } from 'date-fns/addDays'
import { addMonths as monthsLater } from 'date-fns/addMonths'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { differenceInCalendarMonths } from 'date-fns/differenceInCalendarMonths'
import { eachDayOfInterval } from 'date-fns/eachDayOfInterval'
import { getDay } from 'date-fns/getDay'
import { getISOWeek } from 'date-fns/getISOWeek'
import { getISOWeekYear } from 'date-fns/getISOWeekYear'
import { isValid } from 'date-fns/isValid'
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth } from 'date-fns/startOfMonth'

// Calendar dates (YYYY-MM-DD). date-fns calculates with them in UTC, where every day has 24 hours, because it would otherwise use the time
// zone of the machine. Its functions are imported one by one, because loading all of date-fns takes two seconds.

const utc = (date: string) => new UTCDateMini(date)

/** Returns the date that a calendar in the zone (IANA) shows at a moment. */
export function dateOf(at: Time, timezone = 'UTC'): string {
  const offsetMinutes = timezone === 'UTC' ? 0 : tzOffset(timezone, new Date(at))
  return new Date(at + offsetMinutes * 60_000).toISOString().slice(0, 10)
}

/** Returns the first moment of the date in UTC (ms). */
export function startOf(date: string): Time {
  return Date.parse(date)
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(utc(text)) && dateOf(startOf(text)) === text
}

/** Returns undefined if no calendar has the date. `month` counts from 1. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  const [months, days] = [month, day].map((number) => String(number).padStart(2, '0'))
  const date = `${year}-${months}-${days}`
  return year >= 1000 && isDate(date) ? date : undefined
}

export const addDays = (date: string, days: number) => dateOf(daysLater(utc(date), days).getTime())

/** The 31st becomes the last day of a shorter month. */
export const addMonths = (date: string, months: number) => dateOf(monthsLater(utc(date), months).getTime())

export const mondayOf = (date: string) => dateOf(startOfISOWeek(utc(date)).getTime())

export const monthStart = (date: string) => dateOf(startOfMonth(utc(date)).getTime())

export const monthEnd = (date: string) => dateOf(lastDayOfMonth(utc(date)).getTime())

/** Both dates are included. */
export const datesBetween = (from: string, to: string) =>
  eachDayOfInterval({ start: utc(from), end: utc(to) }).map((date) => dateOf(date.getTime()))

/** Counts both dates. */
export const daysBetween = (from: string, to: string) => differenceInCalendarDays(utc(to), utc(from)) + 1

export const monthsBetween = (from: string, to: string) => differenceInCalendarMonths(utc(to), utc(from))

/** Returns 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (date: string) => getDay(utc(date))

/** Returns, for example, “2026-W47”. */
export function isoWeekOf(date: string): string {
  return `${getISOWeekYear(utc(date))}-W${String(getISOWeek(utc(date))).padStart(2, '0')}`
}
