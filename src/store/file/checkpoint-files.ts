import { join } from 'node:path'
import { Low } from 'lowdb'
import type { z } from 'zod'
import {
  type Checkpoint,
  type CheckpointKey,
  checkpointKeySchema,
  checkpointSchema,
} from '../../model/checkpoint.ts'
import type { CheckpointStore } from '../store.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { fileNameOf, type JsonFile, jsonFile } from './json-file.ts'

export const checkpointFileSchema = checkpointKeySchema.extend({ checkpoint: checkpointSchema })
type CheckpointFile = z.output<typeof checkpointFileSchema>

/** A checkpoint's file and its last written content. */
type OpenFile = { file: JsonFile<CheckpointFile>; saved: Checkpoint | undefined }

/**
 * Keeps one small file for each subscription, because lowdb rewrites a whole file with each change. So a commit costs the same with ten
 * subscriptions and with ten thousand, and a damaged file affects one subscription. `holds` returns false if this process has lost the
 * folder.
 */
export function checkpointFiles(
  folder: string,
  holds: () => boolean = () => true,
  disk: Disk = realDisk,
): CheckpointStore {
  const files = new Map<string, OpenFile>()
  const fileOf = (key: CheckpointKey): OpenFile => {
    const name = checkpointFileName(key)
    const known = files.get(name)
    if (known !== undefined) return known
    const opened = { file: jsonFile(join(folder, name), checkpointFileSchema, disk), saved: undefined }
    files.set(name, opened)
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
      // // Before the write, because the files of another owner must not change.
      if (!holds()) return 'fenced'
      const opened = fileOf({ subscription, alert })
      await new Low<CheckpointFile>(opened.file, { subscription, alert, checkpoint }).write()
      opened.saved = checkpoint
      // After the write, because a post may follow. If another process took over the folder before this check, it may have read the file
      // before the write. If it takes over later, it reads the new content.
      return holds() ? 'kept' : 'fenced'
    },
  }
}

const checkpointFileName = ({ subscription, alert }: CheckpointKey) =>
  fileNameOf(subscription, `${subscription}\n${alert}`)
