import type { DateRange, Granularity } from '@overheard/mention-client/insight'
import { describe, expect, it } from 'vitest'
import { coversEachDateOnce, dueAt, isWithinCatchUp, periodsOf } from '../../src/digests/content/period.ts'
import { type CivilDate, datesOfYears, momentIn } from '../tools/civil-calendar.ts'
import { triesEverything } from '../tools/runs.ts'

describe('the period of a digest', () => {
  const monday = '0 9 * * 1'
  it.each<[string, string, string, string, string, Granularity, string, string, string]>([
    [
      'is the previous week if the digest is due on a Monday in Berlin',
      monday,
      'Europe/Berlin',
      '2026-11-23',
      '09:00',
      'week',
      '2026-W47',
      '2026-11-16',
      '2026-11-22',
    ],
    [
      'is the previous week if the digest is due on a Monday in New York',
      monday,
      'America/New_York',
      '2026-11-23',
      '09:00',
      'week',
      '2026-W47',
      '2026-11-16',
      '2026-11-22',
    ],
    [
      'is the previous week if the digest is due on a Monday morning in Sydney, although Sunday is not over in UTC',
      monday,
      'Australia/Sydney',
      '2026-11-23',
      '09:00',
      'week',
      '2026-W47',
      '2026-11-16',
      '2026-11-22',
    ],
    [
      'can be a week that belongs to two years',
      monday,
      'Europe/Berlin',
      '2027-01-04',
      '09:00',
      'week',
      '2026-W53',
      '2026-12-28',
      '2027-01-03',
    ],
    [
      'is from Friday to Thursday if a weekly digest is due on a Friday',
      '0 16 * * 5',
      'Europe/Berlin',
      '2026-11-20',
      '16:00',
      'week',
      '2026-W47',
      '2026-11-13',
      '2026-11-19',
    ],
    [
      'is the day before if the digest is daily',
      '0 9 * * *',
      'Europe/Berlin',
      '2026-11-20',
      '09:00',
      'day',
      '2026-11-19',
      '2026-11-19',
      '2026-11-19',
    ],
    [
      'is the day before if a daily digest is due in the evening in New York',
      '0 20 * * *',
      'America/New_York',
      '2026-11-20',
      '20:00',
      'day',
      '2026-11-19',
      '2026-11-19',
      '2026-11-19',
    ],
    [
      'is the leap day if a daily digest is due on 1 March of a leap year',
      '0 9 * * *',
      'Europe/Berlin',
      '2028-03-01',
      '09:00',
      'day',
      '2028-02-29',
      '2028-02-29',
      '2028-02-29',
    ],
    [
      'is the month before if a monthly digest is due on the first of a month',
      '0 9 1 * *',
      'Europe/Berlin',
      '2026-12-01',
      '09:00',
      'month',
      '2026-11',
      '2026-11-01',
      '2026-11-30',
    ],
    [
      'is the month before if a monthly digest is due at midnight in Berlin, which is the day before in UTC',
      '0 0 1 * *',
      'Europe/Berlin',
      '2026-02-01',
      '00:00',
      'month',
      '2026-01',
      '2026-01-01',
      '2026-01-31',
    ],
    [
      'can be a February with a leap day if the digest is monthly',
      '0 9 1 * *',
      'Europe/Berlin',
      '2028-03-01',
      '09:00',
      'month',
      '2028-02',
      '2028-02-01',
      '2028-02-29',
    ],
    [
      'is the calendar month before if a monthly digest is due in the middle of a month',
      '0 9 15 * *',
      'Europe/Berlin',
      '2026-11-15',
      '09:00',
      'month',
      '2026-11',
      '2026-10-01',
      '2026-10-31',
    ],
    [
      'is Thursday to Sunday on a Monday if a weekly digest is due on Mondays and Thursdays',
      '0 9 * * 1,4',
      'Europe/Berlin',
      '2026-11-23',
      '09:00',
      'week',
      '2026-11-22',
      '2026-11-19',
      '2026-11-22',
    ],
    [
      'is Monday to Wednesday on a Thursday if a weekly digest is due on Mondays and Thursdays',
      '0 9 * * 1,4',
      'Europe/Berlin',
      '2026-11-19',
      '09:00',
      'week',
      '2026-W47',
      '2026-11-16',
      '2026-11-18',
    ],
    [
      'is Friday to Sunday on a Monday if a daily digest is due on working days',
      '0 9 * * 1-5',
      'Europe/Berlin',
      '2026-11-23',
      '09:00',
      'day',
      '2026-11-22',
      '2026-11-20',
      '2026-11-22',
    ],
    [
      'is the two months since the last digest if a month has no 31st',
      '0 9 31 * *',
      'Europe/Berlin',
      '2026-03-31',
      '09:00',
      'month',
      '2026-03',
      '2026-01-31',
      '2026-03-30',
    ],
  ])('%s', (_, schedule, timezone, date, time, period, key, from, to) =>
    expect(periodsOf({ schedule, timezone, period })(momentIn(timezone, date, time))).toEqual({
      key,
      range: { from, to },
    }),
  )
})

