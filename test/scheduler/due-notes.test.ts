import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DueMember } from '../../src/model/due.ts'
import { createPendingWrites } from '../../src/scheduler/shared-queue.ts'

const due = (at?: number): DueMember => ({ key: '7', member: 'a', ...(at === undefined ? {} : { at }) })

describe('if two times are queued at which one subscription becomes due,', () => {
  it.each([
    ['the earlier time replaces the later time', due(5), due(3), due(3)],
    ['a later time does not replace an earlier time', due(3), due(5), due(3)],
    ['“now” replaces a later time', due(3), due(), due()],
    ['a later time does not replace “now”', due(), due(3), due()],
  ])('%s', (_what, first, second, kept) => {
    const notes = createPendingWrites()
    notes.add(first)
    notes.add(second)
    expect(notes.all()).toEqual([kept])
  })
})

it('a subscription can wait for its schedule and for a delay at the same time', () => {
  const notes = createPendingWrites()
  const slot = { key: '7', member: 'a', slot: 3 }
  for (const one of [slot, due(5), due(7), { ...slot, slot: 6 }]) notes.add(one)
  expect(notes.all()).toEqual([slot, due(5)])
})

it('after the due times are written, only a subscription that got an earlier due time meanwhile stays in the list', () => {
  const notes = createPendingWrites()
  notes.add(due(5))
  notes.add({ key: '8', member: 'a', at: 5 })
  const writing = notes.all()
  notes.add(due(3))
  notes.add({ key: '8', member: 'a', at: 9 })
  notes.written(writing)
  expect(notes.all()).toEqual([due(3)])
})

const who = { key: fc.constantFrom('7', '8'), member: fc.constantFrom('a', 'b') }
const note: fc.Arbitrary<DueMember> = fc.oneof(
  fc.record({ ...who, at: fc.integer({ min: 1, max: 9 }) }, { requiredKeys: ['key', 'member'] }),
  fc.record({ ...who, slot: fc.nat(9) }),
)
const nameOf = (due: DueMember) => `${due.key} ${due.member} ${'slot' in due ? 'slot' : 'wish'}`
const timeOf = (due: DueMember) => ('slot' in due ? due.slot : (due.at ?? 0))

it('whatever due times are added, each subscription has at most one for its schedule and one for a delay, the earliest', () => {
  fc.assert(
    fc.property(fc.array(note), (noted) => {
      const notes = createPendingWrites()
      for (const one of noted) notes.add(one)
      const told = notes.all().map((due) => `${nameOf(due)} ${timeOf(due)}`)
      const earliest = [...new Set(noted.map(nameOf))].map((name) => {
        const all = noted.filter((due) => nameOf(due) === name)
        return `${name} ${Math.min(...all.map(timeOf))}`
      })
      expect(told).toEqual(earliest)
    }),
  )
})
