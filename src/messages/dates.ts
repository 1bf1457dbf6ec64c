import { type RangeChoice, type WholePeriod, wholePeriodAround } from '../insights/range.ts'
import { startOf } from '../insights/utc-date.ts'
import type { DateRange } from '../model/insight.ts'
import { plural } from './numbers.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
// Spelled out, because ICU abbreviates September to four letters and months to three.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdayFormat = format({ weekday: 'long' })
const monthFormat = format({ month: 'long', year: 'numeric' })

/** A UTC date without its year: 14 Nov. */
export function dayWords(date: string): string {
  return `${Number(date.slice(-2))} ${months[Number(date.slice(-5, -3)) - 1] ?? ''}`
}

/** The weekday of a UTC date: Thursday. */
export function weekday(date: string): string {
  return weekdayFormat.format(startOf(date))
}

/** A range without its year, as short as it goes: 14 Nov, 16 – 22 Nov, 22 Oct – 20 Nov. */
export function shortRange({ from, to }: DateRange): string {
  if (from === to) return dayWords(from)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))} – ${dayWords(to)}`
  return `${dayWords(from)} – ${dayWords(to)}`
}

/** A range with its year: 22 Oct – 20 Nov 2026, or both years where it crosses New Year. */
export function fullRange(range: DateRange): string {
  const [first, last] = [range.from.slice(0, 4), range.to.slice(0, 4)]
  if (first === last) return `${shortRange(range)} ${last}`
  return `${dayWords(range.from)} ${first} – ${dayWords(range.to)} ${last}`
}

/** What was asked for: last 30 days, this week, 1 – 31 Oct 2026. */
export function choiceWords(choice: RangeChoice): string {
  if (choice.kind === 'named') return choice.name
  if (choice.kind === 'dates') return fullRange(choice)
  return choice.days === 1 ? 'today' : `last ${plural(choice.days, 'day')}`
}

/** What a digest is about: week 47, 16 – 22 Nov 2026; Thursday, 19 Nov 2026; November 2026. */
export function wholePeriodWords({ key, period, range }: WholePeriod): string {
  if (period === 'day') return `${weekday(range.from)}, ${fullRange(range)}`
  const whole = wholePeriodAround(range.from, period)
  if (whole.from !== range.from || whole.to !== range.to) return fullRange(range)
  if (period === 'month') return monthFormat.format(startOf(range.from))
  return `week ${Number(key.slice(-2))}, ${fullRange(range)}`
}
