import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { poissonAtLeast, poissonNone } from '../../src/anomalies/poisson.ts'
import {
  addCount,
  countAt,
  countBetween,
  countMention,
  dayMs,
  emptyTimeline,
  hourMs,
  initialCounts,
  lastHours,
} from '../../src/anomalies/volume-counts.ts'
import type { VolumeCounts } from '../../src/model/alert-volume.ts'
import { arbitraryMention } from '../tools/arbitrary-mention.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const now = Date.UTC(2026, 10, 20, 14, 30)
const noSeries = { mentions: [], sentiment: [] }
const hourOf = (at: number) => Math.floor(at / hourMs)

/** What a timeline does, done with a table. */
function inTable(steps: { period: number; by: number }[], most: number): Map<number, number> {
  const table = new Map<number, number>()
  let newest = Number.NEGATIVE_INFINITY
  for (const { period, by } of steps) {
    newest = Math.max(newest, period)
    if (newest - period < most) table.set(period, (table.get(period) ?? 0) + by)
  }
  return new Map([...table].filter(([period]) => newest - period < most))
}

it('a timeline counts as a table would, and keeps only the newest periods', () => {
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

describe('hourly counts', () => {
  const empty = initialCounts(now, noSeries)

  it('count a mention when it was found, by sentiment, source and language', () => {
    const counts = countMention(empty, sampleMention({ date: now - 10 * 60_000 }), now)
    const { total, rated, negative } = counts.hours
    expect([total, rated, negative].map((timeline) => countAt(timeline, hourOf(now)))).toEqual([1, 1, 1])
    expect(counts.parts.map(({ kind, name, lastAt }) => [kind, name, lastAt])).toEqual([
      ['source', 'reddit', now],
      ['language', 'en', now],
    ])
  })

  it.each([
    ['found an hour late counts where it was published', now - 3 * hourMs, now - 3 * hourMs],
    ['of a minute ago counts now', now - 60_000, now],
    ['without a date counts now', 0, now],
    ['of the future counts now', now + dayMs, now],
  ])('what was %s', (_, date, counts) =>
    expect(countAt(countMention(empty, sampleMention({ date }), now).hours.total, hourOf(counts))).toBe(1),
  )

  it('begin with the days that the service knows, today left out', () => {
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

  it('tell the last hours for a sparkline', () => {
    const at = [now - 2 * hourMs, now, now]
    const counts = at.reduce(
      (sum: VolumeCounts, one) => countMention(sum, sampleMention({ date: one }), one),
      empty,
    )
    expect(lastHours(counts, now, 4)).toEqual([0, 1, 0, 2])
  })

  it('stay small and plain JSON, whatever and however much is counted', () => {
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

describe('chance', () => {
  it.each([
    [0, 3, 1],
    [1, 3, 1 - Math.exp(-3)],
    [3, 1, 1 - 2.5 * Math.exp(-1)],
    [10, 2.5, 0.0002774],
    [200, 100, 9.343e-19],
    [5, 0, 0],
  ])('brings %d or more, where %d are usual, with %d', (count, expected, chance) =>
    expect(poissonAtLeast(count, expected) / (chance || 1)).toBeCloseTo(chance === 0 ? 0 : 1, 3),
  )

  it('of more is never greater than of less', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.double({ min: 0, max: 300, noNaN: true }), (count, expected) => {
        const [less, more] = [poissonAtLeast(count, expected), poissonAtLeast(count + 1, expected)]
        expect(more).toBeLessThanOrEqual(less + 1e-9)
        expect(less).toBeGreaterThanOrEqual(0)
        expect(less).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('brings nothing as often as e says', () => expect(poissonNone(2)).toBeCloseTo(0.1353, 4))
})
