import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentimentSparkline, sparklineWidth, volumeSparkline } from '../../src/stats/time-series.ts'

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
    ['', 'no numbers', []],
    ['▁', 'only negative mentions', [mood(0, 9)]],
    ['█', 'only positive mentions', [mood(9, 0)]],
    ['▄▄', 'as many positive as negative mentions', [mood(3, 3), mood(0, 0, 8)]],
    ['▃', 'slightly more negative mentions, which is below the middle', [mood(10, 11, 100)]],
    ['▅', 'slightly more positive mentions, which is above the middle', [mood(11, 10, 100)]],
    [
      '▁▂▄▆█',
      'a change from negative to positive',
      [mood(0, 4), mood(1, 3), mood(2, 2), mood(3, 1), mood(4, 0)],
    ],
    ['█·▁', 'a period without rated mentions, which is a gap', [mood(1, 0), mood(0, 0), mood(0, 1)]],
    ['··', 'no rated mentions at all', [mood(0, 0), mood(0, 0)]],
  ])('is “%s” for %s', (line, _, values) => expect(sentimentSparkline(values)).toBe(line))

  it('adds up 400 points in groups, so that a busy day has more weight than a quiet one', () => {
    const values = Array.from({ length: 400 }, (_, at) => (at % 20 === 0 ? mood(0, 100) : mood(1, 0)))
    expect(sentimentSparkline(values, 20)).toBe('▁'.repeat(20))
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

  it('is above the middle if positive mentions outnumber negative ones, and below the middle in the opposite case', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(1000), (positive, negative, neutral) => {
        const line = sentimentSparkline([{ positive, negative, neutral }])
        if (positive > negative) expect(line).toMatch(/^[▅▆▇█]$/)
        else if (positive < negative) expect(line).toMatch(/^[▁▂▃]$/)
        else expect(line).toMatch(/^[▄·]$/)
      }),
    )
  })
})
