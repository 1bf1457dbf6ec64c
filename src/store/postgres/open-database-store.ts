import type { Store, StoreDeps } from '../open-store.ts'
import { checkpointRows } from './bookmarks.ts'
import type { Database } from './database.ts'
import { migrate } from './migrations.ts'
import { recordRows } from './records.ts'
import { unsureAfterBreaks } from './unsure-bookmarks.ts'
import { decisionRows } from './verdicts.ts'

/** The store in a database, for any number of processes; brings its tables up to date first. It does not close the database. */
export async function openDatabaseStore(database: Database, deps: StoreDeps): Promise<Store> {
  await migrate(database)
  const decisions = decisionRows(database, deps)
  const checkpoints = checkpointRows(database)
  const unsure = unsureAfterBreaks(database.breaks)
  return {
    checkpoints,
    takeOver: async (alert) => unsure(await checkpoints.takeTurn(alert)),
    decisions,
    records: recordRows(database),
    close: () => decisions.close(),
  }
}
