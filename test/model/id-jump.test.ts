import { compareIds } from '@overheard/mention-client/id'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestPlausibleId } from '../../src/engine/progress/id-order.ts'

const absurd = '9999999999999999999'

describe('the plausible ids of an alert', () => {
  it.each<[string, string, string[], string]>([
    ['are none if there are no ids', '7', [], '7'],
    ['include ids below the greatest confirmed id', '7', ['3'], '7'],
    ['are all ids if the ids are close together', '7', ['8', '12'], '12'],
    ['do not depend on the order of the ids', '7', ['12', '8', '12'], '12'],
    ['include distant ids of a quiet alert in a small service', '20', ['900000000'], '900000000'],
    ['include distant ids of a quiet alert in a large service', '3000000000', ['5900000000'], '5900000000'],
    ['exclude a single absurdly great id', '7', ['8', absurd], '8'],
    ['exclude an absurdly great id if it is the only new id', '7', [absurd], '7'],
    [
      'exclude the largest number of ten digits if the other ids are a thousand times smaller',
      '5000000',
      ['5000003', '9999999999'],
      '5000003',
    ],
    [
      'exclude the largest number of 64 bits if the other ids are far smaller',
      '1234567890',
      ['1234567899', '18446744073709551615'],
      '1234567899',
    ],
    [
      'follow a service that goes on with far larger ids, from the second such id on',
      '7',
      ['8', '5000000000', '5000000001'],
      '5000000001',
    ],
    [
      'follow a service that goes on with far larger ids, whatever the order of the ids',
      '7',
      ['5000000017', '5000000000'],
      '5000000017',
    ],
    [
      'include far larger ids if two of them are close to each other',
      '7',
      ['60000000000', absurd, '9999999999999999998'],
      absurd,
    ],
    ['exclude two far greater ids if they are far from each other', '7', ['8', '60000000000', absurd], '8'],
    ['exclude a single great id if no id is known', '0', ['5000000000'], '0'],
    ['exclude an absurdly great id that is listed twice', '7', [absurd, absurd], '7'],
  ])('%s', (_, from, ids, expected) => expect(largestPlausibleId(from, ids)).toBe(expected))
})

it('all ordinary ids are plausible, whatever absurd id is among them', () => {
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
      expect(largestPlausibleId(from.toString(), ids)).toBe(last.toString())
      expect(largestPlausibleId(from.toString(), [far, ...ids])).toBe(last.toString())
      expect(largestPlausibleId(from.toString(), [far, ...ids, (BigInt(far) + 1n).toString()])).not.toBe(
        last.toString(),
      )
    }),
    { numRuns: 500 },
  )
})

it('an id that is plausible stays plausible when more ids are known', () => {
  const id = fc.oneof(fc.nat(100), fc.bigInt({ min: 1n, max: 10n ** 20n - 1n })).map(String)
  fc.assert(
    fc.property(fc.array(id), fc.array(id), (some, more) => {
      expect(
        compareIds(largestPlausibleId('5', [...some, ...more]), largestPlausibleId('5', some)),
      ).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 2000 },
  )
})
