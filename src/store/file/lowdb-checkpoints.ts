import { join } from 'node:path'
import { createKeyedMutex } from '@overheard/base/serial'
import { type Adapter, Low } from 'lowdb'
import { z } from 'zod'
import {
  type CheckpointKey,
  type CheckpointStore,
  checkpointKeySchema,
  emptyCheckpoint,
  type StoredCheckpoint,
} from '../../model/checkpoint.ts'
import { FencedError } from '../../model/fenced-error.ts'
import { type Checked, checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import { sealCheckpoint, unsealCheckpoint } from '../sealed-checkpoint.ts'
import type { FoundCheckpoint } from '../store.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { fileNameOf, keepCopy, readJsonFile, replaceFile } from './json-file.ts'

/** What a file has. Its `checkpoint` is sealed, and must be checked. */
export const checkpointFileSchema = checkpointKeySchema.extend({ checkpoint: z.unknown() })

/** This error means that a file is absent or damaged. */
class CheckpointUnreadError extends Error {
  override readonly name = 'CheckpointUnreadError'
  readonly found: Exclude<StoredCheckpoint, { kind: 'kept' }>

  constructor(found: CheckpointUnreadError['found']) {
    super(found.kind)
    this.found = found
  }
}

type LowdbCheckpointsDeps = {
  damage?: DamageLog
  /** Returns false if this process has lost the folder. Throws if the disk is missing. */
  ownsFolder?: () => boolean
  disk?: Disk
}

/**
 * Keeps the last ids of each subscription with lowdb, in a small file of its own, because lowdb rewrites a whole file with each change. So a
 * commit costs the same with ten thousand subscriptions as with ten, and a damaged file affects one subscription. A file is read once; then
 * the `data` of its `Low` is what this process knows. lowdb would take a file that cannot be read for its default, so the adapter throws.
 */
export function lowdbCheckpoints(
  folder: string,
  { damage = createDamageLog(), ownsFolder = () => true, disk = realDisk }: LowdbCheckpointsDeps = {},
): CheckpointStore & { all(): AsyncIterable<FoundCheckpoint> } {
  /** Only those that were read or written. */
  const opened = new Map<string, Low<FoundCheckpoint>>()
  // A load, too, waits for a running update, because lowdb changes `data` before it writes.
  const inOrder = createKeyedMutex()
  const paths = new Map<string, string>()
  function pathOf({ subscription, alert }: CheckpointKey): string {
    const name = `${subscription}\n${alert}`
    const path = paths.get(name) ?? join(folder, fileNameOf(subscription, name))
    paths.set(name, path)
    return path
  }
  const mustOwn = () => {
    if (!ownsFolder()) throw new FencedError(`The folder ${folder} belongs to another process now.`)
  }

  function read(path: string, of?: CheckpointKey): Checked<FoundCheckpoint> | undefined {
    const found = readJsonFile(path, disk)
    // Throws if the disk is missing, because then the checkpoint is not absent.
    if (found === undefined) ownsFolder()
    const checked = found?.why === undefined ? found && checkFile(found.value, of) : found
    const why = checked?.why
    const damaged = { collection: 'checkpoints', ...(of && { key: of.subscription }) }
    if (why === undefined) damage.gone(path, path)
    else damage.found(path, path, { ...damaged, place: { kind: 'file', path }, why })
    return checked
  }

  const adapterOf = (path: string, key: CheckpointKey): Adapter<FoundCheckpoint> => ({
    async read() {
      const { value, why } = read(path, key) ?? {}
      if (value !== undefined) return value
      throw new CheckpointUnreadError(
        why === undefined ? { kind: 'none' } : { kind: 'damaged', reason: `${path}: ${why}` },
      )
    },
    async write({ key, checkpoint }) {
      // Check before the write, because this process must not change the files of another owner.
      mustOwn()
      // A copy, because without any file the subscription would start from now after a crash.
      if (damage.has(path, path)) await keepCopy(path, disk)
      const file = { ...key, checkpoint: sealCheckpoint(key, checkpoint) }
      await replaceFile(path, JSON.stringify(file), disk)
      damage.gone(path, path)
      // Check again after the write, because a post may follow. If another process took over the folder before this check, it may have read
      // the file before the write. If it takes over later, it reads the new content.
      mustOwn()
    },
  })

  /** If there is nothing to read, `unread` says why, and `data` is only the place for the first update. */
  async function open({ subscription, alert }: CheckpointKey) {
    const key = { subscription, alert }
    const path = pathOf(key)
    const known = opened.get(path)
    if (known !== undefined) return { path, low: known }
    const low = new Low<FoundCheckpoint>(adapterOf(path, key), { key, checkpoint: emptyCheckpoint })
    try {
      await low.read()
      opened.set(path, low)
    } catch (unread) {
      if (unread instanceof CheckpointUnreadError) return { path, low, unread }
      throw unread
    }
    return { path, low }
  }

  return {
    load: (key) =>
      inOrder(pathOf(key), async () => {
        const { low, unread } = await open(key)
        return unread?.found ?? { kind: 'kept', checkpoint: low.data.checkpoint }
      }),
    save: (key, checkpoint) =>
      inOrder(pathOf(key), async () => {
        const { path, low } = await open(key)
        const before = low.data.checkpoint
        try {
          await low.update((data) => Object.assign(data, { checkpoint }))
          opened.set(path, low)
          return 'kept'
        } catch (error) {
          low.data.checkpoint = before
          if (!(error instanceof FencedError)) throw error
          // The other process may have changed the file, so it is read again before it is used.
          opened.delete(path)
          return 'fenced'
        }
      }),
    async *all() {
      for (const name of disk.list(folder)) {
        const found = name.endsWith('.json') ? read(join(folder, name)) : undefined
        if (found?.value !== undefined) yield found.value
      }
    },
  }
}

function checkFile(stored: unknown, of: CheckpointKey | undefined): Checked<FoundCheckpoint> {
  const { value, why } = checkShape(checkpointFileSchema, stored)
  if (why !== undefined) return { why }
  const { subscription, alert } = value
  if (of !== undefined && (of.subscription !== subscription || of.alert !== alert))
    return { why: 'it is that of another subscription' }
  const unsealed = unsealCheckpoint(value, value.checkpoint)
  if (unsealed.why !== undefined) return unsealed
  return { value: { key: { subscription, alert }, checkpoint: unsealed.value } }
}
