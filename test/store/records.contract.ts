/** What every store owes for small facts, wherever it keeps them. A store's own test runs this table with a way to open it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { RecordStore, RecordType } from '../../src/store/records.ts'

/** A store of its own for one test. `again`: the same store as another process finds it. */
export type OpenedRecords = { records: RecordStore; again: () => Promise<RecordStore> }

const counts: RecordType<number> = { name: 'counts', shape: z.number() }
const texts: RecordType<string> = { name: 'some-texts', shape: z.string() }
const plusOne = (count = 0) => count + 1

export function recordsContract(where: string, open: () => Promise<OpenedRecords>): void {
  describe(`facts in ${where}`, () => {
    it('are absent, changed, found again by the next process, and removed', async () => {
      const { records, again } = await open()
      expect(await records.find(counts, 'a')).toBeUndefined()
      expect(await records.change(counts, 'a', plusOne)).toBe(1)
      expect(await records.change(counts, 'b', plusOne)).toBe(1)
      const all = [
        { key: 'a', value: 1 },
        { key: 'b', value: 1 },
      ]
      expect(await (await again()).all(counts)).toEqual(all)
      expect(await records.change(counts, 'a', () => undefined)).toBeUndefined()
      expect(await (await again()).all(counts)).toEqual([{ key: 'b', value: 1 }])
      expect(await records.all(texts)).toEqual([])
    })

    it('are all told at first, and never told as they are not', async () => {
      const { records, again } = await open()
      await records.change(counts, 'a', plusOne)
      await records.change(texts, 'a', () => 'x')
      const other = await again()
      const first = await other.since(counts, undefined)
      expect(first.changed).toEqual([{ key: 'a', value: 1 }])
      await other.change(counts, 'a', plusOne)
      await other.change(counts, 'b', plusOne)
      const { changed } = await other.since(counts, first.mark)
      const known = new Map(changed.map(({ key, value }) => [key, value]))
      expect([undefined, 2]).toContain(known.get('a'))
      expect([undefined, 1]).toContain(known.get('b'))
    })

    it('of a kind that is kept in parts are what they would be in one', async () => {
      const { records, again } = await open()
      const parted: RecordType<number> = {
        name: 'some-numbers',
        shape: z.number(),
        part: (key) => key.slice(0, 1),
      }
      for (const key of ['a1', 'a2', 'b1']) await records.change(parted, key, plusOne)
      await records.change(parted, 'a2', () => undefined)
      const other = await again()
      expect(await other.find(parted, 'a1')).toBe(1)
      expect(await other.find(parted, 'c1')).toBeUndefined()
      const all = [
        { key: 'a1', value: 1 },
        { key: 'b1', value: 1 },
      ]
      expect(await other.all(parted)).toEqual(all)
      expect((await other.since(parted, undefined)).changed).toEqual(all)
    })

    it('are asked for by their keys, as these stand in characters, whatever their part', async () => {
      const { records, again } = await open()
      const parted: RecordType<number> = {
        name: 'some-numbers',
        shape: z.number(),
        part: (key) => key.slice(-1),
      }
      const keys = [
        'C1 10.5 1',
        'C1 9.5 1',
        'C1 9.5 2',
        'C10 9.9 1',
        'C2 9.9 1',
        'c1 9.9 1',
        'C1-9.9 1',
        'C1',
      ]
      for (const key of keys) await records.change(parted, key, plusOne)
      const found = async (start: string, from: string) =>
        (await (await again()).within(parted, start, from)).map(({ key }) => key)
      expect(await found('C1 ', 'C1 9')).toEqual(['C1 9.5 1', 'C1 9.5 2'])
      expect(await found('C1 ', 'C1 ')).toEqual(['C1 10.5 1', 'C1 9.5 1', 'C1 9.5 2'])
      expect(await found('C1 ', 'C1 9.5 2')).toEqual(['C1 9.5 2'])
      expect(await found('C3 ', 'C3 ')).toEqual([])
    })

    it('that change a hundred times at once lose none', async () => {
      const { records, again } = await open()
      await Promise.all(Array.from({ length: 100 }, () => records.change(counts, 'a', plusOne)))
      expect(await (await again()).find(counts, 'a')).toBe(100)
    })

    it('that are removed and made again between the reading and the writing of another are not overwritten', async () => {
      const { records } = await open()
      await records.change(counts, 'a', () => 1)
      const seen: (number | undefined)[] = []
      let meddling: Promise<unknown> = Promise.resolve()
      await records.change(counts, 'a', (count) => {
        seen.push(count)
        if (seen.length === 1)
          meddling = records
            .change(counts, 'a', () => undefined)
            .then(() => records.change(counts, 'a', () => 7))
        return (count ?? 0) + 1
      })
      await meddling
      expect([7, 8, undefined]).toContain(await records.find(counts, 'a'))
    })

    it('come back as they were, whatever text they hold', async () => {
      const { records } = await open()
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
          await records.change(texts, 'a', () => text)
          expect(await records.find(texts, 'a')).toBe(text)
        }),
        { numRuns: 50 },
      )
      await records.change(texts, 'a', () => 'NUL \u0000, half a pair \ud800')
      expect(await records.find(texts, 'a')).toBe('NUL \u0000, half a pair \ud800')
    })

    it('stay as they are where the change gives the same, or fails', async () => {
      const { records } = await open()
      await records.change(counts, 'a', () => 5)
      expect(await records.change(counts, 'a', (count) => count)).toBe(5)
      const failing = records.change(counts, 'a', () => {
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await records.find(counts, 'a')).toBe(5)
    })
  })
}
