import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import { describeEncodingError, describeFileError, mayPass } from '../model/file-errors.ts'
import type { WorkCalendar, WorkingHours } from '../people/working-time.ts'
import { CalendarError, type CalendarFile, readComponents } from './calendar-lines.ts'

/** An entry of `calendar` that names an iCalendar file. */
export const isCalendarFile = (entry: string) => /\.ics$/i.test(entry)

const rangeMark = '..'

const datePattern = z.iso.date()

function entryError(written: string): string | undefined {
  if (isCalendarFile(written)) return undefined
  const [from = '', to = from, ...others] = written.split(rangeMark).map((date) => date.trim())
  const dates = [from, to]
  const wrong = dates.find((date) => !datePattern.safeParse(date).success)
  if (wrong !== undefined || others.length > 0)
    return `'${written}' is neither a date (such as 2026-12-25) nor a range of dates (2026-12-24${rangeMark}2027-01-01) nor a calendar file (holidays.ics)`
  return to < from ? `'${written}' ends before it begins` : undefined
}

export const calendarEntryMessage = 'expected a date (such as 2026-12-25) or a calendar file (holidays.ics)'

/** A date, or a range of dates with both its ends, or the path of a calendar file. */
export const calendarEntry = z.string(calendarEntryMessage).superRefine((written, context) => {
  const message = entryError(written)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

function isInEntry(entry: string, date: string): boolean {
  const [from = '', to = from] = entry.split(rangeMark).map((one) => one.trim())
  return from <= date && date <= to
}

type CalendarSettings = {
  workingHours: WorkingHours[]
  calendar?: string | string[]
  calendarFiles?: CalendarFile[]
  timezone: string
}

const mostBytes = 2_000_000

/** Reads a calendar file and finds its first error. */
export function readCalendarFile(
  path: string,
  readBytes: (path: string) => Buffer,
): { text: string } | { error: string; mayPass?: true } {
  try {
    const bytes = readBytes(path)
    if (bytes.length > mostBytes) return { error: 'it is larger than 2 MB' }
    const encoding = describeEncodingError(bytes)
    if (encoding !== undefined) return { error: encoding }
    const text = bytes.toString()
    readComponents(text)
    return { text }
  } catch (error) {
    if (error instanceof CalendarError) return { error: error.message }
    const reason = describeFileError(error) ?? `it cannot be read (${String(error)})`
    return mayPass(error) ? { error: reason, mayPass: true } : { error: reason }
  }
}

/** The package that reads calendar files is loaded only if there are some. Rejects with a CalendarError. */
export async function readWorkCalendar(settings: CalendarSettings, now: Time): Promise<WorkCalendar> {
  const { workingHours: hours, calendar = [], calendarFiles: files = [], timezone } = settings
  const entries = [calendar].flat().filter((entry) => !isCalendarFile(entry))
  const isInFile = files.length === 0 ? () => false : await holidaysOfFiles(files, { now, timezone })
  const isHoliday = (date: string) => entries.some((entry) => isInEntry(entry, date)) || isInFile(date)
  return { hours, timezone, isHoliday }
}

async function holidaysOfFiles(files: CalendarFile[], { now, timezone }: { now: Time; timezone: string }) {
  const { holidaysOf } = await import('./holidays.ts')
  return holidaysOf(files, { thisYear: new Date(now).getUTCFullYear(), timezone })
}
