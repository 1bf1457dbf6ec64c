import type { Time } from '@overheard/base/time'
import { addDays, dateOf, weekdayOf } from '../model/calendar-date.ts'
import { weekdays } from '../model/subscription.ts'
import { hoursOn } from '../model/wall-clock.ts'

type Weekday = (typeof weekdays)[number]

/** Working hours that begin on these weekdays. `from` and `to` are wall-clock times (`HH:MM`); if `to` is not later, it is on the next day. */
export type WorkingHours = { days: readonly Weekday[]; from: string; to: string }

/** Holidays are dates such as `2026-12-25`. Working hours that begin on a holiday do not take place. */
export type WorkCalendar = {
  hours: readonly WorkingHours[]
  isHoliday: (date: string) => boolean
  timezone: string
}

/** UTC, ms. The end is not part of the period. */
type Period = { start: Time; end: Time }

/** A search for working time stops after this many days without any. */
const mostDaysOff = 400

/** Returns the working hours that begin on a date, in their order. Because they are wall-clock times, they are shorter or longer if the clocks change. */
function periodsOn({ hours, isHoliday, timezone }: WorkCalendar, date: string): Period[] {
  const weekday = weekdays[weekdayOf(date)]
  const own = hours.filter(({ days }) => weekday !== undefined && days.includes(weekday))
  if (own.length === 0 || isHoliday(date)) return []
  return own
    .map((one) => hoursOn(date, one, timezone))
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start)
}

/** Yields the working time after `at`, from the earliest on, and no moment twice. Ends after `mostDaysOff` days without working time. */
export function* workingTimeAfter(calendar: WorkCalendar, at: Time): Generator<Period> {
  let reached = at
  let daysOff = 0
  // The hours of the day before can last until today.
  for (
    let date = addDays(dateOf(at, calendar.timezone), -1);
    daysOff < mostDaysOff;
    date = addDays(date, 1)
  ) {
    daysOff += 1
    for (const { start, end } of periodsOn(calendar, date)) {
      if (end <= reached) continue
      yield { start: Math.max(start, reached), end }
      reached = end
      daysOff = 0
    }
  }
}

/** Returns `at` during working hours, and otherwise when they begin again. Undefined if that is more than a year away. */
export function nextWorkingTime(calendar: WorkCalendar, at: Time): Time | undefined {
  for (const { start } of workingTimeAfter(calendar, at)) return start
  return undefined
}

/** Returns when the working hours of the next working day begin. It is never today. Undefined if that is more than a year away. */
export function nextWorkingDay(calendar: WorkCalendar, at: Time): Time | undefined {
  let date = dateOf(at, calendar.timezone)
  for (let days = 0; days < mostDaysOff; days++) {
    date = addDays(date, 1)
    const [first] = periodsOn(calendar, date)
    if (first !== undefined) return first.start
  }
  return undefined
}
