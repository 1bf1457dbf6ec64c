import { describe, expect, it } from 'vitest'
import { afterInitialSync, type Checkpoint } from '../../src/model/checkpoint.ts'
import type { CheckpointStore } from '../../src/store/file/checkpoint-files.ts'

/** What every store owes for bookmarks, wherever it keeps them. A store's own test runs this table with a way to open it. */

/** A store of its own for one test. `again`: the same store as another process finds it. */
export type OpenedBookmarks = { bookmarks: CheckpointStore; again: () => Promise<CheckpointStore> }

const key = { subscription: 'acme', alert: '1001' }
const fresh = afterInitialSync(['3', '9007199254740993'], false, [], 7)
const full: Checkpoint = {
  watermark: '12345678901234567890',
  origin: '3',
  done: [
    { at: 5, ids: ['12345678901234567891', '12345678901234567892'] },
    { at: 6, ids: ['12345678901234567893'] },
  ],
  lastTs: '1795176000.000100',
  unannounced: true,
  pending: { channel: 'C1', thread: '1795176000.000100', ids: ['4'], burstIds: ['5', '6'], at: 8 },
  burst: { thread: '1795176000.000100', total: 3, ids: ['5', '6'] },
}

export function bookmarksContract(where: string, open: () => Promise<OpenedBookmarks>): void {
  describe(`bookmarks in ${where}`, () => {
    it('are none before the first is kept', async () => {
      const { bookmarks: checkpoints } = await open()
      expect(await checkpoints.load(key)).toEqual({ kind: 'none' })
    })

    it.each([
      ['of a first look', fresh],
      ['with everything a bookmark may have', full],
    ])('%s come back as they were kept, now and for the next process', async (_what, checkpoint) => {
      const { bookmarks, again } = await open()
      expect(await bookmarks.save(key, checkpoint)).toBe('kept')
      const found = { kind: 'kept', checkpoint: checkpoint, restored: false }
      expect(await bookmarks.load(key)).toEqual(found)
      expect(await (await again()).load(key)).toEqual(found)
    })

    it('are replaced by the next, and lose what the next does not have', async () => {
      const { bookmarks, again } = await open()
      await bookmarks.save(key, full)
      await bookmarks.save(key, fresh)
      expect(await (await again()).load(key)).toEqual({ kind: 'kept', checkpoint: fresh, restored: false })
    })

    it.each([
      ['another alert', { ...key, alert: '1002' }],
      ['another subscription', { ...key, subscription: 'acme 2' }],
      ['a name that differs in odd characters only', { ...key, subscription: 'acme!' }],
      ['a name that differs in case only', { ...key, subscription: 'ACME' }],
      ['a name with a path in it', { ...key, subscription: '../../acme' }],
      ['a name in another script', { ...key, subscription: 'アクメ' }],
      ['the longest name', { ...key, subscription: 'x'.repeat(80) }],
    ])('of %s are their own', async (_what, other) => {
      const { bookmarks, again } = await open()
      await bookmarks.save(key, full)
      expect(await bookmarks.load(other)).toEqual({ kind: 'none' })
      await bookmarks.save(other, fresh)
      expect(await (await again()).load(key)).toMatchObject({ checkpoint: full })
      expect(await (await again()).load(other)).toMatchObject({ checkpoint: fresh })
    })

    it('of many subscriptions are kept at the same time', async () => {
      const { bookmarks, again } = await open()
      const keys = Array.from({ length: 50 }, (_, index) => ({ subscription: `s${index}`, alert: '1' }))
      await Promise.all(keys.map((one, index) => bookmarks.save(one, { ...fresh, watermark: String(index) })))
      const next = await again()
      const found = await Promise.all(keys.map((one) => next.load(one)))
      expect(found).toEqual(
        keys.map((_, index) => ({
          kind: 'kept',
          checkpoint: { ...fresh, watermark: String(index) },
          restored: false,
        })),
      )
    })
  })
}
