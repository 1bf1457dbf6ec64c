import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseExact, writeExact } from '../../src/api/exact-json.ts'

it('the exact JSON parser of the mention service keeps integers of any size unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt(), (integer) => {
      expect(writeExact(parseExact(`{"id":${integer}}`))).toBe(`{"id":${integer}}`)
    }),
  )
})

it('the exact JSON parser of the mention service reads other JSON like JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(writeExact(parseExact(text))).toEqual(writeExact(JSON.parse(text)))
    }),
  )
})
