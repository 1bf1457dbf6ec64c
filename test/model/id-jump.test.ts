import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareIds } from '../../src/model/id.ts'
import { confirmedUpTo } from '../../src/model/id-jump.ts'

const absurd = '9999999999999999999'

describe('ids are believed', () => {
  it.each<[string, string, string[], string]>([
    ['none', '7', [], '7'],
    ['below', '7', ['3'], '7'],
    ['close together', '7', ['8', '12'], '12'],
    ['in whatever order', '7', ['12', '8', '12'], '12'],
    ['of a quiet alert of a small service', '20', ['900000000'], '900000000'],
    ['of a quiet alert of a great service', '3000000000', ['5900000000'], '5900000000'],
    ['but not the one that is absurd', '7', ['8', absurd], '8'],
    ['alone and absurd', '7', [absurd], '7'],
    ['the greatest of ten digits, where there are millions', '5000000', ['5000003', '9999999999'], '5000003'],
    ['the greatest number of 64 bits', '1234567890', ['1234567899', '18446744073709551615'], '1234567899'],
    ['of a new way of counting, from the second on', '7', ['8', '5000000000', '5000000001'], '5000000001'],
    ['of a new way of counting, told the other way round', '7', ['5000000017', '5000000000'], '5000000017'],
    ['beyond two jumps, if there are two', '7', ['60000000000', absurd, '9999999999999999998'], absurd],
    ['not beyond two jumps of one each', '7', ['8', '60000000000', absurd], '8'],
    ['from the first on, where nothing is known', '0', ['5000000000'], '0'],
    ['said twice, it is still one', '7', [absurd, absurd], '7'],
  ])('%s', (_, from, ids, expected) => expect(confirmedUpTo(from, ids)).toBe(expected))
})

it('honest ids are all believed, whatever absurd one is among them', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 999_999_999 }), { minLength: 1, maxLength: 20 })
  const begin = fc.constantFrom(0n, 10n, 2n ** 31n, 2n ** 53n, 2n ** 62n)
  fc.assert(
    fc.property(begin, steps, fc.bigInt({ min: 2n, max: 50n }), (from, gaps, times) => {
      let last = from
      const ids = gaps.map((gap) => {
        last += BigInt(gap)
        return last.toString()
      })
      const far = (last * times + 1_000_000_001n).toString()
      expect(confirmedUpTo(from.toString(), ids)).toBe(last.toString())
      expect(confirmedUpTo(from.toString(), [far, ...ids])).toBe(last.toString())
      expect(confirmedUpTo(from.toString(), [far, ...ids, (BigInt(far) + 1n).toString()])).not.toBe(
        last.toString(),
      )
    }),
    { numRuns: 500 },
  )
})

it('a confirmed id stays confirmed when more ids are known', () => {
  const id = fc.oneof(fc.nat(100), fc.bigInt({ min: 1n, max: 10n ** 20n - 1n })).map(String)
  fc.assert(
    fc.property(fc.array(id), fc.array(id), (some, more) => {
      expect(
        compareIds(confirmedUpTo('5', [...some, ...more]), confirmedUpTo('5', some)),
      ).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 2000 },
  )
})
