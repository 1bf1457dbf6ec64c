import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseExact, writeExact } from '../../../sandbox/mention-service/exact-json.ts'

it('integers of any size come through a reading and a writing unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt(), (integer) => {
      expect(writeExact(parseExact(`{"id":${integer}}`))).toBe(`{"id":${integer}}`)
    }),
  )
})

it('everything else is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(writeExact(parseExact(text))).toEqual(writeExact(JSON.parse(text)))
    }),
  )
})
