import { createDamageLog } from '../damage.ts'
import type { Store, StoreDeps } from '../store.ts'
import { checkpointRows, unsureAfterBreaks } from './checkpoints.ts'
import { collectionRows, messageRows } from './collections.ts'
import type { Database } from './database.ts'
import { decisionRows } from './decisions.ts'
import { migrate } from './migrations.ts'
import { asideRows } from './set-aside.ts'

export async function openDatabaseStore(
  database: Database,
  deps: StoreDeps,
  readers = database,
): Promise<Store> {
  await migrate(database)
  return readableDatabase(database, deps, readers)
}

/** Opens the store in a database whose tables are up to date. */
export function readableDatabase(database: Database, deps: StoreDeps, readers = database): Store {
  const damage = createDamageLog(deps.log)
  const decisions = decisionRows(database, { ...deps, damage }, readers)
  const { ownedUnder, ...checkpoints } = checkpointRows(database, damage)
  const unsure = unsureAfterBreaks(database.breaks)
  return {
    checkpoints,
    ownedCheckpoints: (fence) => unsure(ownedUnder(fence)),
    decisions,
    collection: collectionRows(database, damage),
    messages: messageRows(database, damage),
    damage,
    setAside: asideRows(database),
    close: () => decisions.close(),
  }
}
