import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { coalesced } from '../../async/serial.ts'
import type { Collection, CollectionOptions, OpenCollection } from '../../model/collection.ts'
import { type Damage, RecordDamagedError } from '../../model/damage.ts'
import { checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import { collectionFrom } from '../store.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import { FolderLostError } from './folder-lock.ts'
import { fileNameOf, keepCopy, readJsonFile, replaceFile, setAside } from './json-file.ts'

type CollectionFilesDeps = {
  damage?: DamageLog
  ownsFolder?: () => boolean
  disk?: Disk
}

/**
 * Stores collections as JSON files: one file for each collection, or one for each record. All records that were read stay in memory. Of a
 * damaged record only its own text is lost, of a file that is not JSON everything in it. Both stay where they are until a write needs the
 * place. A file with damage is read again when a person has changed it.
 */
export function collectionFiles(folder: string, deps: CollectionFilesDeps = {}): OpenCollection {
  const { ownsFolder = () => true, disk = realDisk, damage = createDamageLog() } = deps
  const opened = new Map<string, RecordFile>()
  const mustHold = () => {
    if (!ownsFolder()) throw new FolderLostError(`The folder ${folder} belongs to another process now.`)
  }

  return <T>(name: string, schema: z.ZodType<T>, options: CollectionOptions = {}): Collection<T> => {
    const read = (path: string) => openRecordFile({ path, name, schema }, damage, disk)
    const open = (path: string) => {
      const file = opened.get(path) ?? read(path)
      opened.set(path, file)
      file.look()
      return file
    }
    const pathOf = (key: string) =>
      join(folder, options.fileForEach ? join(name, fileNameOf(key, key)) : `${name}.json`)
    const allPaths = () =>
      options.fileForEach
        ? jsonFilesIn(join(folder, name), disk).map((file) => join(folder, name, file))
        : [pathOf('')]
    // The schema was checked when the file was read, and each name has one schema.
    const typed = (value: unknown) => value as T
    const mustBeKnown = (file: RecordFile, key: string) => {
      const found = options.restricts && file.damageOf(key)
      if (found) throw new RecordDamagedError(found)
    }
    return collectionFrom<T>({
      async find(key) {
        const file = open(pathOf(key))
        mustBeKnown(file, key)
        return typed(file.values.get(key))
      },
      async readAll() {
        const files = allPaths().map(open)
        return {
          entries: files.flatMap(({ values }) =>
            [...values].map(([key, value]) => ({ key, value: typed(value) })),
          ),
          damaged: files.flatMap((file) => file.damages()),
        }
      },
      async inspect() {
        for (const path of allPaths()) if (!opened.has(path)) read(path)
      },
      async change(key, next) {
        const file = open(pathOf(key))
        mustBeKnown(file, key)
        const before = typed(file.values.get(key))
        const after = next(before)
        if (after === before) return before
        mustHold()
        const takeBack = file.set(key, after)
        try {
          await file.write()
          // Check again after the write, because a post may follow (see lowdb-checkpoints.ts).
          mustHold()
        } catch (error) {
          takeBack()
          throw error
        }
        return after
      },
    })
  }
}

type RecordFile = {
  /** The records that this version can use. */
  values: Map<string, unknown>
  /** Reads the file again if it has damage and somebody else has changed it. */
  look(): void
  /** Returns the damage of the record, or that of the whole file. */
  damageOf(key: string): Damage | undefined
  damages(): Damage[]
  /** The returned function takes the change back, unless a later change has replaced it. */
  set(key: string, value: unknown): () => void
  write(): Promise<void>
}

type FileOptions = { path: string; name: string; schema: z.ZodType }

const wholeFile = 'file'
const recordId = (key: string) => `record ${key}`

function openRecordFile({ path, name, schema }: FileOptions, log: DamageLog, disk: Disk): RecordFile {
  const values = new Map<string, unknown>()
  /** The stored form of damaged records, and of records with fields that this version does not know. */
  const stored = new Map<string, unknown>()
  /** The stored form of damaged records that the next write replaces. */
  const replaced = new Map<string, unknown>()
  const damages = new Map<string, Damage>()
  let mark: string | undefined
  let writes = 0

  function load(): void {
    for (const known of [values, stored, damages]) known.clear()
    mark = disk.look(path)?.mark
    const found = readJsonFile(path, disk) ?? { value: {} }
    const checked = found.why === undefined ? checkShape(records, found.value) : found
    if (checked.why !== undefined)
      damages.set(wholeFile, { collection: name, place: { kind: 'file', path }, why: checked.why })
    for (const [key, value] of Object.entries(checked.value ?? {})) take(key, value)
    log.replace(path, damages)
  }

  function take(key: string, value: unknown): void {
    const { why, ...fitting } = checkShape(schema, value)
    if ('value' in fitting) values.set(key, fitting.value)
    if (why !== undefined)
      damages.set(recordId(key), { collection: name, key, place: { kind: 'entry', path, key }, why })
    if (!('value' in fitting) || !isDeepStrictEqual(fitting.value, value)) stored.set(key, value)
  }

  async function keepReplaced(): Promise<void> {
    if (damages.has(wholeFile)) await keepCopy(path, disk)
    for (const [key, value] of replaced) await setAside(path, JSON.stringify({ [key]: value }), disk)
  }

  const writeAll = coalesced(async () => {
    await makeFolderDurably(dirname(path), disk)
    await keepReplaced()
    const written = [...replaced.keys()]
    await replaceFile(path, JSON.stringify(Object.fromEntries([...values, ...stored])), disk)
    mark = disk.look(path)?.mark
    for (const id of [wholeFile, ...written.map(recordId)]) damages.delete(id)
    for (const key of written) replaced.delete(key)
    log.replace(path, damages)
  })

  load()
  return {
    values,
    look() {
      if (damages.size > 0 && writes === 0 && disk.look(path)?.mark !== mark) load()
    },
    damageOf: (key) => damages.get(wholeFile) ?? damages.get(recordId(key)),
    damages: () => [...damages.values()],
    set(key, value) {
      const [before, raw] = [values.get(key), stored.get(key)]
      put(values, key, value)
      stored.delete(key)
      if (damages.has(recordId(key)) && !replaced.has(key)) replaced.set(key, raw)
      return () => {
        if (values.get(key) !== value) return
        put(values, key, before)
        put(stored, key, raw)
        replaced.delete(key)
      }
    },
    async write() {
      writes += 1
      await writeAll().finally(() => {
        writes -= 1
      })
    },
  }
}

const records = z.record(z.string(), z.unknown())

async function makeFolderDurably(path: string, disk: Disk): Promise<void> {
  const created = disk.makeFolder(path)
  if (created === undefined) return
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    await disk.syncFolder(folder)
    if (folder === dirname(created)) return
  }
}

function put(known: Map<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) known.delete(key)
  else known.set(key, value)
}

function jsonFilesIn(folder: string, disk: Disk): string[] {
  return disk.list(folder).filter((name) => name.endsWith('.json'))
}
