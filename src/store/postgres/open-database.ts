import type { Store, StoreDeps } from '../store.ts'
import { checkpointRows, unsureAfterBreaks } from './checkpoints.ts'
import { collectionRows, messageRows } from './collections.ts'
import type { Database } from './database.ts'
import { decisionRows } from './decisions.ts'
import { migrate } from './migrations.ts'

export async function openDatabaseStore(
  database: Database,
  deps: StoreDeps,
  readers = database,
): Promise<Store> {
  await migrate(database)
  const decisions = decisionRows(database, deps, readers)
  const checkpoints = checkpointRows(database)
  const unsure = unsureAfterBreaks(database.breaks)
  return {
    checkpoints,
    ownedCheckpoints: (fence) => unsure(checkpoints.ownedUnder(fence)),
    decisions,
    collection: collectionRows(database),
    messages: messageRows(database),
    close: () => decisions.close(),
  }
}
