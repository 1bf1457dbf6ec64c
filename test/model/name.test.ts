import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameName } from '../../src/model/name.ts'

describe('two names', () => {
  it.each([
    ['in another case', 'Kim Lee', 'KIM LEE', true],
    ['with blanks around one', 'Kim Lee', '  Kim Lee ', true],
    ['of which one is composed of letter and accent', 'Jos\u00e9', 'Jose\u0301', true],
    ['that differ in an accent', 'Jos\u00e9', 'Jose', false],
    ['that differ in a blank inside', 'Kim Lee', 'KimLee', false],
  ])('%s', (_what, a, b, same) => expect(isSameName(a, b)).toBe(same))

  it('are the same as themselves however they are encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(isSameName(name.normalize('NFD'), name.normalize('NFC'))).toBe(true)
      }),
    )
  })
})
