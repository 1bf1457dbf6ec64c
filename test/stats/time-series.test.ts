import type { Granularity, Period } from '@overheard/mention-client/insight'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupNeighbours } from '../../src/messages/kit/sparkline.ts'
import { addDays } from '../../src/model/calendar-date.ts'
import { daysIn, toDateRange } from '../../src/model/date-range.ts'
import { fillSeries, thinSeries } from '../../src/stats/time-series.ts'

const count = (total: number) => ({ total, parts: [{ name: 'mentions', count: total }] })
const period = (from: string, to: string, total: number, incomplete = false): Period => ({
  from,
  to,
  incomplete,
  value: count(total),
})
const rows = (series: Period[]) =>
  series.map(
    ({ from, to, value, incomplete }) => `${from} ${to} ${value.total}${incomplete ? ' incomplete' : ''}`,
  )
const longAgo = '2030-01-01'

describe('in a time series of the mention service,', () => {
  it('omitted days are zeros in the right place', () => {
    const answered = [period('2026-11-17', '2026-11-17', 4), period('2026-11-19', '2026-11-19', 2)]
    const filled = fillSeries(answered, { from: '2026-11-16', to: '2026-11-20' }, 'day', longAgo)
    expect(rows(filled)).toEqual([
      '2026-11-16 2026-11-16 0',
      '2026-11-17 2026-11-17 4',
      '2026-11-18 2026-11-18 0',
      '2026-11-19 2026-11-19 2',
      '2026-11-20 2026-11-20 0',
    ])
  })

  it('weeks run from Monday to Sunday; the range cuts the first and the last', () => {
    const answered = [period('2026-11-02', '2026-11-08', 7), period('2026-11-16', '2026-11-18', 3, true)]
    const filled = fillSeries(answered, { from: '2026-10-29', to: '2026-11-18' }, 'week', longAgo)
    expect(rows(filled)).toEqual([
      '2026-10-29 2026-11-01 0 incomplete',
      '2026-11-02 2026-11-08 7',
      '2026-11-09 2026-11-15 0',
      '2026-11-16 2026-11-18 3 incomplete',
    ])
  })

  it.each([
    ['from Monday', '2026-10-26', '2026-11-01'],
    ['from the first day of the range', '2026-10-29', '2026-11-01'],
  ])('the first week, which the range cuts, is found if the service dates it %s', (_, from, to) => {
    const filled = fillSeries(
      [period(from, to, 5)],
      { from: '2026-10-29', to: '2026-11-08' },
      'week',
      longAgo,
    )
    expect(rows(filled)).toEqual(['2026-10-29 2026-11-01 5 incomplete', '2026-11-02 2026-11-08 0'])
  })

  it('months have their own lengths, leap day included', () => {
    const answered = [period('2028-02-01', '2028-02-29', 29)]
    const filled = fillSeries(answered, { from: '2028-01-01', to: '2028-03-31' }, 'month', longAgo)
    expect(rows(filled)).toEqual([
      '2028-01-01 2028-01-31 0',
      '2028-02-01 2028-02-29 29',
      '2028-03-01 2028-03-31 0',
    ])
  })

  it('the period that contains today is incomplete', () => {
    const filled = fillSeries([], { from: '2026-11-19', to: '2026-11-20' }, 'day', '2026-11-20')
    expect(rows(filled)).toEqual(['2026-11-19 2026-11-19 0', '2026-11-20 2026-11-20 0 incomplete'])
  })

  it('daily numbers in an answer for weeks are added up', () => {
    const answered = [period('2026-11-16', '2026-11-16', 1), period('2026-11-18', '2026-11-18', 2)]
    const [week] = fillSeries(answered, { from: '2026-11-16', to: '2026-11-22' }, 'week', longAgo)
    expect(week?.value).toEqual(count(3))
  })

  it('values outside the range are left out', () => {
    const answered = [period('2026-11-15', '2026-11-15', 9), period('2026-11-21', '2026-11-21', 9)]
    const filled = fillSeries(answered, { from: '2026-11-16', to: '2026-11-20' }, 'day', longAgo)
    expect(filled.every(({ value }) => value.total === 0)).toBe(true)
  })
})

describe('for any time series,', () => {
  const answer = fc.record({
    now: fc.integer({ min: 1e12, max: 2e12 }),
    days: fc.integer({ min: 1, max: 400 }),
    granularity: fc.constantFrom<Granularity>('day', 'week', 'month'),
    picks: fc.array(fc.tuple(fc.nat(399), fc.nat(500)), { maxLength: 60 }),
  })

  it('nothing is added or lost, no date is twice or missing, and the dates ascend', () => {
    fc.assert(
      fc.property(answer, ({ now, days, granularity, picks }) => {
        const range = toDateRange({ kind: 'days', days }, now)
        const answered = picks.map(([at, total]) => {
          const date = addDays(range.from, at % days)
          return period(date, date, total)
        })
        const filled = fillSeries(answered, range, granularity, longAgo)
        expect(filled.reduce((sum, { value }) => sum + value.total, 0)).toBe(
          answered.reduce((sum, { value }) => sum + value.total, 0),
        )
        expect(filled.reduce((sum, one) => sum + daysIn(one), 0)).toBe(days)
        expect(filled[0]?.from).toBe(range.from)
        expect(filled.at(-1)?.to).toBe(range.to)
        for (const [at, one] of filled.entries())
          if (at > 0) expect(one.from).toBe(addDays(filled[at - 1]?.to ?? '', 1))
      }),
    )
  })

  it('thinning a series keeps the sum of the counts and returns at most the wanted number of points', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1000), { maxLength: 500 }),
        fc.integer({ min: 1, max: 40 }),
        (totals, most) => {
          const series = totals.map((total, at) => {
            const date = addDays('2026-01-01', at)
            return period(date, date, total)
          })
          const points = thinSeries(series, most)
          expect(points.length).toBeLessThanOrEqual(most)
          expect(points.reduce((sum, { value }) => sum + value.total, 0)).toBe(
            totals.reduce((sum, total) => sum + total, 0),
          )
        },
      ),
    )
  })

  it('groups of neighbouring values contain all values in order, and only the last group can be smaller', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 50 }), (values, most) => {
        const groups = groupNeighbours(values, most)
        expect(groups.flat()).toEqual(values)
        expect(groups.length).toBeLessThanOrEqual(most)
        expect(new Set(groups.slice(0, -1).map(({ length }) => length)).size).toBeLessThanOrEqual(1)
      }),
    )
  })
})
