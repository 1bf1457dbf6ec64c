import { z } from 'zod'
import type { WorkCalendar, WorkingHours } from '../rules/working-time.ts'

const rangeMark = '..'

const datePattern = z.iso.date()

function entryError(written: string): string | undefined {
  const [from = '', to = from, ...others] = written.split(rangeMark).map((date) => date.trim())
  const dates = [from, to]
  const wrong = dates.find((date) => !datePattern.safeParse(date).success)
  if (wrong !== undefined || others.length > 0)
    return `'${written}' is neither a date (such as 2026-12-25) nor a range of dates (2026-12-24${rangeMark}2027-01-01)`
  return to < from ? `'${written}' ends before it begins` : undefined
}

export const calendarEntryMessage = 'expected a date (such as 2026-12-25)'

/** A date, or a range of dates with both its ends. */
export const calendarEntry = z.string(calendarEntryMessage).superRefine((written, context) => {
  const message = entryError(written)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

function isInEntry(entry: string, date: string): boolean {
  const [from = '', to = from] = entry.split(rangeMark).map((one) => one.trim())
  return from <= date && date <= to
}

type CalendarSettings = { workingHours: WorkingHours[]; calendar?: string | string[]; timezone: string }

export function workCalendarOf({
  workingHours: hours,
  calendar = [],
  timezone,
}: CalendarSettings): WorkCalendar {
  const entries = [calendar].flat()
  return { hours, timezone, isHoliday: (date) => entries.some((entry) => isInEntry(entry, date)) }
}
