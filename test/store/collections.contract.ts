/** The contract of every store for collections. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Collection } from '../../src/model/collection.ts'
import type { OpenCollection } from '../../src/store/sql/collections.ts'
import { anyCodePoint } from '../tools/arbitrary-mention.ts'

/** A store for one test. `again` opens the same store as another process. */
type OpenedCollections = { open: OpenCollection; again: () => Promise<OpenCollection> }

const plusOne = (count = 0) => count + 1

export function collectionsContract(where: string, store: () => Promise<OpenedCollections>): void {
  describe(`a collection of records in ${where}`, () => {
    const counts = (open: OpenCollection) => open('counts', z.number())
    const texts = (open: OpenCollection) => open('some-texts', z.string())

    it('finds, changes and removes records, and the next process finds the same records', async () => {
      const { open, again } = await store()
      expect(await counts(open).find('a')).toBeUndefined()
      expect(await counts(open).change('a', plusOne)).toBe(1)
      await counts(open).put('b', 5)
      const next = counts(await again())
      const entries = await next.entries()
      expect(entries.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
        { key: 'a', value: 1 },
        { key: 'b', value: 5 },
      ])
      expect(await counts(open).change('a', () => undefined)).toBeUndefined()
      expect(await counts(await again()).all()).toEqual([5])
      expect(await texts(open).all()).toEqual([])
    })

    it.each(['constructor', 'toString', 'hasOwnProperty', '../a', 'A', ''])(
      'may have the key "%s"',
      async (key) => {
        const { open, again } = await store()
        expect(await counts(open).find(key)).toBeUndefined()
        await counts(open).put('a', 7)
        await counts(open).put(key, 1)
        expect(await counts(await again()).find(key)).toBe(1)
        expect(await counts(await again()).find('a')).toBe(7)
      },
    )

    it('can be inspected, whatever the keys and however many records there are', async () => {
      const { open } = await store()
      for (const key of ['', 'a', '../a']) await counts(open).put(key, 1)
      await expect(counts(open).inspect()).resolves.toBeUndefined()
    })

    it('keeps all of a hundred changes of one record at the same time', async () => {
      const { open, again } = await store()
      await Promise.all(Array.from({ length: 100 }, () => counts(open).change('a', plusOne)))
      expect(await counts(await again()).find('a')).toBe(100)
    })

    it('is changed after it was put, in the order of the calls, whoever wrote it last', async () => {
      const { open, again } = await store()
      const [records, others] = [counts(open), counts(await again())]
      for (const _ of [1, 2]) {
        const put = records.put('a', 7)
        const added = records.change('a', plusOne)
        await Promise.all([put, added])
        expect(await records.find('a')).toBe(8)
        await others.put('a', 1)
      }
    })

    it('has the last of any changes that two processes make in turn', async () => {
      const { open, again } = await store()
      const processes = [counts(open), counts(await again())]
      type Step = {
        act(records: Collection<number>, key: string): Promise<unknown>
        after(last?: number): number | undefined
      }
      const put: Step = { act: (records, key) => records.put(key, 7), after: () => 7 }
      const add: Step = { act: (records, key) => records.change(key, plusOne), after: plusOne }
      const remove: Step = {
        act: (records, key) => records.change(key, () => undefined),
        after: () => undefined,
      }
      const step = fc.record({ by: fc.constantFrom(...processes), way: fc.constantFrom(put, add, remove) })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.uuid(), async (steps, key) => {
          let last: number | undefined
          for (const { by, way } of steps) {
            await way.act(by, key)
            last = way.after(last)
            for (const one of processes) expect(await one.find(key)).toBe(last)
          }
        }),
        { numRuns: 30 },
      )
    })

    it('does not overwrite a record that was removed and created again during a change', async () => {
      const records = counts((await store()).open)
      await records.put('a', 1)
      let isFirst = true
      let meddling: Promise<unknown> = Promise.resolve()
      await records.change('a', (count) => {
        if (isFirst) meddling = records.change('a', () => undefined).then(() => records.put('a', 7))
        isFirst = false
        return (count ?? 0) + 1
      })
      await meddling
      expect([7, 8]).toContain(await records.find('a'))
    })

    it('returns any text unchanged', async () => {
      const records = texts((await store()).open)
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: anyCodePoint }), async (text) => {
          await records.put('a', text)
          expect(await records.find('a')).toBe(text)
        }),
        { numRuns: 30 },
      )
      await records.put('a', 'NUL \u0000, half a pair \ud800')
      expect(await records.find('a')).toBe('NUL \u0000, half a pair \ud800')
    })

    it('does not change a record if the change function returns the same value or throws', async () => {
      const records = counts((await store()).open)
      await records.put('a', 5)
      expect(await records.change('a', (count) => count)).toBe(5)
      const failing = records.change('a', () => {
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await records.find('a')).toBe(5)
    })
  })
}
