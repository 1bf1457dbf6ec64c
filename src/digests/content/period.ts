import { isDeepStrictEqual } from 'node:util'
import type { Time } from '@overheard/base/time'
import type { DateRange, Granularity } from '@overheard/mention-client/insight'
import { addDays, dateOf, datesBetween, isoWeekOf, monthStart } from '../../model/calendar-date.ts'
import { daysIn, timestampsOf, wholeMonthsIn } from '../../model/date-range.ts'
import type { Digest } from '../../model/subscription.ts'
import { runsOn } from '../../scheduler/cron.ts'

/** A digest is sent once for each `key`. */
export type WholePeriod = { key: string; range: DateRange }

type Timing = Pick<Digest, 'schedule' | 'timezone' | 'period'>

/**
 * The returned function tells which dates a digest of that time covers: the day, the seven days, or the calendar month before its date in the
 * zone of the digest. If the schedule would repeat or leave out dates that way, the digest covers the dates since its last date.
 */
export function periodsOf({ schedule, timezone, period }: Timing): (slotAt: Time) => WholePeriod {
  const runs = runsOn(schedule)
  const isEachOnce = coversEachDateOnce({ schedule, period })
  return (slotAt) => {
    const today = dateOf(slotAt, timezone)
    const last = addDays(today, -1)
    const since = lastDateBefore(today, runs)
    const range = isEachOnce ? periodBefore(today, period) : { from: since, to: last }
    return { key: keyOf(last, addDays(since, -1), period), range }
  }
}

function periodBefore(today: string, period: Granularity): DateRange {
  const last = addDays(today, -1)
  if (period === 'day') return { from: last, to: last }
  if (period === 'week') return { from: addDays(today, -7), to: last }
  const lastOfMonth = addDays(monthStart(today), -1)
  return { from: monthStart(lastOfMonth), to: lastOfMonth }
}

/** A schedule for 29 February can pause for eight years. */
const longestPauseDays = 9 * 366

function lastDateBefore(date: string, runs: (date: string) => boolean): string {
  let before = addDays(date, -1)
  for (let days = 0; days < longestPauseDays; days++) {
    if (runs(before)) return before
    before = addDays(before, -1)
  }
  return addDays(date, -1)
}

/** These dates have every kind of month, also a February of each length. */
const tried = { from: '2027-01-01', to: '2028-03-31' }

/** True if a schedule runs exactly once in each period, so that each date is in the period of one run. */
export function coversEachDateOnce({ schedule, period }: Pick<Timing, 'schedule' | 'period'>): boolean {
  const dates = datesBetween(tried.from, tried.to)
  const runs = dates.filter(runsOn(schedule))
  if (period === 'month')
    return isDeepStrictEqual(
      runs.map(monthStart),
      dates.filter((date) => date === monthStart(date)),
    )
  const every = period === 'day' ? 1 : 7
  const first = dates.indexOf(runs[0] ?? '')
  return (
    first >= 0 &&
    isDeepStrictEqual(
      runs,
      dates.filter((_, at) => at % every === first),
    )
  )
}

/** Earlier versions sent one digest for each of these keys. A digest that they would not have sent has a key of its own. */
function keyOf(last: string, lastBefore: string, period: Granularity): string {
  const keys = { day: (date: string) => date, week: isoWeekOf, month: (date: string) => date.slice(0, 7) }
  const key = keys[period](last)
  return key === keys[period](lastBefore) ? last : key
}

/** The mention service counts in UTC days, so a digest waits until the last of its dates is over in UTC, too. */
export const dueAt = (slotAt: Time, { range }: WholePeriod): Time =>
  Math.max(slotAt, timestampsOf(range).to + 1)

/** A missed digest is still sent within this time after its slot, in ms. */
export const catchUpWindowMs = 86_400_000

export function isWithinCatchUp(slotAt: Time, now: Time): boolean {
  return now >= slotAt && now - slotAt <= catchUpWindowMs
}

/** Says if the range is one day, seven days, or one calendar month. */
export function lengthOf(range: DateRange): Granularity | 'other' {
  const days = daysIn(range)
  if (days === 1) return 'day'
  if (days === 7) return 'week'
  return wholeMonthsIn(range) === 1 ? 'month' : 'other'
}
