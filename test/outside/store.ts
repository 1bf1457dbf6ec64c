/** The memory of a world's bot, for tests that change it between two of its lives: the folder, or the database where it has one. */
import { openFolder, type Store } from '../../src/store/open-store.ts'
import { connectDatabase } from '../../src/store/postgres/database.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database-store.ts'
import type { World } from './world.ts'

const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }

export async function openStoreOf({ dataDir, environment }: World): Promise<Store> {
  const { DATABASE_URL } = environment
  if (DATABASE_URL === undefined) return openFolder(dataDir, deps)
  const database = connectDatabase(DATABASE_URL)
  const store = await openDatabaseStore(database, deps)
  return { ...store, close: () => store.close().finally(() => database.close()) }
}
