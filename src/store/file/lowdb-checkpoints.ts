import { join } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import { z } from 'zod'
import { createKeyedMutex } from '../../async/serial.ts'
import {
  type CheckpointKey,
  type CheckpointStore,
  checkpointKeySchema,
  emptyCheckpoint,
} from '../../model/checkpoint.ts'
import type { Damage } from '../../model/damage.ts'
import { type Checked, checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import { sealCheckpoint, unsealCheckpoint } from '../sealed-checkpoint.ts'
import type { FoundCheckpoint } from '../store.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { fileNameOf, keepCopy, readJsonFile, replaceFile } from './json-file.ts'

/** What a file has. `checkpoint` is sealed, and is not checked here. */
export const checkpointFileSchema = checkpointKeySchema.extend({ checkpoint: z.unknown() })

/** Says why a checkpoint cannot be read or written. `fenced`: another process has the folder. */
class CheckpointError extends Error {
  override readonly name = 'CheckpointError'
  readonly outcome: 'absent' | 'damaged' | 'fenced'

  constructor(outcome: CheckpointError['outcome'], message: string) {
    super(message)
    this.outcome = outcome
  }
}

type LowdbCheckpointsDeps = {
  damage?: DamageLog
  /** Returns false if this process has lost the folder. Throws if its disk is missing. */
  ownsFolder?: () => boolean
  disk?: Disk
}

/**
 * Keeps the last ids of each subscription in a lowdb file of its own, because lowdb rewrites a whole file with each change. So a commit costs
 * the same with ten thousand subscriptions as with ten, and a damaged file affects one subscription. Each file is opened and read once; after
 * that, the `data` of its `Low` is what this process knows. lowdb takes an unreadable file for the default, so our adapter throws instead,
 * and a `Low` that was never read or written is not kept.
 */
export function lowdbCheckpoints(
  folder: string,
  { damage = createDamageLog(), ownsFolder = () => true, disk = realDisk }: LowdbCheckpointsDeps = {},
): CheckpointStore & { all(): AsyncIterable<FoundCheckpoint> } {
  const opened = new Map<string, Low<FoundCheckpoint>>()
  // A load waits for a running update, because lowdb changes `data` before it writes.
  const inOrder = createKeyedMutex()
  const pathOf = ({ subscription, alert }: CheckpointKey) =>
    join(folder, fileNameOf(subscription, `${subscription}\n${alert}`))

  function mustOwn(): void {
    if (!ownsFolder()) throw new CheckpointError('fenced', `The folder ${folder} belongs to another process.`)
  }

  function read(path: string, of?: CheckpointKey): Checked<FoundCheckpoint> | undefined {
    const found = readJsonFile(path, disk)
    // Throws if the disk is missing, because then the checkpoint is not absent.
    if (found === undefined) ownsFolder()
    const checked = found?.why === undefined ? found && checkFile(found.value, of) : found
    if (checked?.why === undefined) damage.gone(path, path)
    else damage.found(path, path, damageOf(path, of, checked.why))
    return checked
  }

  const adapterOf = (path: string, { subscription, alert }: CheckpointKey): Adapter<FoundCheckpoint> => ({
    async read() {
      const { value, why } = read(path, { subscription, alert }) ?? {}
      if (value !== undefined) return value
      throw new CheckpointError(why === undefined ? 'absent' : 'damaged', `${path}: ${why ?? 'it is absent'}`)
    },
    async write({ checkpoint }) {
      // Check before the write, because this process must not change the files of another owner.
      mustOwn()
      // Without any file the subscription would start from now after a crash, so the damaged one stays until then.
      if (damage.has(path, path)) await keepCopy(path, disk)
      const sealed = sealCheckpoint({ subscription, alert }, checkpoint)
      await replaceFile(path, JSON.stringify({ subscription, alert, checkpoint: sealed }), disk)
      damage.gone(path, path)
      // Check again after the write, because a post may follow. If another process took over the folder before this check, it may have read
      // the file before the write. If it takes over later, it reads the new content.
      mustOwn()
    },
  })

  /** `unread` says why there is nothing to read: then the `data` is only a place for the first update. */
  async function open(path: string, key: CheckpointKey) {
    const known = opened.get(path)
    if (known !== undefined) return { low: known }
    const low = new Low<FoundCheckpoint>(adapterOf(path, key), { key, checkpoint: emptyCheckpoint })
    try {
      await low.read()
      opened.set(path, low)
      return { low }
    } catch (error) {
      if (!(error instanceof CheckpointError)) throw error
      return { low, unread: error }
    }
  }

  return {
    load(key) {
      const path = pathOf(key)
      return inOrder(path, async () => {
        const { low, unread } = await open(path, key)
        if (unread === undefined) return { kind: 'kept', checkpoint: low.data.checkpoint }
        return unread.outcome === 'absent' ? { kind: 'none' } : { kind: 'damaged', reason: unread.message }
      })
    },
    save(key, checkpoint) {
      const path = pathOf(key)
      return inOrder(path, async () => {
        const { low } = await open(path, key)
        const before = low.data.checkpoint
        try {
          await low.update((data) => {
            data.checkpoint = checkpoint
          })
          opened.set(path, low)
          return 'kept'
        } catch (error) {
          low.data.checkpoint = before
          if (!(error instanceof CheckpointError)) throw error
          // The other process may have changed the file, so it is read again before it is used.
          opened.delete(path)
          return 'fenced'
        }
      })
    },
    async *all() {
      for (const name of disk.list(folder)) {
        const found = name.endsWith('.json') ? read(join(folder, name)) : undefined
        if (found?.value !== undefined) yield found.value
      }
    },
  }
}

function checkFile(stored: unknown, of: CheckpointKey | undefined): Checked<FoundCheckpoint> {
  const file = checkShape(checkpointFileSchema, stored)
  if (file.why !== undefined) return file
  const { subscription, alert, checkpoint } = file.value
  if (of !== undefined && (of.subscription !== subscription || of.alert !== alert))
    return { why: 'it is that of another subscription' }
  const unsealed = unsealCheckpoint({ subscription, alert }, checkpoint)
  if (unsealed.why !== undefined) return unsealed
  return { value: { key: { subscription, alert }, checkpoint: unsealed.value } }
}

function damageOf(path: string, of: CheckpointKey | undefined, why: string): Damage {
  const key = of === undefined ? {} : { key: of.subscription }
  return { collection: 'checkpoints', ...key, place: { kind: 'file', path }, why }
}
