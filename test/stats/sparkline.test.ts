import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sparklineWidth, volumeSparkline } from '../../src/messages/kit/sparkline.ts'
import { addDays } from '../../src/model/calendar-date.ts'
import { countRated } from '../../src/stats/counts.ts'
import { sentimentTrend } from '../../src/stats/time-series.ts'

const mood = (positive: number, negative: number, neutral = 0) => ({ positive, negative, neutral })

/** The days from November 1. */
const days = (values: ReturnType<typeof mood>[]) =>
  values.map((value, at) => {
    const day = addDays('2026-11-01', at)
    const parts = Object.entries(value).map(([name, count]) => ({ name, count }))
    return { from: day, to: day, incomplete: false, value: { total: countRated(value), parts } }
  })

describe('a sparkline of the volume', () => {
  it.each<[string, string, number[]]>([
    ['', 'no numbers', []],
    ['▁▁▁▁', 'only zeros', [0, 0, 0, 0]],
    ['█', 'one point', [5]],
    ['▁', 'one point of zero', [0]],
    ['▁▁▁█▁▁', 'one spike', [0, 0, 0, 96, 0, 0]],
    ['▁▂▃▄▅▆▇█', 'a slope', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['▁▂█', 'one mention beside a thousand, which is still visible', [0, 1, 1000]],
    ['█▁▁█', 'gaps, filled with zeros', [4, 0, 0, 4]],
    ['███', 'a steady volume', [3, 3, 3]],
  ])('is “%s” for %s', (line, _, values) => expect(volumeSparkline(values)).toBe(line))

  it('averages 400 points in groups of equal size', () => {
    const values = Array.from({ length: 400 }, (_, at) => at)
    expect(volumeSparkline(values, 20)).toBe('▂▂▂▃▃▃▄▄▅▅▅▆▆▆▇▇▇███')
    expect(volumeSparkline(values)).toHaveLength(31)
  })
})

describe('the sparklines of the sentiment', () => {
  it.each<[positive: string, negative: string, what: string, ReturnType<typeof mood>[]]>([
    ['▁', '█', 'negative mentions only', [mood(0, 9)]],
    ['▁▁', '▁▁', 'neutral mentions only', [mood(0, 0, 8), mood(0, 0, 9)]],
    [
      '█▅▁',
      '▁▅█',
      'a fall, in the same scale on both sides of zero',
      [mood(8, 0, 2), mood(4, 4, 2), mood(0, 8, 2)],
    ],
    ['▁▁', '▂▂', 'one negative mention of many, which is no disaster', [mood(0, 1, 49), mood(0, 1, 49)]],
    [
      '▅▅▅█',
      '▅▅▅▁',
      'days with few rated mentions, which are joined',
      [mood(1, 2), mood(1, 0), mood(1, 1), mood(9, 0)],
    ],
    ['██', '▁▁', 'a last day with few rated mentions, which joins the day before', [mood(9, 0), mood(1, 0)]],
    ['███', '▁▁▁', 'days without rated mentions between others', [mood(4, 0), mood(0, 0), mood(4, 0)]],
  ])('are “%s” and “%s” for %s', (positive, negative, _, values) => {
    expect(sentimentTrend(days(values))).toMatchObject({ positive, negative })
  })

  it.each([
    ['no numbers', []],
    ['no rated mentions', [mood(0, 0), mood(0, 0)]],
    ['fewer than five rated mentions in all', [mood(1, 0), mood(1, 1), mood(0, 1)]],
  ])('do not exist for %s', (_, values) => expect(sentimentTrend(days(values))).toBeUndefined())

  it('tell the net sentiment of what each bar shows, and its dates', () => {
    const values = [mood(0, 0), mood(6, 4), mood(1, 2), mood(0, 7), mood(5, 5)]
    expect(sentimentTrend(days(values))?.moods).toEqual([
      { from: '2026-11-01', to: '2026-11-02', net: 0.2, rated: 10 },
      { from: '2026-11-03', to: '2026-11-04', net: -0.8, rated: 10 },
      { from: '2026-11-05', to: '2026-11-05', net: 0, rated: 10 },
    ])
  })

  it('have a line before the first day of a newer method', () => {
    const values = days([mood(4, 1), mood(4, 1), mood(1, 4), mood(1, 4)])
    const marked = values.map((day, at) => (at === 2 ? { ...day, isNewMethod: true as const } : day))
    expect(sentimentTrend(marked)).toMatchObject({ positive: '██┊▃▃', negative: '▃▃┊██' })
  })

  it('add up 400 points in groups, so that a busy day has more weight than a quiet one', () => {
    const values = Array.from({ length: 400 }, (_, at) => (at % 20 === 0 ? mood(0, 100) : mood(1, 0)))
    const trend = sentimentTrend(days(values), 20)
    expect([trend?.positive, trend?.negative]).toEqual(['▃'.repeat(20), '█'.repeat(20)])
    expect(trend?.moods[0]?.net).toBe(-81 / 119)
  })

  it('have a bar for each day, five rated mentions behind it, and every rated mention in one of them', () => {
    const sentiments = fc.record({ positive: fc.nat(4), negative: fc.nat(4), neutral: fc.nat(4) })
    fc.assert(
      fc.property(fc.array(sentiments, { minLength: 1, maxLength: sparklineWidth }), (values) => {
        const trend = sentimentTrend(days(values), sparklineWidth)
        const rated = values.map(countRated).reduce((sum, one) => sum + one, 0)
        expect(trend === undefined).toBe(rated < 5)
        if (trend === undefined) return
        expect(trend.positive).toMatch(/^[▁▂▃▄▅▆▇█]+$/)
        expect([trend.positive.length, trend.negative.length]).toEqual([values.length, values.length])
        for (const one of trend.moods) expect(one.rated).toBeGreaterThanOrEqual(5)
        expect(trend.moods.reduce((sum, one) => sum + one.rated, 0)).toBe(rated)
        for (const [at, { positive }] of values.entries())
          if (positive > 0) expect(trend.positive[at]).not.toBe('▁')
      }),
    )
  })
})

describe('a sparkline of any numbers', () => {
  it('has one level for each value, up to its width', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 500 }), (values) => {
        const line = volumeSparkline(values)
        expect(line).toMatch(/^[▁▂▃▄▅▆▇█]*$/)
        expect(line.length).toBeLessThanOrEqual(sparklineWidth)
        if (values.length <= sparklineWidth) expect(line).toHaveLength(values.length)
        if (values.some((value) => value > 0)) expect(line).toContain('█')
      }),
    )
  })
})
