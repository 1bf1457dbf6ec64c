import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameName } from '../src/name.ts'

describe('comparing two names', () => {
  it.each([
    ['ignores the case', 'Kim Lee', 'KIM LEE', true],
    ['ignores blanks around a name', 'Kim Lee', '  Kim Lee ', true],
    ['treats a letter with a separate accent as the accented letter', 'Jos\u00e9', 'Jose\u0301', true],
    ['distinguishes names that differ in an accent', 'Jos\u00e9', 'Jose', false],
    ['distinguishes names that differ in a blank inside', 'Kim Lee', 'KimLee', false],
  ])('%s', (_what, a, b, same) => expect(isSameName(a, b)).toBe(same))

  it('treats all Unicode encodings of a name as the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(isSameName(name.normalize('NFD'), name.normalize('NFC'))).toBe(true)
      }),
    )
  })
})
