import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentimentSparkline, sparklineWidth, volumeSparkline } from '../../src/stats/time-series.ts'

const mood = (positive: number, negative: number, neutral = 0) => ({ positive, negative, neutral })

describe('volume', () => {
  it.each<[string, number[], string]>([
    ['nothing', [], ''],
    ['all zero', [0, 0, 0, 0], '▁▁▁▁'],
    ['one point', [5], '█'],
    ['one point of zero', [0], '▁'],
    ['one spike', [0, 0, 0, 96, 0, 0], '▁▁▁█▁▁'],
    ['a slope', [0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█'],
    ['one mention beside a thousand still shows', [0, 1, 1000], '▁▂█'],
    ['gaps, filled with zeros', [4, 0, 0, 4], '█▁▁█'],
    ['steady is steady', [3, 3, 3], '███'],
  ])('%s', (_, values, line) => expect(volumeSparkline(values)).toBe(line))

  it('400 points are averaged in groups of one size', () => {
    const values = Array.from({ length: 400 }, (_, at) => at)
    expect(volumeSparkline(values, 20)).toBe('▂▂▂▃▃▃▄▄▅▅▅▆▆▆▇▇▇███')
    expect(volumeSparkline(values)).toHaveLength(31)
  })
})

describe('mood', () => {
  it.each<[string, ReturnType<typeof mood>[], string]>([
    ['nothing', [], ''],
    ['all negative', [mood(0, 9)], '▁'],
    ['all positive', [mood(9, 0)], '█'],
    ['balanced', [mood(3, 3), mood(0, 0, 8)], '▄▄'],
    ['a little negative lies below balanced', [mood(10, 11, 100)], '▃'],
    ['a little positive lies above balanced', [mood(11, 10, 100)], '▅'],
    ['from bad to good', [mood(0, 4), mood(1, 3), mood(2, 2), mood(3, 1), mood(4, 0)], '▁▂▄▆█'],
    ['nothing judged is a gap', [mood(1, 0), mood(0, 0), mood(0, 1)], '█·▁'],
    ['nothing judged at all', [mood(0, 0), mood(0, 0)], '··'],
  ])('%s', (_, values, line) => expect(sentimentSparkline(values)).toBe(line))

  it('400 points are added up in groups, so that a loud day weighs more than a quiet one', () => {
    const values = Array.from({ length: 400 }, (_, at) => (at % 20 === 0 ? mood(0, 100) : mood(1, 0)))
    expect(sentimentSparkline(values, 20)).toBe('▁'.repeat(20))
  })
})

describe('for any numbers', () => {
  it('a volume has a level for each value, or at most as many as fit', () => {
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

  it('the sign of a mood can be read', () => {
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
