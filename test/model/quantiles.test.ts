import fc from 'fast-check'
import { expect, it } from 'vitest'
import { median, percentile } from '../../src/model/quantiles.ts'

const numbers = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 40 })

it('a percentile is one of the values; the share of values up to it is large enough, and that of values below it is not', () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom(50, 90, 95, 100), (values, percent) => {
      const found = percentile(values, percent / 100) ?? Number.NaN
      const countOf = (isWanted: (value: number) => boolean) => values.filter(isWanted).length
      expect(values).toContain(found)
      expect(countOf((value) => value <= found) * 100).toBeGreaterThanOrEqual(percent * values.length)
      expect(countOf((value) => value < found) * 100).toBeLessThan(percent * values.length)
    }),
  )
})

it.each([
  [[3], 3],
  [[10, 2, 4], 4],
  [[1, 100, 3, 2], 2.5],
  [[], undefined],
])('the median of %j is %s', (values, expected) => {
  expect(median(values)).toBe(expected)
})

it('no values have no percentile', () => {
  expect(percentile([], 0.9)).toBeUndefined()
})
