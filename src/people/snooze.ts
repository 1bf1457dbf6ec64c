import type { Time } from '@overheard/base/time'
import { addDays, dateOf, mondayOf } from '../model/calendar-date.ts'
import { momentOf } from '../model/wall-clock.ts'
import { nextWorkingDay, type WorkCalendar } from './working-time.ts'

export const snoozeTerms = ['1h', '4h', 'tomorrow', 'working-day', 'monday'] as const
export type SnoozeTerm = (typeof snoozeTerms)[number]

const hourMs = 3_600_000

/**
 * Returns when the snooze ends (UTC, ms), in the person's time zone (IANA): `working-day` when the working hours of the next working day
 * begin, and `tomorrow` and `monday` at 9:00. `monday` is never today. Without a working day in the next year, `working-day` is `monday`.
 */
export function snoozeUntil(
  term: SnoozeTerm,
  now: Time,
  timezone: string,
  calendar: Omit<WorkCalendar, 'timezone'>,
): number {
  if (term === '1h' || term === '4h') return now + (term === '1h' ? hourMs : 4 * hourMs)
  const nextDay = term === 'working-day' ? nextWorkingDay({ ...calendar, timezone }, now) : undefined
  if (nextDay !== undefined) return nextDay
  const today = dateOf(now, timezone)
  const day = term === 'tomorrow' ? addDays(today, 1) : addDays(mondayOf(today), 7)
  return momentOf(day, '09:00', timezone)
}