/** Each schedule, and its dates by the civil calendar. */
const schedules: [cron: string, time: string, runs: (date: CivilDate) => boolean][] = [
  ['0 9 * * *', '09:00', () => true],
  ['0 0 * * *', '00:00', () => true],
  ['30 23 * * *', '23:30', () => true],
  ['0 9 * * 1', '09:00', ({ weekday }) => weekday === 1],
  ['0 16 * * 5', '16:00', ({ weekday }) => weekday === 5],
  ['0 9 * * 1,4', '09:00', ({ weekday }) => weekday === 1 || weekday === 4],
  ['0 9 * * 1-5', '09:00', ({ weekday }) => weekday > 0 && weekday < 6],
  ['0 0 1 * *', '00:00', ({ day }) => day === 1],
  ['0 9 1 * *', '09:00', ({ day }) => day === 1],
  ['0 9 15 * *', '09:00', ({ day }) => day === 15],
  ['0 9 1,15 * *', '09:00', ({ day }) => day === 1 || day === 15],
  ['0 9 29 * *', '09:00', ({ day }) => day === 29],
  ['0 9 31 * *', '09:00', ({ day }) => day === 31],
  ['0 0 1 */3 *', '00:00', ({ day, month }) => day === 1 && month % 3 === 1],
  ['0 9 29 2 *', '09:00', ({ day, month }) => day === 29 && month === 2],
]

const periods = ['day', 'week', 'month'] as const

/** With these schedules, the periods follow each other by themselves. */
const eachOnce: Record<Granularity, string[]> = {
  day: ['0 9 * * *', '0 0 * * *', '30 23 * * *'],
  week: ['0 9 * * 1', '0 16 * * 5'],
  month: ['0 0 1 * *', '0 9 1 * *', '0 9 15 * *'],
}

const sampledZones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Pago_Pago',
]
const zones = triesEverything() ? Intl.supportedValuesOf('timeZone') : sampledZones
const dates = datesOfYears(2026, 10)
const indexOf = new Map(dates.map(({ date }, at) => [date, at]))

describe.each(zones)('the periods of digests over years in %s', (timezone) => {
  // Each zone gets another year and other schedules, because all of them in all zones take hours.
  const number = zones.indexOf(timezone)
  const year = String(2026 + (number % 10))
  const some = schedules.filter((_, at) => timezone === 'Europe/Berlin' || at % 5 === number % 5)

  it.each(some)('cover every date once, in order, with %s', (schedule, time, runs) => {
    const runDates = dates.flatMap((one, at) =>
      runs(one) && one.date.startsWith(year) ? [{ slot: momentIn(timezone, one.date, time), at }] : [],
    )
    for (const period of periods) {
      const periodOf = periodsOf({ schedule, timezone, period })
      const told = runDates.map((run) => ({ ...run, ...periodOf(run.slot) }))
      const keys = told.map(({ key }) => key)
      expect([period, keys]).toEqual([period, [...new Set(keys)]])
      // The periods of the first run dates begin before the first year.
      const known = told.filter(({ range }) => indexOf.has(range.from))
      expectConsecutive(known.map(({ range }) => range))
      for (const { at, slot, range } of known) {
        const isCalendarPeriod = eachOnce[period].includes(schedule)
        expect(range).toEqual(
          isCalendarPeriod ? calendarPeriod(at, period) : { ...range, to: dates[at - 1]?.date },
        )
        expectDueWhenOver(slot, range)
      }
    }
  })
})

function expectConsecutive(ranges: DateRange[]): void {
  for (const [at, { from }] of ranges.entries()) {
    const before = ranges[at - 1]
    if (before !== undefined) expect(dates[(indexOf.get(from) ?? 0) - 1]?.date).toBe(before.to)
  }
}

function expectDueWhenOver(slot: number, range: DateRange): void {
  const due = dueAt(slot, { key: '', range })
  expect(due).toBe(Math.max(slot, Date.parse(`${range.to}T24:00:00Z`)))
  expect(due - slot).toBeLessThanOrEqual(14 * 3_600_000)
}

/** The last day, seven days or calendar month before a date; undefined if it begins before the first year. */
function calendarPeriod(at: number, period: Granularity): DateRange | undefined {
  const monthOf = (index: number) => dates[index]?.date.slice(0, 7)
  let to = at - 1
  if (period === 'month') while (monthOf(to) === monthOf(at)) to -= 1
  let from = period === 'week' ? to - 6 : to
  if (period === 'month') while (from > 0 && monthOf(from - 1) === monthOf(to)) from -= 1
  const [first, last] = [dates[from], dates[to]]
  return first && last && { from: first.date, to: last.date }
}

it('a schedule that runs several times on a date covers the same period each time', () => {
  const periodOf = periodsOf({ schedule: '0 9,17 * * *', timezone: 'Europe/Berlin', period: 'day' })
  const [morning, evening] = ['09:00', '17:00'].map((time) =>
    periodOf(momentIn('Europe/Berlin', '2026-11-20', time)),
  )
  expect(evening).toEqual(morning)
})

it.each<[string, Granularity, boolean]>([
  ...schedules.flatMap(([cron]) =>
    periods.map((period): [string, Granularity, boolean] => [cron, period, eachOnce[period].includes(cron)]),
  ),
  ['0 9 1-7 * *', 'month', false],
  ['0 9 28 * *', 'month', true],
])(
  'the check if the schedule %s covers each date once with the period %s returns %s',
  (schedule, period, is) => expect(coversEachDateOnce({ schedule, period })).toBe(is),
)

describe('a digest with a scheduled time', () => {
  const slot = Date.UTC(2026, 10, 23, 8)
  const hour = 3_600_000
  it.each<[string, number, boolean]>([
    ['sent at this time', 0, true],
    ['sent an hour later if it was missed', hour, true],
    ['sent a day later if it was missed', 24 * hour, true],
    ['not sent more than a day later', 24 * hour + 1, false],
    ['not sent before this time', -1, false],
  ])('is %s', (_, late, made) => expect(isWithinCatchUp(slot, slot + late)).toBe(made))
})
