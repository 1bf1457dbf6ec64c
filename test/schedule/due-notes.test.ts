import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DueMember } from '../../src/schedule/cluster-ports.ts'
import { createDueNotes } from '../../src/schedule/due-notes.ts'

const due = (at?: number): DueMember => ({ key: '7', member: 'a', ...(at === undefined ? {} : { at }) })

describe('of two notes of a member', () => {
  it.each([
    ['the earlier one counts', due(5), due(3), due(3)],
    ['the later one does not', due(3), due(5), due(3)],
    ['one without a time counts', due(3), due(), due()],
    ['one without a time stays', due(), due(3), due()],
  ])('%s', (_what, first, second, kept) => {
    const notes = createDueNotes()
    notes.add(first)
    notes.add(second)
    expect(notes.all()).toEqual([kept])
  })
})

it('what is noted sooner while it is written stays, and anything else is gone', () => {
  const notes = createDueNotes()
  notes.add(due(5))
  notes.add({ key: '8', member: 'a', at: 5 })
  const writing = notes.all()
  notes.add(due(3))
  notes.add({ key: '8', member: 'a', at: 9 })
  notes.written(writing)
  expect(notes.all()).toEqual([due(3)])
})

const note = fc.record(
  { key: fc.constantFrom('7', '8'), member: fc.constantFrom('a', 'b'), at: fc.nat(9) },
  { requiredKeys: ['key', 'member'] },
)

it('whatever the order, each member of a key stands once, at its earliest', () => {
  fc.assert(
    fc.property(fc.array(note), (noted) => {
      const notes = createDueNotes()
      for (const one of noted) notes.add(one)
      const told = notes.all().map(({ key, member, at = -1 }) => `${key} ${member} ${at}`)
      const names = [...new Set(noted.map(({ key, member }) => `${key} ${member}`))]
      const earliest = names.map((name) => {
        const all = noted.filter(({ key, member }) => `${key} ${member}` === name)
        return `${name} ${Math.min(...all.map(({ at = -1 }) => at))}`
      })
      expect(told).toEqual(earliest)
    }),
  )
})
