import { dirname, join } from 'node:path'
import { Low } from 'lowdb'
import { z } from 'zod'
import { coalesced } from '../../async/serial.ts'
import type { Collection, CollectionOptions, OpenCollection } from '../../model/collection.ts'
import { collectionFrom, StateDamagedError } from '../store.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { FolderLostError } from './folder-lock.ts'
import { fileNameOf, jsonFile } from './json-file.ts'

type Deps = {
  ownsFolder?: () => boolean
  disk?: Disk
  onDamagedFile?: (reason: string) => void
}

/**
 * Stores collections as lowdb files: one file for each collection, or one for each record. All records that were read stay in memory. If a
 * file is damaged, opening it rejects with StateDamagedError; a rebuildable file is renamed instead.
 */
export function collectionFiles(folder: string, deps: Deps = {}): OpenCollection {
  const { ownsFolder = () => true, disk = realDisk } = deps
  const opened = new Map<string, RecordFile>()
  const mustHold = () => {
    if (!ownsFolder()) throw new FolderLostError(`The folder ${folder} belongs to another process now.`)
  }

  function open<T>(path: string, schema: z.ZodType<T>, options: CollectionOptions): RecordFile {
    const known = opened.get(path)
    if (known !== undefined) return known
    const file = openRecordFile(path, schema, options, { ...deps, disk })
    opened.set(path, file)
    return file
  }

  return <T>(name: string, schema: z.ZodType<T>, options: CollectionOptions = {}): Collection<T> => {
    const files = new Map<string, RecordFile>()
    const pathOf = (key: string) => (options.fileForEach ? join(name, fileNameOf(key, key)) : `${name}.json`)
    const fileOf = (key: string) => {
      const file = files.get(key) ?? open(join(folder, pathOf(key)), schema, options)
      files.set(key, file)
      return file
    }
    const allFiles = () =>
      options.fileForEach
        ? jsonFilesIn(join(folder, name), disk).map((file) => open(join(folder, name, file), schema, options))
        : [fileOf('')]
    // The schema was checked when the file was opened, and each name has one schema.
    const typed = (value: unknown) => value as T
    return collectionFrom<T>({
      async find(key) {
        const { data } = fileOf(key).low
        return Object.hasOwn(data, key) ? typed(data[key]) : undefined
      },
      async entries() {
        return allFiles().flatMap(({ low }) =>
          Object.entries(low.data).map(([key, value]) => ({ key, value: typed(value) })),
        )
      },
      async change(key, next) {
        const file = fileOf(key)
        const before = Object.hasOwn(file.low.data, key) ? typed(file.low.data[key]) : undefined
        const after = next(before)
        if (after === before) return before
        mustHold()
        set(file, key, after)
        try {
          await file.write()
          // Check again after the write, because a post may follow (see checkpoint-files.ts).
          mustHold()
        } catch (error) {
          // A later change may have replaced the value, and then the later value stays.
          if (file.low.data[key] === after) set(file, key, before)
          throw error
        }
        return after
      },
    })
  }
}

type Records = Record<string, unknown>

type RecordFile = { low: Low<Records>; write: () => Promise<void> }

function openRecordFile(
  path: string,
  schema: z.ZodType,
  { rebuildable }: CollectionOptions,
  { disk, onDamagedFile }: Deps & { disk: Disk },
): RecordFile {
  const file = jsonFile<Records>(path, z.record(z.string(), schema), disk)
  const found = file.open()
  if (found.kind === 'damaged') {
    if (rebuildable === undefined)
      throw new StateDamagedError(
        `${found.reason}. People entered what it holds. Restore it from a copy, or move it away to start without it.`,
      )
    disk.rename(path, `${path}.damaged`)
    onDamagedFile?.(`${found.reason}. It was renamed to ${path}.damaged, and the bot starts without it.`)
  }
  const low = new Low<Records>(file, found.kind === 'read' ? found.data : {})
  const write = coalesced(async () => {
    await makeFolderDurably(dirname(path), disk)
    await low.write()
  })
  return { low, write }
}

async function makeFolderDurably(path: string, disk: Disk): Promise<void> {
  const created = disk.makeFolder(path)
  if (created === undefined) return
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    await disk.syncFolder(folder)
    if (folder === dirname(created)) return
  }
}

function set({ low }: RecordFile, key: string, value: unknown): void {
  if (value === undefined) delete low.data[key]
  else low.data[key] = value
}

function jsonFilesIn(folder: string, disk: Disk): string[] {
  return disk.list(folder).filter((name) => name.endsWith('.json'))
}
