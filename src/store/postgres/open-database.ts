import type { Store, StoreDeps } from '../file/open-folder.ts'
import { checkpointRows, unsureAfterBreaks } from './checkpoints.ts'
import type { Database } from './database.ts'
import { decisionRows } from './decisions.ts'
import { migrate } from './migrations.ts'
import { recordRows } from './records.ts'

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
