import { compareIds, type Id, idBefore, isId, type WrittenAlert } from '@overheard/mention-client/id'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { largestId, leastId, lesserId } from '../../src/engine/progress/id-order.ts'

/** Ids of any length, many of them beyond 2^53. */
const number = fc.bigInt({ min: 0n, max: 10n ** 20n })
const text = (value: bigint) => value.toString()

it.each([
  ['0', true],
  ['42', true],
  ['007', false],
  ['-1', false],
  ['1e3', false],
  ['', false],
  ['18446744073709551615', true],
  ['9'.repeat(20), true],
  ['9'.repeat(21), false],
])('the check if %j is an id returns %s', (one, expected) => expect(isId(one)).toBe(expected))

it('a text of a million digits is not an id', () => expect(isId('9'.repeat(1_000_000))).toBe(false))

it('ids are compared as numbers, however great', () =>
  fc.assert(
    fc.property(number, number, (a, b) => {
      expect(Math.sign(compareIds(text(a), text(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
      expect(lesserId(text(a), text(b))).toBe(text(a < b ? a : b))
    }),
  ))

it('the lesser of an id and an unknown id is the known one', () => {
  expect([lesserId(undefined, '7'), lesserId('7', undefined), lesserId(undefined, undefined)]).toEqual([
    '7',
    '7',
    undefined,
  ])
})

it('the largest and the least of many ids are the same as for numbers', () =>
  fc.assert(
    fc.property(fc.array(number), number, (many, least) => {
      const largest = [...many, least].reduce((a, b) => (a > b ? a : b))
      expect(largestId(many.map(text), text(least))).toBe(text(largest))
      const lowest = [...many, least].reduce((a, b) => (a < b ? a : b))
      expect(leastId([...many, least].map(text))).toBe(text(lowest))
    }),
  ))

it('the id before an id is the next smaller one, and zero before zero', () =>
  fc.assert(
    fc.property(number, (one) => {
      expect(idBefore(text(one))).toBe(text(one === 0n ? 0n : one - 1n))
    }),
  ))

it('the types keep a written name of an alert out of the places that need its id', () => {
  const byId = (id: Id) => id
  const byWords = (written: WrittenAlert) => written
  const [name, id]: [WrittenAlert, Id] = ['Acme brand', '1001']
  // @ts-expect-error A name is no id.
  byId(name)
  expect([byId(id), byWords(id), byWords(name)]).toEqual(['1001', '1001', 'Acme brand'])
})
