import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSearch } from '../../src/rules/word-search.ts'
import { expectLinear, timesAsLong } from '../tools/growth.ts'

/** The slow and obvious way: one order after the other, one piece after the other. */
function firstIn(orders: string[][], text: string): number | undefined {
  const stands = (order: string[]) => {
    let from = 0
    return order.every((piece) => {
      const at = text.indexOf(piece, from)
      from = at + piece.length
      return at >= 0
    })
  }
  const found = orders.findIndex(stands)
  return found < 0 ? undefined : found
}

const piece = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 })
const order = fc.array(piece, { maxLength: 4 })
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 20 })

it('finds the first order that stands in a text', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 8 }), text, (orders, one) => {
      const search = createSearch(orders)
      expect(search(one)).toBe(firstIn(orders, one))
      expect(search(one), 'and again').toBe(firstIn(orders, one))
    }),
    { numRuns: 5000 },
  )
})

describe('takes as long as the text is', () => {
  const family = (count: number, last: string[]) =>
    Array.from({ length: count }, (_, index) => ['a'.repeat(index + 1), ...last])

  it.each([
    ['where pieces end with each other', family(200, ['x'])],
    ['where they are all awaited in the end', family(200, ['b']).map((one) => one.toReversed())],
    ['where orders are long', [Array.from({ length: 500 }, () => 'ab')]],
    ['where orders are many', Array.from({ length: 5000 }, () => ['ab', 'x'])],
  ])('%s', (_, orders) => {
    const search = createSearch(orders)
    for (const unit of ['a', 'ab', 'ba'])
      expectLinear((length) => () => search(unit.repeat(length / unit.length)))
  })

  it('however many pieces end at one place', () => {
    const searches = [2, 200].map((count) => createSearch(family(count, ['x'])))
    const [few, many] = searches.map((search) => () => search('a'.repeat(100_000)))
    expect(timesAsLong(few ?? (() => 0), many ?? (() => 0))).toBeLessThan(20)
  })
})
