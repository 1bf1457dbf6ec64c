import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createRuntime } from '@overheard/base/runtime'
import type { Ms } from '@overheard/base/time'
import type { Collections } from '../model/collection.ts'
import { whyUnusableVersion } from './file/folder-version.ts'
import { whyMoved } from './file/moved-folder.ts'
import { openFolder, readableFolder, readingOnly } from './file/open-folder.ts'
import { connectDatabase, connectWithRetry, type Database } from './postgres/database.ts'
import { knownVersionOf, newestDatabaseVersion } from './postgres/migrations.ts'
import { openDatabaseStore, readableDatabase } from './postgres/open-database.ts'
import { recordDatabase } from './postgres/records.ts'
import { collectionRows } from './sql/collections.ts'
import type { Store } from './store.ts'

/** Where the bot stores, by the variables of the same names. */
export type StorePlace = { DATABASE_URL?: string | undefined; DATA_DIR: string }

/** An empty variable counts as missing. */
export function storePlaceOf({ DATABASE_URL, DATA_DIR }: Record<string, string | undefined>): StorePlace {
  return { DATABASE_URL: DATABASE_URL?.trim() || undefined, DATA_DIR: DATA_DIR?.trim() || './data' }
}

const say = (what: string) => void process.stderr.write(`${what}\n`)
const log = { warn: (_fields: object, sentence: string) => say(sentence) }

/** Opens something in the database for a command, and retries while the database starts. */
export const openWithRetry = <Opened>(open: () => Promise<Opened>): Promise<Opened> =>
  connectWithRetry(open, { now: Date.now, sleep: (ms: Ms) => wait(ms), warn: say })

/**
 * Opens the store in the database for a command. A dry run does not create or update the tables, because running bots of an older version may use
 * them: then undefined means that there are none. Rejects if the database cannot be used.
 */
export async function openDatabaseFor(database: Database, isDryRun: boolean): Promise<Store | undefined> {
  const { now, setTimer } = createRuntime()
  const deps = { now, setTimer, log }
  if (!isDryRun) return openWithRetry(() => openDatabaseStore(database, deps))
  const version = await openWithRetry(() => knownVersionOf(database))
  if (version === 0) return undefined
  if (version < newestDatabaseVersion())
    throw new Error(
      `The tables of DATABASE_URL are those of an older version of Overheard, and a dry run does not update them. Update its bots first, or use the version of these bots.`,
    )
  return readableDatabase(database, deps)
}

/** Throws if the folder does not exist, or if this version cannot use it. */
export async function mustBeUsable(folder: string): Promise<void> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new Error(`There is no folder ${folder}. DATA_DIR names the folder of the bot.`)
  const why = whyUnusableVersion(folder) ?? whyMoved(folder)
  if (why !== undefined) throw new Error(`${why.what} ${why.whatToDo}`)
}

/** Reads records also while a bot runs. `read` must not write. Rejects if the store cannot be read. */
export async function readCollections<T>(
  { DATABASE_URL: url, DATA_DIR: folder }: StorePlace,
  read: (records: Collections) => Promise<T>,
): Promise<T> {
  if (url === undefined) {
    const store = readableFolder(folder, readingOnly)
    return read(store).finally(store.close)
  }
  const database = connectDatabase(url)
  return read({ collection: collectionRows(recordDatabase(database)) }).finally(() => database.close())
}

/** Opens the store to change records. Throws if a bot uses the folder, or if the store cannot be used. */
export async function changeCollections<T>(
  { DATABASE_URL: url, DATA_DIR: folder }: StorePlace,
  change: (records: Collections) => Promise<T>,
): Promise<T> {
  const { now, setTimer } = createRuntime()
  if (url === undefined) {
    const store = await openFolder(folder, { now, setTimer, log })
    return change(store).finally(store.close)
  }
  const database = connectDatabase(url)
  try {
    return await change(await openWithRetry(() => openDatabaseStore(database, { now, setTimer, log })))
  } finally {
    await database.close()
  }
}
