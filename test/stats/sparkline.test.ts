import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sparklineWidth, volumeSparkline } from '../../src/messages/kit/sparkline.ts'
import { netSentiment } from '../../src/stats/counts.ts'
import { sentimentTrend } from '../../src/stats/time-series.ts'

const mood = (positive: number, negative: number, neutral = 0) => ({ positive, negative, neutral })

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

describe('a sparkline of the sentiment', () => {
  it.each<[string, string, ReturnType<typeof mood>[]]>([
    ['▁█', 'two values, however close', [mood(100, 101), mood(101, 100)]],
    ['▁▃▆█', 'negative values only', [mood(30, 70), mood(35, 65), mood(40, 60), mood(45, 55)]],
    ['▄▄', 'two equal values', [mood(3, 3), mood(0, 0, 8)]],
    ['▄', 'one value', [mood(0, 9)]],
    ['▁▃▅▆█', 'a steady rise', [mood(0, 4), mood(1, 3), mood(2, 2), mood(3, 1), mood(4, 0)]],
    ['█·▁', 'a period without rated mentions, which is a gap', [mood(1, 0), mood(0, 0), mood(0, 1)]],
  ])('is “%s” for %s', (bars, _, values) => expect(sentimentTrend(values)?.bars).toBe(bars))

  it.each([
    ['no numbers', []],
    ['no rated mentions', [mood(0, 0), mood(0, 0)]],
  ])('does not exist for %s', (_, values) => expect(sentimentTrend(values)).toBeUndefined())

  it('tells the lowest, the highest and the last value that it shows', () => {
    const values = [mood(0, 0), mood(6, 4), mood(1, 9), mood(5, 5), mood(0, 0)]
    expect(sentimentTrend(values)).toEqual({ bars: '·█▁▇·', rated: 3, lowest: -0.8, highest: 0.2, last: 0 })
  })

  it('adds up 400 points in groups, so that a busy day has more weight than a quiet one', () => {
    const values = Array.from({ length: 400 }, (_, at) => (at % 20 === 0 ? mood(0, 100) : mood(1, 0)))
    expect(sentimentTrend(values, 20)).toMatchObject({ bars: '▄'.repeat(20), lowest: -81 / 119 })
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

  it('shows the lowest sentiment as the lowest bar, the highest as the highest, and never a higher value as a lower bar', () => {
    const sentiments = fc.record({ positive: fc.nat(1000), negative: fc.nat(1000), neutral: fc.nat(1000) })
    const levels = '▁▂▃▄▅▆▇█'
    fc.assert(
      fc.property(fc.array(sentiments, { minLength: 1, maxLength: sparklineWidth }), (values) => {
        const nets = values.map(netSentiment)
        const known = nets.filter((net) => net !== undefined)
        const trend = sentimentTrend(values)
        if (trend === undefined) return expect(known).toEqual([])
        const bars = [...trend.bars]
        expect(bars.map((bar) => bar === '·')).toEqual(nets.map((net) => net === undefined))
        expect(trend).toMatchObject({
          ...{ rated: known.length, last: known.at(-1) },
          ...{ lowest: Math.min(...known), highest: Math.max(...known) },
        })
        const heights = bars.flatMap((bar, at) => ({
          net: nets[at] ?? Number.NaN,
          height: levels.indexOf(bar),
        }))
        const byNet = heights.filter(({ net }) => !Number.isNaN(net)).toSorted((a, b) => a.net - b.net)
        const ends = trend.lowest === trend.highest ? [3, 3] : [0, 7]
        expect([byNet[0]?.height, byNet.at(-1)?.height]).toEqual(ends)
        expect(byNet.map(({ height }) => height)).toEqual(
          byNet.map(({ height }) => height).toSorted((a, b) => a - b),
        )
      }),
    )
  })
})
