import { join } from 'node:path'
import { Low } from 'lowdb'
import type { z } from 'zod'
import {
  type Checkpoint,
  type CheckpointKey,
  type CheckpointStore,
  checkpointKeySchema,
  checkpointSchema,
} from '../../model/checkpoint.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { fileNameOf, type JsonFile, jsonFile } from './json-file.ts'

export const checkpointFileSchema = checkpointKeySchema.extend({ checkpoint: checkpointSchema })
type CheckpointFile = z.output<typeof checkpointFileSchema>

type OpenFile = { file: JsonFile<CheckpointFile>; saved: Checkpoint | undefined }

/**
 * Keeps one small file for each subscription, because lowdb rewrites a whole file with each change. So a commit costs the same with ten
 * thousand subscriptions as with ten, and a damaged file affects one subscription. `ownsFolder` returns false if this process has lost the
 * folder.
 */
export function checkpointFiles(
  folder: string,
  ownsFolder: () => boolean = () => true,
  disk: Disk = realDisk,
): CheckpointStore {
  const files = new Map<string, OpenFile>()
  const fileOf = ({ subscription, alert }: CheckpointKey): OpenFile => {
    const key = `${subscription}\n${alert}`
    const known = files.get(key)
    if (known !== undefined) return known
    const path = join(folder, fileNameOf(subscription, key))
    const opened = { file: jsonFile(path, checkpointFileSchema, disk), saved: undefined }
    files.set(key, opened)
    return opened
  }
  return {
    async load(key) {
      const { file, saved } = fileOf(key)
      if (saved !== undefined) return { kind: 'kept', checkpoint: saved }
      const found = file.open()
      if (found.kind === 'missing') return { kind: 'none' }
      return found.kind === 'damaged' ? found : { kind: 'kept', checkpoint: found.data.checkpoint }
    },
    async save({ subscription, alert }, checkpoint) {
      // Check before the write, because this process must not change the files of another owner.
      if (!ownsFolder()) return 'fenced'
      const opened = fileOf({ subscription, alert })
      await new Low<CheckpointFile>(opened.file, { subscription, alert, checkpoint }).write()
      opened.saved = checkpoint
      // Check again after the write, because a post may follow. If another process took over the folder before this check, it may have read
      // the file before the write. If it takes over later, it reads the new content.
      return ownsFolder() ? 'kept' : 'fenced'
    },
  }
}
