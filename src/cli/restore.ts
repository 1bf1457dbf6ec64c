import { rm, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { createCleanup } from '../async/cleanup.ts'
import { createRuntime } from '../async/runtime.ts'
import { variables } from '../config/settings.ts'
import {
  type BackupPart,
  BackupUnusableError,
  type FolderLine,
  openBackup,
  type Prepared,
  type TableRows,
} from '../store/backup/backup-file.ts'
import { folderLines } from '../store/file/backup-folder.ts'
import { lockFolder } from '../store/file/folder-lock.ts'
import {
  folderVersion,
  hasData,
  newestFolderVersion,
  whyUnusableVersion,
} from '../store/file/folder-version.ts'
import { whyMoved } from '../store/file/moved-folder.ts'
import { prepareRestore } from '../store/file/restore-folder.ts'
import { readTables } from '../store/postgres/backup-database.ts'
import { copySchema, newestDatabaseVersion } from '../store/postgres/migrations.ts'
import { prepareTables } from '../store/postgres/restore-database.ts'
import { openWithRetry } from './command-database.ts'
import { mentionsCopy, newerMentions, newestMentions, prepareMentions } from './listen/backup-mentions.ts'
import { exitCodes } from './shutdown.ts'

/** What is restored: a backup, or one of the copies that upgrades and restores make. */
type FoundReceipts = {
  versions: Partial<Record<BackupPart, number>>
  files(part: 'folder' | 'mentions'): AsyncIterable<FolderLine>
  tables(): AsyncIterable<TableRows>
}

const newest = { folder: newestFolderVersion, database: newestDatabaseVersion(), mentions: newestMentions }

/**
 * Puts back what `backup` has written, or a copy that an upgrade has made. Throws before anything is written if the file cannot be used, if
 * the store has data and `replace` is not set, or if a bot runs.
 */
export async function restore(from: string, { replace = false }: { replace?: boolean }): Promise<number> {
  const folder = variables.DATA_DIR?.trim() || './data'
  const url = variables.DATABASE_URL?.trim()
  process.umask(0o077)
  const undo = createCleanup()
  try {
    const found = await find(from, { folder, url }, undo.add)
    mustFit(found, from, url !== undefined && url !== '')
    const options = { replace, now: Date.now() }
    const prepared: Prepared[] = []
    const prepare = async (one: Promise<Prepared>) => {
      const added = await one
      prepared.push(added)
      undo.add(added.abandon)
    }
    const { folder: folderData, database, mentions } = found.versions
    // The mention service of a bot on this folder ends with the bot. So the lock of the folder is for its file, too.
    if (folderData !== undefined) mustNotBeMoved(folder)
    if (folderData !== undefined || mentions !== undefined) undo.add(await lock(folder))
    if (folderData !== undefined)
      await prepare(prepareRestore(folder, found.files('folder'), { ...options, version: folderData }))
    if (database !== undefined && url)
      await prepare(prepareTables(url, found.tables(), { ...options, version: database }))
    if (mentions !== undefined) await prepare(prepareMentions(folder, found.files('mentions'), options))
    const copies: string[] = []
    for (const { commit } of prepared) copies.push(...[await commit()].filter((copy) => copy !== undefined))
    process.stdout.write(
      `Restored ${from}. The next start compares it with the channels before its first post.\n`,
    )
    if (copies.length > 0) process.stdout.write(`The data of before is in ${copies.join(' and ')}.\n`)
    return exitCodes.stopped
  } finally {
    await undo.all()
  }
}

/** Throws if bots work with a database instead of the folder. */
function mustNotBeMoved(folder: string): void {
  const moved = whyMoved(folder)
  if (moved !== undefined) throw new Error(`${moved.what} ${moved.whatToDo}`)
}

async function lock(folder: string): Promise<() => Promise<void>> {
  const { now, setTimer } = createRuntime()
  const { release } = await lockFolder(folder, {
    now,
    setTimer,
    warn: (what) => void process.stderr.write(`${what}\n`),
  })
  return release
}

type Store = { folder: string; url: string | undefined }

async function find(
  from: string,
  store: Store,
  undo: (release: () => unknown) => void,
): Promise<FoundReceipts> {
  if (store.url && copySchema.test(from)) return findSchema(from, store.url, undo)
  const seen = await stat(from).catch(() => undefined)
  if (seen === undefined) throw new BackupUnusableError(`There is no file ${from}.`)
  if (seen.isDirectory()) return findFolder(from, store.folder, undo)
  const mentions = mentionsCopy(from)
  if (mentions === undefined) return openBackup(from)
  return { ...nothing, versions: { mentions: mentions.version }, files: mentions.lines }
}

const nothing: FoundReceipts = { versions: {}, files: none, tables: none }
async function* none(): AsyncGenerator<never> {}

function findFolder(from: string, folder: string, undo: (release: () => unknown) => void): FoundReceipts {
  if (resolve(from) === resolve(folder))
    throw new BackupUnusableError(`${from} is the folder of the bot itself.`)
  const why = whyUnusableVersion(from)
  if (why !== undefined) throw new BackupUnusableError(`${why.what} ${why.whatToDo}`)
  if (!hasData(from)) throw new BackupUnusableError(`The folder ${from} has no data of Overheard.`)
  const scratch = `${from}.records`
  undo(() => rm(scratch, { force: true }))
  return { ...nothing, versions: { folder: folderVersion(from) }, files: () => folderLines(from, scratch) }
}

async function findSchema(
  schema: string,
  url: string,
  undo: (release: () => unknown) => void,
): Promise<FoundReceipts> {
  const tables = await openWithRetry(() => readTables(url, schema))
  if (tables === undefined) throw new BackupUnusableError(`There is no schema ${schema} in the database.`)
  undo(tables.close)
  return { ...nothing, versions: { database: tables.version }, tables: () => tables.lines }
}

/** Throws BackupUnusableError if a newer version has written the data, or if it belongs to another kind of store. */
function mustFit({ versions }: FoundReceipts, from: string, isDatabase: boolean): void {
  for (const part of ['folder', 'database', 'mentions'] as const)
    if ((versions[part] ?? 0) > newest[part])
      throw part === 'mentions'
        ? newerMentions(from)
        : new BackupUnusableError(
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
