import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VolumeCounts } from '../../../src/engine/anomalies/alert-volume.ts'
import { poissonAtLeast, poissonNone } from '../../../src/engine/anomalies/poisson.ts'
import {
  addCount,
  countAt,
  countBetween,
  countMention,
  countMentions,
  countOfLast,
  dayMs,
  emptyTimeline,
  hourMs,
  initialCounts,
  lastHours,
  minuteMs,
} from '../../../src/engine/anomalies/volume-counts.ts'
import { arbitraryMention } from '../../tools/arbitrary-mention.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const now = Date.UTC(2026, 10, 20, 14, 30)
const noSeries = { mentions: [], sentiment: [] }
const hourOf = (at: number) => Math.floor(at / hourMs)

/** The expected timeline, computed with a plain table. */
function inTable(steps: { period: number; by: number }[], most: number): Map<number, number> {
  const table = new Map<number, number>()
  let newest = Number.NEGATIVE_INFINITY
  for (const { period, by } of steps) {
    newest = Math.max(newest, period)
    if (newest - period < most) table.set(period, (table.get(period) ?? 0) + by)
  }
  return new Map([...table].filter(([period]) => newest - period < most))
}

it('a timeline of counts returns the same counts as a plain table of the newest periods, and stores no older ones', () => {
  const step = fc.record({ period: fc.integer({ min: -40, max: 40 }), by: fc.nat(5) })
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 30 }), (steps, most) => {
      const timeline = steps.reduce((sum, { period, by }) => addCount(sum, period, by, most), emptyTimeline)
      const table = inTable(steps, most)
      for (let period = -50; period <= 50; period += 1)
        expect(countAt(timeline, period)).toBe(table.get(period) ?? 0)
      expect(countBetween(timeline, -50, 50)).toBe([...table.values()].reduce((sum, one) => sum + one, 0))
      expect(timeline.counts.length).toBeLessThanOrEqual(most)
    }),
  )
})

