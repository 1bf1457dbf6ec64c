import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestPeriod, isWithinCatchUp } from '../../src/digests/period.ts'
import { daysIn } from '../../src/model/date-range.ts'
import type { Granularity } from '../../src/model/insight.ts'
import { addDays, startOf } from '../../src/model/utc-date.ts'

/** The moment a clock in the zone shows this. */
function at(zone: string, date: string, hour: number, minute = 0): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return new TZDate(year, month - 1, day, hour, minute, 0, zone).getTime()
}

describe('the period of a digest', () => {
  it.each<[string, string, string, number, Granularity, string, string, string]>([
    [
      'is the previous week if the digest is due on a Monday in Berlin',
      'Europe/Berlin',
      '2026-11-23',
      9,
      'week',
      '2026-W47',
      '2026-11-16',
      '2026-11-22',
    ],
    [
      'is the previous week if the digest is due on a Monday in New York',
      'America/New_York',
      '2026-11-23',
      9,
      'week',
      '2026-W47',
      '2026-11-16',
      '2026-11-22',
    ],
    [
      'ends on Saturday if the digest is due on a Monday morning in Sydney, because Sunday is not over in UTC',
      'Australia/Sydney',
      '2026-11-23',
      9,
      'week',
      '2026-W47',
      '2026-11-15',
      '2026-11-21',
    ],
    [
      'can be a week that belongs to two years',
      'Europe/Berlin',
      '2027-01-04',
      9,
      'week',
      '2026-W53',
      '2026-12-28',
      '2027-01-03',
    ],
    [
      'is from Friday to Thursday if a weekly digest is due on a Friday',
      'Europe/Berlin',
      '2026-11-20',
      16,
      'week',
      '2026-W47',
      '2026-11-13',
      '2026-11-19',
    ],
    [
      'is the day before if the digest is daily',
      'Europe/Berlin',
      '2026-11-20',
      9,
      'day',
      '2026-11-19',
      '2026-11-19',
      '2026-11-19',
    ],
    [
      'is the leap day if a daily digest is due on 1 March of a leap year',
      'Europe/Berlin',
      '2028-03-01',
      9,
      'day',
      '2028-02-29',
      '2028-02-29',
      '2028-02-29',
    ],
    [
      'is the present date if a daily digest is due in the evening in New York, because this date is over in UTC',
      'America/New_York',
      '2026-11-20',
      20,
      'day',
      '2026-11-20',
      '2026-11-20',
      '2026-11-20',
    ],
    [
      'is the month before if a monthly digest is due on the first of a month',
      'Europe/Berlin',
      '2026-12-01',
      9,
      'month',
      '2026-11',
      '2026-11-01',
      '2026-11-30',
    ],
    [
      'can be a February with a leap day if the digest is monthly',
      'Europe/Berlin',
      '2028-03-01',
      9,
      'month',
      '2028-02',
      '2028-02-01',
      '2028-02-29',
    ],
    [
      'is January if a monthly digest is due on 1 February',
      'America/New_York',
      '2027-02-01',
      9,
      'month',
      '2027-01',
      '2027-01-01',
      '2027-01-31',
    ],
    [
      'covers days of two months if a monthly digest is due in the middle of a month',
      'Europe/Berlin',
      '2026-11-15',
      9,
      'month',
      '2026-11',
      '2026-10-15',
      '2026-11-14',
    ],
    [
      'begins on 28 February if a monthly digest is due on 31 March, because February has no 31st',
      'Europe/Berlin',
      '2026-03-31',
      9,
      'month',
      '2026-03',
      '2026-02-28',
      '2026-03-30',
    ],
  ])('%s', (_, zone, date, hour, period, key, from, to) =>
    expect(digestPeriod(at(zone, date, hour), zone, period)).toEqual({ key, period, range: { from, to } }),
  )
})

describe('the periods of a digest over a year', () => {
  it.each(['Europe/Berlin', 'America/New_York'])(
    'are 52 whole weeks, each of them once, if the digest is due on Mondays at 09:00 in %s',
    (zone) => {
      const weeks = Array.from({ length: 52 }, (_, week) =>
        digestPeriod(at(zone, addDays('2026-01-05', 7 * week), 9), zone, 'week'),
      )
      expect(new Set(weeks.map(({ key }) => key)).size).toBe(52)
      for (const [index, { range }] of weeks.entries()) {
        expect(range).toEqual({
          from: addDays('2025-12-29', 7 * index),
          to: addDays('2026-01-04', 7 * index),
        })
      }
    },
  )

  const zones = [
    'Europe/London',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Tokyo',
    'Asia/Kolkata',
    'Australia/Sydney',
    'America/Santiago',
    'Pacific/Auckland',
    'Pacific/Honolulu',
    'UTC',
  ]
  /** Every date that a daily slot tells, a year long. */
  function datesTold(zone: string, hour: number, minute: number): string[] {
    return Array.from({ length: 366 }, (_, day) => {
      const slot = at(zone, addDays('2026-01-01', day), hour, minute)
      const { range } = digestPeriod(slot, zone, 'day')
      expect(startOf(addDays(range.to, 1))).toBeLessThanOrEqual(slot)
      return range.to
    })
  }

  it.each([
    ['Europe/Berlin', 9, 0],
    ['America/New_York', 9, 0],
    // Between their winter and their summer offset these cross midnight UTC when the clocks change.
    ['America/New_York', 19, 30],
    ['Australia/Sydney', 10, 30],
    ['Pacific/Auckland', 12, 30],
    ['America/Santiago', 20, 30],
    ['Europe/London', 0, 30],
  ])(
    'cover every date once, in order, after the date is over, if the digest is daily in %s at %i:%i',
    (zone, hour, minute) => {
      const told = datesTold(zone, hour, minute)
      expect(told).toEqual(told.map((_, day) => addDays(told[0] ?? '', day)))
    },
  )

  it('cover only dates that are over in UTC, in any time zone and at any hour', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.nat(23), fc.constantFrom(0, 30, 59), (zone, hour, minute) => {
        datesTold(zone, hour, minute)
      }),
      { numRuns: 15 },
    )
  })

  it('cover seven dates for a week and 28 to 31 for a month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1e12, max: 3e12 }), fc.constantFrom(...zones), (slot, zone) => {
        expect(daysIn(digestPeriod(slot, zone, 'week').range)).toBe(7)
        const month = daysIn(digestPeriod(slot, zone, 'month').range)
        expect(month >= 28 && month <= 31).toBe(true)
      }),
    )
  })
})

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
