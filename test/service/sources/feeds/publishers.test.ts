import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addresses,
  deliveries,
  edits,
  follow,
  type Habits,
  ids,
  isDecided,
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

it('no entry of a publisher whose kind the rules decide is lost or doubled in 20 looks', () => {
  fc.assert(
    fc.property(anyHabits.filter(isDecided), (habits) => {
      expect(follow(habits, 20)).toMatchObject({ lost: 0, doubled: 0 })
    }),
    { numRuns: 60 },
  )
}, 60_000)
