import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChoice } from '../../../src/cli/setup/prompt.ts'

const brand = { id: '1001', name: 'Acme brand' }
const competitors = { id: '1002', name: 'Acme competitors' }
const year = { id: '1003', name: '2026' }
const general = { id: 'C0GENERAL', name: 'general' }
const items = [brand, competitors, year, general]

describe('choosing from a list of items', () => {
  it.each([
    ['a number, counted from one', '2', competitors],
    ['a number with blanks around it', ' 1 ', brand],
    ['an id', '1002', competitors],
    ['an id in small letters', 'c0general', general],
    ['a whole name that is a number beyond the list', '2026', year],
    ['a whole name in any case', 'ACME BRAND', brand],
    ['a part of a name', 'compet', competitors],
    ['words of a name in any order', 'brand acme', brand],
    ['a channel with its #', '#general', general],
  ])('accepts %s', (_what, answer, item) => {
    expect(findChoice(answer, items)).toEqual({ kind: 'one', item })
  })

  it.each([
    ['lists all items that match', 'acme', { kind: 'several', items: [brand, competitors] }],
    ['reports a number beyond the end of the list', '9', { kind: 'beyond', last: 4 }],
    ['reports the number zero', '00', { kind: 'beyond', last: 4 }],
    ['finds no item for an unknown text', 'zebra', { kind: 'none' }],
    ['finds no item for blanks', '  ', { kind: 'none' }],
    ['finds no item for a lone #', '#', { kind: 'none' }],
  ])('%s', (_what, answer, choice) => {
    expect(findChoice(answer, items)).toEqual(choice)
  })

  it('finds every item of any list by its number', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(names, fc.nat(), (given, seed) => {
        const list = given.map((name, index) => ({ id: `id${index}`, name }))
        const at = seed % list.length
        expect(findChoice(String(at + 1), list)).toEqual({ kind: 'one', item: list[at] })
      }),
    )
  })
})
