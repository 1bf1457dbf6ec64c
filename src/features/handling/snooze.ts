import type { Time } from '../../async/time.ts'
import { instantOf, wallTimeOf } from '../../rules/quiet-hours.ts'

export const snoozeTerms = ['1h', '4h', 'tomorrow', 'monday'] as const
export type SnoozeTerm = (typeof snoozeTerms)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Returns when the snooze ends (UTC, ms). `tomorrow` and `monday` end at 9:00 in the person's time zone (IANA). `monday` is never today.
 */
export function snoozeUntil(term: SnoozeTerm, now: Time, timezone: string): number {
  if (term === '1h' || term === '4h') return now + (term === '1h' ? hourMs : 4 * hourMs)
  const wall = wallTimeOf(now, timezone)
  const midnight = Math.floor(wall / dayMs) * dayMs
  const weekday = new Date(midnight).getUTCDay()
  const days = term === 'tomorrow' ? 1 : (8 - weekday) % 7 || 7
  return instantOf(midnight + days * dayMs + 9 * hourMs, timezone)
}
