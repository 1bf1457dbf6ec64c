import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { SetTimer } from '@overheard/base/clock'
import type { Ms, Time } from '@overheard/base/time'
import type { ReadRecords, Records } from '../model/collection.ts'
import { errorMessage } from '../model/log.ts'
import { whyUnusableVersion } from './file/folder-version.ts'
import { whyMoved } from './file/moved-folder.ts'
import { readableFolder } from './file/open-folder.ts'
import type { StorePlace } from './of-commands.ts'
import { connectDatabase, connectWithRetry } from './postgres/database.ts'
import { tables, versionOf } from './postgres/migrations.ts'
import { readableDatabase } from './postgres/open-database.ts'
import type { StoreDeps } from './store.ts'

type Deps = { now: () => Time; setTimer: SetTimer }
type Read<T> = (records: Records) => Promise<T>

/** Reads from the store of the bot. Writes nothing, so the bot may run. `read` must not write. */
export async function readRecords<T>(
  { DATABASE_URL: url, DATA_DIR: folder }: StorePlace,
  { now, setTimer }: Deps,
  read: Read<T>,
): Promise<ReadRecords<T>> {
  const deps = { now, setTimer, log: { warn: () => undefined } }
  try {
    return url === undefined ? await readFolder(folder, deps, read) : await readDatabase(url, deps, read)
  } catch (error) {
    return unreadable(`The store cannot be read: ${errorMessage(error)}`)
  }
}

const unreadable = (why: string) => ({ kind: 'unreadable' as const, why })

async function readFolder<T>(folder: string, deps: StoreDeps, read: Read<T>): Promise<ReadRecords<T>> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    return unreadable(`There is no folder ${folder} (DATA_DIR).`)
  const unusable = whyUnusableVersion(folder) ?? whyMoved(folder)
  if (unusable !== undefined) return unreadable(unusable.what)
  const store = readableFolder(folder, deps)
  return { kind: 'read', value: await read(store).finally(store.close) }
}

/** A person waits at the terminal. */
const databaseTimeoutMs = 2000

async function readDatabase<T>(url: string, deps: StoreDeps, read: Read<T>): Promise<ReadRecords<T>> {
  const database = connectDatabase(url)
  try {
    const clock = { now: deps.now, sleep: (ms: Ms) => wait(ms) }
    const version = await connectWithRetry(() => versionOf(database), clock, databaseTimeoutMs)
    if (version !== tables.length)
      return unreadable('The tables of DATABASE_URL are those of another version of Overheard.')
    return { kind: 'read', value: await read(readableDatabase(database, deps)) }
  } finally {
    await database.close()
  }
}
