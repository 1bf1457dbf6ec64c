import { join } from 'node:path'
import { Low } from 'lowdb'
import { z } from 'zod'
import {
  type Checkpoint,
  type CheckpointKey,
  type CheckpointStore,
  checkpointKeySchema,
  type StoredCheckpoint,
} from '../../model/checkpoint.ts'
import type { Damage } from '../../model/damage.ts'
import { type Checked, checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import { sealCheckpoint, unsealCheckpoint } from '../sealed-checkpoint.ts'
import type { FoundCheckpoint } from '../store.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { fileNameOf, jsonFile, readBytes, setAside } from './json-file.ts'

const fileSchema = checkpointKeySchema.extend({ checkpoint: z.unknown() })

type OpenFile = { path: string; saved?: Checkpoint }

type CheckpointFilesDeps = {
  damage?: DamageLog
  /** Returns false if this process has lost the folder. */
  ownsFolder?: () => boolean
  disk?: Disk
}

/**
 * Keeps one small file for each subscription, because lowdb rewrites a whole file with each change. So a commit costs the same with ten
 * thousand subscriptions as with ten, and a damaged file affects one subscription. A damaged file is set aside when its checkpoint is saved
 * again.
 */
export function checkpointFiles(
  folder: string,
  { damage = createDamageLog(), ownsFolder = () => true, disk = realDisk }: CheckpointFilesDeps = {},
): CheckpointStore & { all(): AsyncIterable<FoundCheckpoint> } {
  const files = new Map<string, OpenFile>()
  const fileOf = ({ subscription, alert }: CheckpointKey): OpenFile => {
    const key = `${subscription}\n${alert}`
    const known = files.get(key) ?? { path: join(folder, fileNameOf(subscription, key)) }
    files.set(key, known)
    return known
  }

  function read(path: string, of?: CheckpointKey): Checked<FoundCheckpoint> | undefined {
    const found = jsonFile(path, disk).open()
    if (found === undefined) damage.gone(path, path)
    if (found === undefined) return undefined
    const checked = found.why === undefined ? checkFile(found.value, of) : found
    if (checked.why === undefined) damage.gone(path, path)
    else damage.found(path, path, damageOf(path, of, checked.why))
    return checked
  }

  return {
    async load(key): Promise<StoredCheckpoint> {
      const { path, saved } = fileOf(key)
      if (saved !== undefined) return { kind: 'kept', checkpoint: saved }
      const found = read(path, key)
      if (found === undefined) return { kind: 'none' }
      return found.why === undefined
        ? { kind: 'kept', checkpoint: found.value.checkpoint }
        : { kind: 'damaged', reason: `${path}: ${found.why}` }
    },
    async save(key, checkpoint) {
      // Check before the write, because this process must not change the files of another owner.
      if (!ownsFolder()) return 'fenced'
      const opened = fileOf(key)
      const { path, saved } = opened
      // A copy, because without any file the subscription would start from now after a crash.
      if (saved === undefined && read(path, key)?.why !== undefined) await keepCopy(path, disk)
      const { subscription, alert } = key
      const content = { subscription, alert, checkpoint: sealCheckpoint({ subscription, alert }, checkpoint) }
      await new Low<object>(jsonFile(path, disk), content).write()
      opened.saved = checkpoint
      damage.gone(path, path)
      // Check again after the write, because a post may follow. If another process took over the folder before this check, it may have read
      // the file before the write. If it takes over later, it reads the new content.
      return ownsFolder() ? 'kept' : 'fenced'
    },
    async *all() {
      for (const name of disk.list(folder)) {
        if (!name.endsWith('.json')) continue
        const found = read(join(folder, name))
        if (found !== undefined && found.why === undefined) yield found.value
      }
    },
  }
}

function checkFile(stored: unknown, of: CheckpointKey | undefined): Checked<FoundCheckpoint> {
  const file = checkShape(fileSchema, stored)
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

async function keepCopy(path: string, disk: Disk): Promise<void> {
  const found = readBytes(path, disk)
  if (found instanceof Buffer) await setAside(path, found, disk)
}
