import { rm, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { createRuntime } from '@overheard/base/runtime'
import type { Time } from '@overheard/base/time'
import { folderLines } from '../file/backup-folder.ts'
import { lockFolder } from '../file/folder-lock.ts'
import { folderVersion, hasData, newestFolderVersion, whyUnusableVersion } from '../file/folder-version.ts'
import { whyMoved } from '../file/moved-folder.ts'
import { prepareRestore } from '../file/restore-folder.ts'
import { mustBeUsable, openWithRetry, type StorePlace } from '../of-commands.ts'
import { readTables } from '../postgres/backup-database.ts'
import { copySchema, newestDatabaseVersion } from '../postgres/migrations.ts'
import { prepareTables } from '../postgres/restore-database.ts'
import {
  type BackupPart,
  type BackupSource,
  BackupUnusableError,
  type FolderLine,
  openBackup,
  type Prepared,
  type TableRows,
} from './backup-file.ts'

/** What `backup` copies of the store. Opening it throws if the store cannot be used. `undo` releases what was opened. */
export const sourceOf = (
  { DATABASE_URL: url, DATA_DIR: folder }: StorePlace,
  scratch: string,
  undo: (release: () => unknown) => void,
): BackupSource => (url === undefined ? folderSource(folder, scratch, undo) : databaseSource(url, undo))

const folderSource = (
  folder: string,
  scratch: string,
  undo: (release: () => unknown) => void,
): BackupSource => ({
  part: 'folder',
  async open() {
    await mustBeUsable(folder)
    undo(() => rm(scratch, { force: true }))
    return { version: folderVersion(folder), lines: folderLines(folder, scratch) }
  },
})

const databaseSource = (url: string, undo: (release: () => unknown) => void): BackupSource => ({
  part: 'database',
  async open() {
    const tables = await openWithRetry(() => readTables(url))
    if (tables === undefined)
      throw new Error('The database has no tables of Overheard: there is nothing to back up.')
    undo(tables.close)
    return tables
  },
})

type RestoredStore = { folder: string; url: string | undefined }

/** What is restored: a backup, or one of the copies that upgrades and restores make. */
type FoundBackup = {
  versions: Partial<Record<BackupPart, number>>
  files(part: 'folder' | 'mentions'): AsyncIterable<FolderLine>
  tables(): AsyncIterable<TableRows>
}

const newest = { folder: newestFolderVersion, database: newestDatabaseVersion() }

type Ways = {
  /** Reads a copy of the file of the mention service; undefined if the file is something else. */
  mentionsCopy(path: string): { version: number; lines(): AsyncIterable<FolderLine> } | undefined
  undo: (release: () => unknown) => void
}

/**
 * Finds what `from` has: a backup, a folder, a copy that an upgrade has made in the database, or the file of the mention service. Throws
 * BackupUnusableError if this version cannot use it, or if it belongs to another kind of store.
 */
export async function findBackup(from: string, store: RestoredStore, ways: Ways): Promise<FoundBackup> {
  const found = await find(from, store, ways)
  mustFit(found, from, store.url !== undefined)
  return found
}

async function find(
  from: string,
  { folder, url }: RestoredStore,
  { mentionsCopy, undo }: Ways,
): Promise<FoundBackup> {
  if (url !== undefined && copySchema.test(from)) return findSchema(from, url, undo)
  const seen = await stat(from).catch(() => undefined)
  if (seen === undefined) throw new BackupUnusableError(`There is no file ${from}.`)
  if (seen.isDirectory()) return findFolder(from, folder, undo)
  const mentions = mentionsCopy(from)
  if (mentions === undefined) return openBackup(from)
  return { ...nothingFound, versions: { mentions: mentions.version }, files: mentions.lines }
}

const nothingFound: FoundBackup = { versions: {}, files: none, tables: none }
async function* none(): AsyncGenerator<never> {}

function findFolder(from: string, folder: string, undo: (release: () => unknown) => void): FoundBackup {
  if (resolve(from) === resolve(folder))
    throw new BackupUnusableError(`${from} is the folder of the bot itself.`)
  const why = whyUnusableVersion(from)
  if (why !== undefined) throw new BackupUnusableError(`${why.what} ${why.whatToDo}`)
  if (!hasData(from)) throw new BackupUnusableError(`The folder ${from} has no data of Overheard.`)
  const scratch = `${from}.records`
  undo(() => rm(scratch, { force: true }))
  return {
    ...nothingFound,
    versions: { folder: folderVersion(from) },
    files: () => folderLines(from, scratch),
  }
}

async function findSchema(
  schema: string,
  url: string,
  undo: (release: () => unknown) => void,
): Promise<FoundBackup> {
  const tables = await openWithRetry(() => readTables(url, schema))
  if (tables === undefined) throw new BackupUnusableError(`There is no schema ${schema} in the database.`)
  undo(tables.close)
  return { ...nothingFound, versions: { database: tables.version }, tables: () => tables.lines }
}

/** Throws BackupUnusableError if a newer version has written the data, or if it belongs to another kind of store. */
function mustFit({ versions }: FoundBackup, from: string, isDatabase: boolean): void {
  for (const part of ['folder', 'database'] as const)
    if ((versions[part] ?? 0) > newest[part])
      throw new BackupUnusableError(
        `A newer version of Overheard has written ${from}: its data has version ${versions[part]}, and this program knows up to ${newest[part]}. Nothing was restored. Run the newer version.`,
      )
  if (versions.folder !== undefined && isDatabase)
    throw new BackupUnusableError(
      `${basename(from)} has the data of a folder. Restore it without DATABASE_URL, and then move it to the database with \`overheard migrate\`.`,
    )
  if (versions.database !== undefined && !isDatabase)
    throw new BackupUnusableError(
      `${basename(from)} has the data of a database. Set DATABASE_URL to restore it.`,
    )
}

/** Locks the folder. Throws if a bot uses it or, with `restoresFolderData`, if bots work with a database instead of it. */
export async function lockForRestore(
  folder: string,
  restoresFolderData: boolean,
): Promise<() => Promise<void>> {
  const moved = restoresFolderData ? whyMoved(folder) : undefined
  if (moved !== undefined) throw new Error(`${moved.what} ${moved.whatToDo}`)
  const { now, setTimer } = createRuntime()
  const { release } = await lockFolder(folder, {
    now,
    setTimer,
    warn: (what) => void process.stderr.write(`${what}\n`),
  })
  return release
}

/** Writes the parts of the store beside those that are used. Nothing changes before each `commit`. */
export function prepareStore(
  { folder, url }: RestoredStore,
  { versions, files, tables }: FoundBackup,
  options: { replace: boolean; now: Time },
): (() => Promise<Prepared>)[] {
  const { folder: ofFolder, database } = versions
  return [
    ...(ofFolder === undefined
      ? []
      : [() => prepareRestore(folder, files('folder'), { ...options, version: ofFolder })]),
    ...(database === undefined || url === undefined
      ? []
      : [() => prepareTables(url, tables(), { ...options, version: database })]),
  ]
}
