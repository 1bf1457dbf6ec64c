import type { Store, StoreDeps } from '../open-store.ts'
import { bookmarkRows } from './bookmarks.ts'
import type { Database } from './database.ts'
import { migrate } from './migrations.ts'
import { recordRows } from './records.ts'
import { unsureAfterBreaks } from './unsure-bookmarks.ts'
import { verdictRows } from './verdicts.ts'

/** The store in a database, for any number of processes; brings its tables up to date first. It does not close the database. */
export async function openDatabaseStore(database: Database, deps: StoreDeps): Promise<Store> {
  await migrate(database)
  const verdicts = verdictRows(database, deps)
  const bookmarks = bookmarkRows(database)
  const unsure = unsureAfterBreaks(database.breaks)
  return {
    bookmarks,
    takeTurn: async (alert) => unsure(await bookmarks.takeTurn(alert)),
    verdicts,
    records: recordRows(database),
    close: () => verdicts.close(),
  }
}