describe('the hourly and daily counts of an alert', () => {
  const empty = initialCounts(now, noSeries)

  it('count a mention in total and also by sentiment, source and language', () => {
    const counts = countMention(empty, sampleMention({ date: now - 10 * 60_000 }), now)
    const { total, rated, negative } = counts.hours
    expect([total, rated, negative].map((timeline) => countAt(timeline, hourOf(now)))).toEqual([1, 1, 1])
    expect(counts.parts.map(({ kind, name, lastAt }) => [kind, name, lastAt])).toEqual([
      ['source', 'reddit', now],
      ['language', 'en', now],
    ])
  })

  it.each([
    [
      'in the hour of its publication a mention that is found three hours later',
      now - 3 * hourMs,
      now - 3 * hourMs,
    ],
    ['in the current hour a mention from a minute ago', now - 60_000, now],
    ['in the current hour a mention without a date', 0, now],
    ['in the current hour a mention with a date in the future', now + dayMs, now],
  ])('count %s', (_, date, counts) =>
    expect(countAt(countMention(empty, sampleMention({ date }), now).hours.total, hourOf(counts))).toBe(1),
  )

  it('begin with the mention service’s daily totals of earlier days, without today’s', () => {
    const period = (date: string, total: number, negative: number) => ({
      from: date,
      to: date,
      incomplete: false,
      value: { total, parts: [{ name: 'negative', count: negative }] },
    })
    const days = [period('2026-11-18', 30, 6), period('2026-11-20', 9, 9)]
    const { total, rated: judged, negative } = initialCounts(now, { mentions: days, sentiment: days }).days
    const day = Math.floor(Date.UTC(2026, 10, 18) / dayMs)
    expect([total, judged, negative].map(({ counts }) => counts)).toEqual([[30], [30], [6]])
    expect(countAt(total, day)).toBe(30)
  })

  it('can be listed for the last four hours, with zero for an hour without mentions', () => {
    const at = [now - 2 * hourMs, now, now]
    const counts = at.reduce(
      (sum: VolumeCounts, one) => countMention(sum, sampleMention({ date: one }), one),
      empty,
    )
    expect(lastHours(counts, now, 4)).toEqual([0, 1, 0, 2])
  })

  it('can be stored as JSON, in less than 60,000 characters and with at most 12 sources', () => {
    const found = fc.tuple(arbitraryMention, fc.nat(60 * 24))
    fc.assert(
      fc.property(fc.array(found, { maxLength: 60 }), (mentions) => {
        let [counts, at] = [empty, now]
        for (const [mention, hours] of mentions) {
          at += hours * hourMs
          counts = countMention(counts, mention, at)
        }
        expect(JSON.parse(JSON.stringify(counts))).toEqual(counts)
        expect(JSON.stringify(counts).length).toBeLessThan(60_000)
        expect(counts.parts.filter(({ kind }) => kind === 'source').length).toBeLessThanOrEqual(12)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the Poisson probability', () => {
  it.each([
    [0, 3, 1],
    [1, 3, 1 - Math.exp(-3)],
    [3, 1, 1 - 2.5 * Math.exp(-1)],
    [10, 2.5, 0.0002774],
    [200, 100, 9.343e-19],
    [5, 0, 0],
  ])('of %d or more mentions, if the mean is %d, is %d', (count, expected, chance) =>
    expect(poissonAtLeast(count, expected) / (chance || 1)).toBeCloseTo(chance === 0 ? 0 : 1, 3),
  )

  it('of at least n + 1 mentions is never larger than that of at least n, and is from 0 to 1', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.double({ min: 0, max: 300, noNaN: true }), (count, expected) => {
        const [less, more] = [poissonAtLeast(count, expected), poissonAtLeast(count + 1, expected)]
        expect(more).toBeLessThanOrEqual(less + 1e-9)
        expect(less).toBeGreaterThanOrEqual(0)
        expect(less).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('of no mention at all, if the mean is 2, is e to the power of -2', () =>
    expect(poissonNone(2)).toBeCloseTo(0.1353, 4))
})

describe('counts from a clock that was ahead', () => {
  const counted = (from: VolumeCounts, times: number[]) =>
    times.reduce((sum, at) => countMentions(sum, [sampleMention({ date: at })], at, () => false), from)

  it('do not keep mentions from being counted by minute, hour and day when the clock is right again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 * 24 * 60 }),
        fc.integer({ min: 1, max: 20 }),
        (ahead, many) => {
          const before = counted(initialCounts(now, noSeries), [now + ahead * minuteMs])
          const after = counted(
            before,
            Array.from({ length: many }, (_, index) => now + index * 1000),
          )
          const until = now + many * 1000
          expect(countOfLast(after, until, hourMs)).toBe(many)
          expect(lastHours(after, until, 2).reduce((sum, one) => sum + one)).toBe(many + 1)
          expect(after.lastAt).toBeLessThanOrEqual(until)
          expect(after.parts.every(({ lastAt }) => lastAt <= until)).toBe(true)
        },
      ),
    )
  })

  it('of an hour do not all fall into the minute in which the clock is set right', () => {
    const ahead = Array.from({ length: 120 }, (_, index) => now + (index - 60) * minuteMs)
    const after = counted(counted(initialCounts(now - hourMs, noSeries), ahead), [now + 1000])
    expect(countOfLast(after, now + 1000, hourMs / 4)).toBe(16)
    expect(lastHours(after, now + 1000, 2).reduce((sum, one) => sum + one)).toBe(121)
  })

  it('change nothing while the clock only goes on', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 * dayMs }), { maxLength: 30 }), (times) => {
        const ordered = times.toSorted((a, b) => a - b).map((time) => now + time)
        const after = counted(initialCounts(now, noSeries), ordered)
        const byHand = ordered.reduce(
          (sum, at) => countMention(sum, sampleMention({ date: at }), at),
          initialCounts(now, noSeries),
        )
        expect(after).toEqual(byHand)
      }),
    )
  })
})
