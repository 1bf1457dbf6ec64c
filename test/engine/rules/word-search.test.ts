import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSearch } from '../../../src/engine/rules/word-search.ts'
import { expectLinear, expectTimesAsLong } from '../../tools/growth.ts'

/** The reference: a slow search, one sequence and one piece after the other. */
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

it('a word search finds the same first matching pattern as a slow, simple search', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 8 }), text, (orders, one) => {
      const search = createSearch(orders)
      expect(search(one)).toBe(firstIn(orders, one))
      expect(search(one), 'second search').toBe(firstIn(orders, one))
    }),
    { numRuns: 5000 },
  )
})

describe('the time of a word search', () => {
  const family = (count: number, last: string[]) =>
    Array.from({ length: count }, (_, index) => ['a'.repeat(index + 1), ...last])

  it.each([
    ['if the first words of the 200 patterns are suffixes of each other', family(200, ['x'])],
    [
      'if the second words of the 200 patterns are suffixes of each other',
      family(200, ['b']).map((one) => one.toReversed()),
    ],
    ['if a pattern has 500 words', [Array.from({ length: 500 }, () => 'ab')]],
    ['if there are 5,000 patterns', Array.from({ length: 5000 }, () => ['ab', 'x'])],
  ])('grows linearly with the text %s', (_, orders) => {
    const search = createSearch(orders)
    for (const unit of ['a', 'ab', 'ba'])
      expectLinear((length) => () => search(unit.repeat(length / unit.length)))
  })

  it('grows at most 20-fold for a hundred times as many words that can end at the same position of the text', () => {
    const searches = [2, 200].map((count) => createSearch(family(count, ['x'])))
    const [few, many] = searches.map((search) => () => search('a'.repeat(100_000)))
    expectTimesAsLong(few ?? (() => 0), many ?? (() => 0), 20)
  })
})
