import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { addToPacked, eachPacked, type KeyCount } from '../../src/store/counts/packed-counts.ts'
import { openStore } from '../../src/store/store.ts'
import { addAlert, mentionRow } from './rows.ts'

function unpack(packed: Uint8Array): KeyCount[] {
  const all: KeyCount[] = []
  eachPacked(packed, (key, count) => all.push([key, count]))
  return all
}

const numbers = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 40 }))
const ascending = (counts: fc.Arbitrary<number>) =>
  fc
    .uniqueArray(fc.tuple(numbers, counts), { maxLength: 30, selector: ([key]) => key })
    .map((all) => all.sort(([a], [b]) => a - b))

it('packed counts are the sums of all changes, without those that fell to zero', () => {
  const changes = fc.array(ascending(fc.oneof(numbers, fc.integer({ min: -300, max: -1 }))), { maxLength: 4 })
  fc.assert(
    fc.property(changes, (all) => {
      const model = new Map<number, number>()
      let packed: Uint8Array = new Uint8Array()
      for (const step of all) {
        // A count never falls below zero: only counted mentions are taken out.
        const possible = step.map(([key, by]): KeyCount => [key, Math.max(by, -(model.get(key) ?? 0))])
        packed = addToPacked(packed, possible)
        for (const [key, by] of possible) model.set(key, (model.get(key) ?? 0) + by)
      }
      expect(unpack(packed)).toEqual([...model].filter(([, count]) => count > 0).sort(([a], [b]) => a - b))
    }),
    { numRuns: runs(200) },
  )
})

it('a packed count of a frequent term takes two bytes', () => {
  const counts = Array.from({ length: 1000 }, (_, key): KeyCount => [key + 1, 1 + (key % 100)])
  expect(addToPacked(new Uint8Array(), counts).length).toBe(2000)
})

const day = 86_400_000
const words = ['acme', 'price', 'shop', 'refund', 'launch', 'money']
type Row = { alert: number; date: number; source: string; title: string }
const row: fc.Arbitrary<Row> = fc.record({
  alert: fc.constantFrom(0, 1),
  date: fc.integer({ min: 0, max: 70 }).map((days) => days * day),
  source: fc.constantFrom('web', 'reddit'),
  title: fc.subarray(words).map((all) => all.join(' ')),
})

/** The store of two alerts, and the mentions that it should have. */
function createWorld() {
  const store = openStore(':memory:')
  const keys = ['1', '2'].map((id) => addAlert(store, id).key)
  const there = new Map<number, Row>()
  let last = 0
  const some = (place: number, work: (seq: number, known: Row) => void) => {
    const found = [...there][place % Math.max(1, there.size)]
    if (found !== undefined) work(...found)
  }
  const wordsOf = ({ title }: Row) => title.split(' ').filter(Boolean)
  return {
    store,
    keys,
    run: {
      add(given: Row) {
        last += 1
        store.mentions.add(keys[given.alert] ?? 0, mentionRow(last, given), 0)
        there.set(last, given)
      },
      change: (place: number, to: Row) =>
        some(place, (seq, { alert }) => {
          store.mentions.change(seq, mentionRow(seq, to))
          there.set(seq, { ...to, alert })
        }),
      remove: (place: number) =>
        some(place, (seq) => {
          store.mentions.remove([seq])
          there.delete(seq)
        }),
      removeAlert(alert: number) {
        store.mentions.removeAlert(keys[alert] ?? 0)
        for (const [seq, one] of there) if (one.alert === alert) there.delete(seq)
      },
      count: () => store.rollUps.catchUp(),
    },
    expectedTerms: () => [...new Set([...there.values()].flatMap(wordsOf))].sort(),
    expectedTop(alert: number, { from, to }: Range, sources: string[] | undefined, top: number) {
      const wanted = [...there.values()].filter(
        (one) =>
          one.alert === alert &&
          one.date >= from * day &&
          one.date <= to * day &&
          (sources?.includes(one.source) ?? true),
      )
      const counted = Map.groupBy(wanted.flatMap(wordsOf), (word) => word)
      return [...counted]
        .map(([name, { length: mentions }]) => ({ name, mentions }))
        .sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1))
        .slice(0, top)
    },
  }
}

type Run = ReturnType<typeof createWorld>['run']
/** Some mentions are added, then some change or go, and all are counted at any time between. */
const step: fc.Arbitrary<(run: Run) => void> = fc.oneof(
  { weight: 5, arbitrary: row.map((given) => (run: Run) => run.add(given)) },
  fc.tuple(fc.nat(20), row).map(
    ([place, to]) =>
      (run: Run) =>
        run.change(place, to),
  ),
  fc.nat(20).map((place) => (run: Run) => run.remove(place)),
  fc.constant((run: Run) => run.count()),
  fc.constantFrom(0, 1).map((alert) => (run: Run) => run.removeAlert(alert)),
)
type Range = { from: number; to: number }
const ranges = fc
  .tuple(fc.integer({ min: 0, max: 75 }), fc.integer({ min: 0, max: 75 }))
  .map(([a, b]): Range => ({ from: Math.min(a, b), to: Math.max(a, b) }))
const sources = fc.constantFrom<string[] | undefined>(undefined, ['web'], ['web', 'reddit'])

describe('the topic cloud of the mention service', () => {
  it('counts the terms of the mentions that there are, and keeps no term of others', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 25 }),
        ...([ranges, sources, fc.integer({ min: 1, max: 6 })] as const),
        (steps, range, from, top) => {
          const { store, keys, run, expectedTerms, expectedTop } = createWorld()
          for (const one of steps) one(run)
          for (const [alert, key] of keys.entries())
            expect(store.rollUps.terms(key, range, from, top)).toEqual(expectedTop(alert, range, from, top))
          const kept = store.database.all<{ term: string }>('SELECT term FROM terms ORDER BY term')
          expect(kept.map(({ term }) => term)).toEqual(expectedTerms())
          store.close()
        },
      ),
      { numRuns: runs(100) },
    )
  })

  it('writes no counts if a mention only gets another reach', () => {
    const store = openStore(':memory:')
    const { key } = addAlert(store, '1')
    store.mentions.add(key, mentionRow(1, { title: 'Acme refund' }), 0)
    store.rollUps.catchUp()
    store.database.run(
      "CREATE TRIGGER counted BEFORE UPDATE ON term_counts BEGIN SELECT raise(ABORT, 'written'); END",
    )
    store.mentions.change(1, mentionRow(1, { title: 'Acme refund', reach: 9 }))
    expect(() => store.mentions.change(1, mentionRow(1, { title: 'Acme praise' }))).toThrow('written')
  })
})
