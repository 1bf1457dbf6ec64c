import { join } from 'node:path'
import type { Log } from '../model/log.ts'
import { FolderLostError } from './held-folder.ts'
import { inGroups } from './in-groups.ts'
import { jsonFilesIn, partsFolder } from './json-files.ts'
import type { RecordStore, RecordType, StoredRecord } from './records.ts'
import { openRecordFile, type RecordFile, recordOf, setRecord, writeRecordFile } from './shelf.ts'
import { spreadOut } from './spread-out.ts'

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
