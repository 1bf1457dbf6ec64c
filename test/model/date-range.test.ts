import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOf } from '../../src/model/calendar-date.ts'
import { daysIn, type RangeChoice, timestampsOf, toDateRange } from '../../src/model/date-range.ts'
import { defaultGranularity, previousRange } from '../../src/stats/request-plan.ts'

const friday = Date.UTC(2026, 10, 20, 14)
const days = (count: number): RangeChoice => ({ kind: 'days', days: count })
const named = (name: Extract<RangeChoice, { kind: 'named' }>['name']): RangeChoice => ({
  kind: 'named',
  name,
})

describe('the dates of a range', () => {
  it.each<[string, string, string, RangeChoice]>([
    ['30d', '2026-10-22', '2026-11-20', days(30)],
    ['7d', '2026-11-14', '2026-11-20', days(7)],
    ['90d', '2026-08-23', '2026-11-20', days(90)],
    ['1d', '2026-11-20', '2026-11-20', days(1)],
    ['today', '2026-11-20', '2026-11-20', named('today')],
    ['yesterday', '2026-11-19', '2026-11-19', named('yesterday')],
    ['this week', '2026-11-16', '2026-11-20', named('this week')],
    ['last week', '2026-11-09', '2026-11-15', named('last week')],
    ['this month', '2026-11-01', '2026-11-20', named('this month')],
    ['last month', '2026-10-01', '2026-10-31', named('last month')],
    [
      '2026-10-01..2026-10-31',
      '2026-10-01',
      '2026-10-31',
      { kind: 'dates', from: '2026-10-01', to: '2026-10-31' },
    ],
  ])('of “%s” are %s to %s if the question is asked on Friday, 20 November 2026', (_, from, to, choice) =>
    expect(toDateRange(choice, friday)).toEqual({ from, to }),
  )

  it.each<[string, string, string, string, RangeChoice]>([
    [
      'last month in March of a leap year',
      '2028-02-01',
      '2028-02-29',
      '2028-03-31T12:00Z',
      named('last month'),
    ],
    ['last month in January', '2026-12-01', '2026-12-31', '2027-01-01T00:00Z', named('last month')],
    ['last week on a Monday', '2026-11-09', '2026-11-15', '2026-11-16T00:00Z', named('last week')],
    ['this week on a Sunday', '2026-11-16', '2026-11-22', '2026-11-22T23:59Z', named('this week')],
    [
      'today just before midnight UTC',
      '2026-11-20',
      '2026-11-20',
      '2026-11-20T23:59:59.999Z',
      named('today'),
    ],
    ['30d over a change of clocks', '2026-10-03', '2026-11-01', '2026-11-01T00:30Z', days(30)],
  ])('of “%s” are %s to %s', (_, from, to, now, choice) =>
    expect(toDateRange(choice, Date.parse(now))).toEqual({ from, to }),
  )
})

describe('the period before a range', () => {
  it.each([
    ['2026-10-22', '2026-11-20', '2026-09-22', '2026-10-21'],
    ['2028-02-29', '2028-02-29', '2028-02-28', '2028-02-28'],
    ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    // Whole months are compared with whole months.
    ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['2028-03-01', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2026-02-01', '2026-02-27', '2026-01-05', '2026-01-31'],
    ['2026-02-02', '2026-02-28', '2026-01-06', '2026-02-01'],
  ])('from %s to %s is from %s to %s', (from, to, before, until) =>
    expect(previousRange({ from, to })).toEqual({ from: before, to: until }),
  )

  it('is as long as the range and ends right before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3660 }), fc.integer({ min: 4e11, max: 4e12 }), (count, now) => {
        const range = toDateRange(days(count), now)
        expect(daysIn(range)).toBe(count)
        expect(daysIn(previousRange(range))).toBe(count)
        expect(daysIn({ from: previousRange(range).from, to: range.to })).toBe(2 * count)
        expect(range.to).toBe(dateOf(now))
      }),
    )
  })
})

describe('the granularity for a range', () => {
  it.each([
    [1, 'day'],
    [31, 'day'],
    [32, 'week'],
    [182, 'week'],
    [183, 'month'],
  ])('of %i days is %s', (count, granularity) =>
    expect(defaultGranularity(toDateRange(days(count), friday))).toBe(granularity),
  )
})

it('a range in ms begins with the first ms of its first date and ends with the last ms of its last date', () => {
  expect(timestampsOf({ from: '2026-11-19', to: '2026-11-20' })).toEqual({
    from: Date.parse('2026-11-19T00:00:00.000Z'),
    to: Date.parse('2026-11-20T23:59:59.999Z'),
  })
})
