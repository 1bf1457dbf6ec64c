import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { Low } from 'lowdb'
import { z } from 'zod'
import type { Log } from '../../model/log.ts'
import type { RecordStore, RecordType, StoredRecord } from '../records.ts'
import { durableFile, flushFolder } from './durable-file.ts'
import { FolderLostError } from './folder-lock.ts'

/** Nobody else changes a folder: after the first look there is nothing to hear of. */
const readOnce = 'read'

/**
 * One lowdb file a kind, or one a part of a kind. A fact is checked when it is first read, and trusted from then on: the counts of an
 * alert are read at every turn. A file that is damaged beyond its backup is an error, never an empty file. `holds`: whether the folder is
 * still this process's; changes reject with FolderLostError if it is not.
 */
export function recordFiles(
  folder: string,
  log: Pick<Log, 'warn'>,
  holds: () => boolean = () => true,
): RecordStore {
  const opened = new Map<string, Promise<RecordFile>>()
  const spread = new Map<string, Promise<void>>()
  const shelfAt = (file: string) => once(opened, file, () => openRecordFile(join(folder, file), log))
  const partAt = (name: string, part: string) => shelfAt(join(partsFolder(name), `${part}.json`))
  const toParts = (name: string, part: (key: string) => string) =>
    once(spread, name, () => spreadOut(folder, name, (key) => partAt(name, part(key)), log))

  const shelfOf = ({ name, part }: RecordType<unknown>, key: string): Promise<RecordFile> =>
    part === undefined ? shelfAt(`${name}.json`) : toParts(name, part).then(() => partAt(name, part(key)))

  async function shelvesOf({ name, part }: RecordType<unknown>): Promise<RecordFile[]> {
    if (part === undefined) return [await shelfAt(`${name}.json`)]
    await toParts(name, part)
    const files = await jsonFilesIn(join(folder, partsFolder(name)))
    return inGroups(files, (file) => shelfAt(join(partsFolder(name), file)))
  }

  async function those<T>(
    kind: RecordType<T>,
    isWanted: (key: string) => boolean,
  ): Promise<StoredRecord<T>[]> {
    return (await shelvesOf(kind)).flatMap((shelf) =>
      Object.keys(shelf.low.data)
        .filter(isWanted)
        .flatMap((key) => {
          const value = recordOf(shelf, kind, key)
          return value === undefined ? [] : [{ key, value }]
        }),
    )
  }
  const all = <T>(kind: RecordType<T>) => those(kind, () => true)
  function mustHold(): void {
    if (!holds()) throw new FolderLostError(`The folder ${folder} is another process's by now.`)
  }

  return {
    all,
    async within(kind, start, from) {
      const found = await those(kind, (key) => key >= from && key.startsWith(start))
      return found.sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    async find(kind, key) {
      return recordOf(await shelfOf(kind, key), kind, key)
    },
    async since(kind, mark) {
      return { changed: mark === readOnce ? [] : await all(kind), mark: readOnce }
    },
    async change(kind, key, next) {
      const shelf = await shelfOf(kind, key)
      const before = recordOf(shelf, kind, key)
      const after = next(before)
      if (after === before) return before
      mustHold()
      setRecord(shelf, key, after)
      try {
        await writeRecordFile(shelf)
        // Again, because a post may follow what was written: see the bookmarks.
        mustHold()
      } catch (error) {
        // Another change may have come after this one: that is not taken back with it.
        if (shelf.low.data[key] === after) setRecord(shelf, key, before)
        throw error
      }
      return after
    },
  }
}

/** What is begun once and waited for by all; what fails is tried again by the next. */
function once<T>(begun: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
  const known = begun.get(key)
  if (known !== undefined) return known
  const beginning = begin()
  begun.set(key, beginning)
  beginning.catch(() => begun.delete(key))
  return beginning
}

/** A file of facts cannot be used, and neither can its backup. */
export class StateDamagedError extends Error {
  override readonly name = 'StateDamagedError'
}

type Entries = Record<string, unknown>

/** A lowdb file of facts. */
type RecordFile = {
  low: Low<Entries>
  /** Entries that were checked, or written by ourselves. */
  sound: WeakSet<object>
  writing: Promise<void>
  next: Promise<void> | undefined
}

/** Opens one, which may not be there yet. Rejects with StateDamagedError where file and backup are damaged: facts would be gone in silence. */
async function openRecordFile(path: string, log: Pick<Log, 'warn'>): Promise<RecordFile> {
  const file = durableFile(path, z.record(z.string(), z.unknown()))
  const found = await file.open()
  if (found.kind === 'damaged') {
    throw new StateDamagedError(
      `${found.reason}. Restore it from a copy, or move it and its .bak away to begin without it.`,
    )
  }
  if (found.kind === 'read' && found.restored)
    log.warn({ path }, 'a file of the state was damaged: its backup is used')
  return {
    low: new Low<Entries>(file, found.kind === 'read' ? found.data : {}),
    sound: new WeakSet(),
    writing: Promise.resolve(),
    next: undefined,
  }
}

/** Resolves when everything that has changed by now is durable. Changes that come together share one write. */
function writeRecordFile(shelf: RecordFile): Promise<void> {
  shelf.next ??= shelf.writing
    .catch(() => undefined)
    .then(() => {
      shelf.next = undefined
      shelf.writing = shelf.low.write()
      return shelf.writing
    })
  return shelf.next
}

/** A fact of the shelf; it is checked when it is first read, and trusted from then on. Throws ZodError where it has another shape. */
function recordOf<T>(shelf: RecordFile, { shape }: RecordType<T>, key: string): T | undefined {
  if (!Object.hasOwn(shelf.low.data, key)) return undefined
  const entry = shelf.low.data[key]
  if (isSound<T>(shelf, entry)) return entry
  const fact = shape.parse(entry)
  setRecord(shelf, key, fact)
  return fact
}

/** Puts a fact on the shelf, or takes it off where it is undefined; it is durable when the shelf has been written. */
function setRecord({ low, sound }: RecordFile, key: string, value: unknown): void {
  if (value === undefined) delete low.data[key]
  else low.data[key] = value
  if (typeof value === 'object' && value !== null) sound.add(value)
}

/** Each key has one kind, so what was checked has its shape. */
function isSound<T>({ sound }: RecordFile, entry: unknown): entry is T {
  return typeof entry === 'object' && entry !== null && sound.has(entry)
}

/**
 * Makes the folder of a kind that is kept in parts, and takes over what an earlier version kept of it in one file. Nothing else may be done
 * with the kind before: dying in between means doing the same again.
 */
async function spreadOut(
  folder: string,
  name: string,
  shelfOf: (key: string) => Promise<RecordFile>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const isNew = (await mkdir(join(folder, partsFolder(name)), { recursive: true })) !== undefined
  if (isNew) await flushFolder(folder)
  if (!(await jsonFilesIn(folder)).includes(`${name}.json`)) return
  const path = join(folder, `${name}.json`)
  const old = await openRecordFile(path, log)
  const touched = new Set<RecordFile>()
  for (const [key, value] of Object.entries(old.low.data)) {
    const shelf = await shelfOf(key)
    shelf.low.data[key] = value
    touched.add(shelf)
  }
  await inGroups([...touched], writeRecordFile)
  // Of the two files one goes before the other: both generations are emptied, so that neither brings back what has changed since.
  old.low.data = {}
  await old.low.write()
  await old.low.write()
  await Promise.all([rm(path, { force: true }), rm(`${path}.bak`, { force: true })])
}

/** In so many parts is spread what belongs together: of ten thousand facts, a change writes three hundred. */
const partsOfAGroup = 32

/** The part of its kind in which a key is kept, one of those of its group. Two groups may meet in a part: they only share its file. */
export function shardOf(group: string, key: string): string {
  const part = crc32(key) % partsOfAGroup
  return `${hex(crc32(group), 8)}-${hex(part, 2)}`
}

const hex = (number: number, length: number) => number.toString(16).padStart(length, '0')

/** So many at once: each may hold two files open, of which a process may have few hundred, and a database is not flooded. */
export const groupSize = 50

/** Runs something for each item, a group at a time; resolves with what came of each, in order. Rejects with the first failure: no group is begun after it. */
export async function inGroups<Item, Result>(
  items: Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let next = 0; next < items.length; next += groupSize)
    results.push(...(await Promise.all(items.slice(next, next + groupSize).map(run))))
  return results
}

/** The names of the JSON files in a folder, sorted; one whose only generation left is the backup among them, none where there is no folder. */
export async function jsonFilesIn(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  const own = names.filter((name) => /\.json(\.bak)?$/.test(name)).map((name) => name.replace(/\.bak$/, ''))
  return [...new Set(own)].sort()
}

/** How the folders of kinds are named that are kept in parts. */
const partsEnding = '.parts'

/** The folder with the parts of a kind, within the folder of the state. */
const partsFolder = (kind: string) => `${kind}${partsEnding}`

/** All files of facts in the folder of the state: of which kind they are, and their paths within it. */
export async function factFilesIn(folder: string): Promise<{ kind: string; file: string }[]> {
  const whole = await jsonFilesIn(folder)
  const found = whole.map((file) => ({ kind: file.slice(0, -'.json'.length), file }))
  for (const parts of (await namesIn(folder)).filter((name) => name.endsWith(partsEnding)).sort()) {
    const kind = parts.slice(0, -partsEnding.length)
    const files = await jsonFilesIn(join(folder, parts))
    found.push(...files.map((file) => ({ kind, file: join(parts, file) })))
  }
  return found
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
