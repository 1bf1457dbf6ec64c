import { describe, expect, it } from 'vitest'
import { afterInitialSync } from '../../src/engine/progress/checkpoint-changes.ts'
import type { Checkpoint, CheckpointStore } from '../../src/model/checkpoint.ts'

/** The contract of every store for checkpoints. */

/** A store for one test. `again` opens the same store as another process. */
export type OpenedCheckpoints = { checkpoints: CheckpointStore; again: () => Promise<CheckpointStore> }

const key = { subscription: 'acme', alert: '1001' }
const fresh = afterInitialSync(['3', '9007199254740993'], false, [], { at: 7, slackAt: 8 })
const full: Checkpoint = {
  watermark: '12345678901234567890',
  origin: '3',
  done: [
    { at: 5, slackAt: 6, ids: ['12345678901234567891', '12345678901234567892'] },
    { at: 6, ids: ['12345678901234567893'] },
  ],
  lastTs: '1795176000.000100',
  unannounced: true,
  pending: { channel: 'C1', thread: '1795176000.000100', ids: ['4'], burstIds: ['5', '6'], at: 8 },
  burst: { thread: '1795176000.000100', total: 3, ids: ['5', '6'] },
}

export function checkpointsContract(where: string, open: () => Promise<OpenedCheckpoints>): void {
  describe(`checkpoints in ${where}`, () => {
    it('are absent before the first save', async () => {
      const { checkpoints } = await open()
      expect(await checkpoints.load(key)).toEqual({ kind: 'none' })
    })

    it.each([
      ['as left by an initial sync', fresh],
      ['with every field', full],
    ])('%s can be read back unchanged by this process and by the next', async (_what, checkpoint) => {
      const { checkpoints, again } = await open()
      expect(await checkpoints.save(key, checkpoint)).toBe('kept')
      const found = { kind: 'kept', checkpoint: checkpoint }
      expect(await checkpoints.load(key)).toEqual(found)
      expect(await (await again()).load(key)).toEqual(found)
    })

    it('are replaced by the next save, including absent fields', async () => {
      const { checkpoints, again } = await open()
      await checkpoints.save(key, full)
      await checkpoints.save(key, fresh)
      expect(await (await again()).load(key)).toEqual({ kind: 'kept', checkpoint: fresh })
    })

    it.each([
      ['another alert', { ...key, alert: '1002' }],
      ['another subscription', { ...key, subscription: 'acme 2' }],
      ['a subscription whose name differs only in a special character', { ...key, subscription: 'acme!' }],
      ['a subscription whose name differs only in case', { ...key, subscription: 'ACME' }],
      ['a subscription whose name contains a path', { ...key, subscription: '../../acme' }],
      ['a subscription whose name is in another script', { ...key, subscription: 'アクメ' }],
      ['a subscription whose name has the greatest length', { ...key, subscription: 'x'.repeat(80) }],
    ])('are kept apart from those of %s', async (_what, other) => {
      const { checkpoints, again } = await open()
      await checkpoints.save(key, full)
      expect(await checkpoints.load(other)).toEqual({ kind: 'none' })
      await checkpoints.save(other, fresh)
      expect(await (await again()).load(key)).toMatchObject({ checkpoint: full })
      expect(await (await again()).load(other)).toMatchObject({ checkpoint: fresh })
    })

    it('can be saved for many subscriptions at the same time', async () => {
      const { checkpoints, again } = await open()
      const keys = Array.from({ length: 50 }, (_, index) => ({ subscription: `s${index}`, alert: '1' }))
      await Promise.all(
        keys.map((one, index) => checkpoints.save(one, { ...fresh, watermark: String(index) })),
      )
      const next = await again()
      const found = await Promise.all(keys.map((one) => next.load(one)))
      expect(found).toEqual(
        keys.map((_, index) => ({
          kind: 'kept',
          checkpoint: { ...fresh, watermark: String(index) },
        })),
      )
    })
  })
}
