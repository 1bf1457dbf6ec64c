import { expect, it } from 'vitest'
import { afterInitialSync } from '../../../src/engine/progress/checkpoint-changes.ts'
import type { CheckpointKey, StoredCheckpoint } from '../../../src/model/checkpoint.ts'
import { unsureAfterBreaks } from '../../../src/store/postgres/checkpoints.ts'

const acme = { subscription: 'acme', alert: '7' }
const globex = { subscription: 'globex', alert: '7' }
const kept: StoredCheckpoint = {
  kind: 'kept',
  checkpoint: afterInitialSync([], true, [], { at: 1 }),
}

/** A process that reads checkpoints, and counts breaks. */
function open(found: StoredCheckpoint = kept) {
  const connection = { breaks: 0 }
  const checkpoints = { load: async () => found, save: async () => 'kept' as const }
  const wrap = unsureAfterBreaks(() => connection.breaks)
  return { connection, read: (key: CheckpointKey) => wrap(checkpoints).load(key) }
}

it('a stored checkpoint counts as current while no database connection breaks', async () => {
  const { connection, read } = open()
  connection.breaks = 3
  expect(await read(acme)).toBe(kept)
  expect(await read(acme)).toBe(kept)
})

it('at the first read after a broken database connection, each stored checkpoint counts as perhaps an older copy', async () => {
  const { connection, read } = open()
  await read(acme)
  await read(globex)
  connection.breaks++
  expect(await read(acme)).toEqual({ ...kept, unsure: true })
  expect(await read(acme)).toBe(kept)
  expect(await read(globex)).toEqual({ ...kept, unsure: true })
})

it('a checkpoint that does not exist is not called unsure after a broken database connection', async () => {
  const { connection, read } = open({ kind: 'none' })
  await read(acme)
  connection.breaks++
  expect(await read(acme)).toEqual({ kind: 'none' })
})
