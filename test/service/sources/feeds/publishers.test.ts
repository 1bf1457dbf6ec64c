import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addresses,
  deliveries,
  edits,
  follow,
  type Habits,
  ids,
  isDecidable,
  texts,
  times,
} from './publishers.ts'

const oneOf = <Name extends string>(all: Record<Name, unknown>) =>
  // The keys of an object of ours are the names that its type has.
  fc.constantFrom(...(Object.keys(all) as Name[]))

const anyHabits: fc.Arbitrary<Habits> = fc.record({
  ...{ id: oneOf(ids), address: oneOf(addresses), time: oneOf(times), text: oneOf(texts) },
  ...{ edit: oneOf(edits), delivery: oneOf(deliveries) },
})

it('no publisher of a feed whose entries can be told apart loses or doubles one in 20 looks', () => {
  fc.assert(
    fc.property(anyHabits.filter(isDecidable), (habits) => {
      expect(follow(habits, 20)).toMatchObject({ lost: 0, doubled: 0 })
    }),
    { numRuns: 60 },
  )
}, 60_000)
