import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Low } from 'lowdb'
import type { z } from 'zod'
import {
  type Checkpoint,
  type CheckpointKey,
  checkpointKeySchema,
  checkpointSchema,
  type SaveResult,
  type StoredCheckpoint,
} from '../../model/checkpoint.ts'
import { type DurableFile, durableFile } from './durable-file.ts'

/** The shape of a bookmark's file. */
export const checkpointFileSchema = checkpointKeySchema.extend({ bookmark: checkpointSchema })
type CheckpointFile = z.output<typeof checkpointFileSchema>

/** A bookmark's file, and what was last written to it. */
type OpenFile = { file: DurableFile<CheckpointFile>; kept: Checkpoint | undefined }

/** The bookmarks of all subscriptions. */
export type CheckpointStore = {
  load(key: CheckpointKey): Promise<StoredCheckpoint>
  save(key: CheckpointKey, checkpoint: Checkpoint): Promise<SaveResult>
}

/**
 * One small lowdb file a subscription, so that settling costs the same with ten subscriptions and with ten thousand (lowdb
 * rewrites a whole file at every change), and damage to one file is the trouble of one subscription. `holds`: whether the folder is
 * still this process's.
 */
export function checkpointFiles(folder: string, holds: () => boolean = () => true): CheckpointStore {
  const shelves = new Map<string, OpenFile>()
  const shelfOf = (key: CheckpointKey): OpenFile => {
    const name = `${key.alert} ${key.subscription}`
    const shelf = shelves.get(name) ?? {
      file: durableFile(join(folder, fileName(key)), checkpointFileSchema),
      kept: undefined,
    }
    shelves.set(name, shelf)
    return shelf
  }
  return {
    async load(key) {
      const { file, kept } = shelfOf(key)
      if (kept !== undefined) return { kind: 'kept', checkpoint: kept, restored: false }
      const found = await file.open()
      if (found.kind === 'fresh') return { kind: 'none' }
      if (found.kind === 'damaged') return found
      return { kind: 'kept', checkpoint: found.data.bookmark, restored: found.restored }
    },
    async save(key, next) {
      // Before the write, because another process's files must stay as they are.
      if (!holds()) return 'fenced'
      const shelf = shelfOf(key)
      await new Low<CheckpointFile>(shelf.file, { ...key, bookmark: next }).write()
      shelf.kept = next
      // And after it, because a post may follow: whoever took the folder over before this look may have read the file before the
      // write, and whoever does so after it will find what was written.
      return holds() ? 'kept' : 'fenced'
    },
  }
}

/** A file name that people can find their subscription by, and that differs where names differ only in odd characters. */
function fileName({ subscription, alert }: CheckpointKey): string {
  const readable = subscription
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  const exact = createHash('sha256').update(`${subscription}\n${alert}`).digest('hex').slice(0, 12)
  return `${readable}-${exact}.json`
}
