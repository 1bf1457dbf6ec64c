import { openFolder } from '../../../src/store/file/open-folder.ts'
import { connectDatabase } from '../../../src/store/postgres/database.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import type { Store } from '../../../src/store/store.ts'
import type { World } from './bot-world.ts'

/** The store of a world's bot (folder or database), for tests that change it while the bot is stopped. */

const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }

export async function openStoreOf({ dataDir, environment }: World): Promise<Store> {
  const { DATABASE_URL } = environment
  if (DATABASE_URL === undefined) return openFolder(dataDir, deps)
  const database = connectDatabase(DATABASE_URL)
  const store = await openDatabaseStore(database, deps)
  return { ...store, close: () => store.close().finally(() => database.close()) }
}
