import type { Time } from '@overheard/base/time'
import type { DateRange } from '@overheard/mention-client/insight'
import {
  addDays,
  dateOf,
  daysBetween,
  mondayOf,
  monthEnd,
  monthStart,
  monthsBetween,
  startOf,
} from './calendar-date.ts'

/** “This week” and “this month” end today. */
export const namedRanges = [
  'today',
  'yesterday',
  'this week',
  'last week',
  'this month',
  'last month',
] as const

type NamedRange = (typeof namedRanges)[number]

export type RangeChoice =
  | { kind: 'days'; days: number }
  | { kind: 'named'; name: NamedRange }
  | { kind: 'dates'; from: string; to: string }

/** `30d` is 30 dates including today. */
export function toDateRange(choice: RangeChoice, now: Time): DateRange {
  const today = dateOf(now)
  if (choice.kind === 'dates') return { from: choice.from, to: choice.to }
  if (choice.kind === 'days') return { from: addDays(today, 1 - choice.days), to: today }
  return toNamedDateRange(choice.name, today)
}

function toNamedDateRange(name: NamedRange, today: string): DateRange {
  const yesterday = addDays(today, -1)
  const lastSunday = addDays(mondayOf(today), -1)
  const endOfLastMonth = addDays(monthStart(today), -1)
  const ranges: Record<NamedRange, DateRange> = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    'this week': { from: mondayOf(today), to: today },
    'last week': { from: mondayOf(lastSunday), to: lastSunday },
    'this month': { from: monthStart(today), to: today },
    'last month': { from: monthStart(endOfLastMonth), to: endOfLastMonth },
  }
  return ranges[name]
}

export function daysIn(range: DateRange): number {
  return daysBetween(range.from, range.to)
}

/** Returns the number of calendar months that the range consists of; 0 if it does not consist of whole months. */
export function wholeMonthsIn({ from, to }: DateRange): number {
  return from === monthStart(from) && to === monthEnd(to) ? monthsBetween(from, to) + 1 : 0
}

/** Returns the first and the last millisecond of the range (UTC, both included). */
export function timestampsOf(range: DateRange): { from: number; to: number } {
  return { from: startOf(range.from), to: startOf(addDays(range.to, 1)) - 1 }
}

const timeWords =
  /\p{Nd}|\b(?:hour|day|week|month|quarter|year|since|until|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)/iu

export function soundsLikeTime(words: string): boolean {
  return timeWords.test(words)
}
