import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateOf,
  daysBetween,
  isDate,
  mondayOf,
  monthEnd,
  monthStart,
  startOf,
} from '../../src/model/calendar-date.ts'

const anyDate = fc.integer({ min: 0, max: 60_000 }).map((days) => dateOf(days * 86_400_000))

describe('calendar dates in UTC:', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-28', 2, '2026-03-30'],
  ])('%s plus %i days is %s', (date, days, later) => expect(addDays(date, days)).toBe(later))

  it.each([
    ['2026-11-20', '2026-11-16'],
    ['2026-11-16', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2027-01-01', '2026-12-28'],
  ])('the week of %s begins on Monday %s', (date, monday) => expect(mondayOf(date)).toBe(monday))

  it.each([
    ['2026-02-14', '2026-02-28'],
    ['2028-02-01', '2028-02-29'],
    ['2026-12-31', '2026-12-31'],
    ['2026-04-30', '2026-04-30'],
  ])('the month of %s ends on %s', (date, end) => expect(monthEnd(date)).toBe(end))

  it.each([
    ['2026-11-20', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['soon', false],
    ['', false],
  ])('the check if %j is a date returns %s', (text, exists) => expect(isDate(text)).toBe(exists))

  it('adding days is the inverse of counting days', () => {
    fc.assert(
      fc.property(anyDate, fc.nat(4000), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days + 1)
        expect(addDays(addDays(date, days), -days)).toBe(date)
      }),
    )
  })

  it('every date is in its own week and month', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(mondayOf(date) <= date && date <= addDays(mondayOf(date), 6)).toBe(true)
        expect(monthStart(date) <= date && date <= monthEnd(date)).toBe(true)
        expect(new Date(startOf(mondayOf(date))).getUTCDay()).toBe(1)
      }),
    )
  })
})
