import { createDamageLog } from '../damage.ts'
import { collectionRows } from '../sql/collections.ts'
import { decisionRows } from '../sql/decisions.ts'
import { messageRows } from '../sql/messages.ts'
import { type ChangesOfOthers, createReadCache } from '../sql/read-cache.ts'
import { asideRows } from '../sql/set-aside.ts'
import type { Store, StoreDeps } from '../store.ts'
import { checkpointRows, checkpointsOfLeader, unsureAfterBreaks } from './checkpoints.ts'
import type { Database } from './database.ts'
import { applyMigrations, pruneCopies } from './migrations.ts'
import { readChanges, recordDatabase } from './records.ts'

/** `fence` is needed for what only the leader writes. `session` tells what other processes wrote; without it, everything is read each time. */
type DatabaseDeps = {
  readers?: Database
  fence?: () => bigint | undefined
  session?: ChangesOfOthers
  /** Called with a sentence after older tables were upgraded. */
  onUpgraded?: (what: string) => void
}

export async function openDatabaseStore(
  database: Database,
  deps: StoreDeps,
  options: DatabaseDeps = {},
): Promise<Store> {
  const copy = await applyMigrations(database)
  if (copy !== undefined)
    options.onUpgraded?.(`Upgraded the tables in the database. The data of before is in the schema ${copy}.`)
  return readableDatabase(database, deps, options)
}

/** Opens the store in a database whose tables are up to date. */
export function readableDatabase(
  database: Database,
  deps: StoreDeps,
  { readers = database, fence = () => undefined, session }: DatabaseDeps = {},
): Store {
  const damage = createDamageLog(deps.log)
  const cache = createReadCache(session, deps.now)
  const { writtenUnder, ...checkpoints } = checkpointRows(database, damage, deps.now)
  const unsure = unsureAfterBreaks(database.breaks)
  const everybody = recordDatabase(database)
  const decisions = decisionRows(everybody, { ...deps, damage }, readers)
  const recordsIn = (records: typeof everybody) => {
    const options = { now: deps.now, damage, cache, readChanges: readChanges(database, cache) }
    return { collection: collectionRows(records, options), messages: messageRows(records, options) }
  }
  const aside = asideRows(everybody)
  return {
    ...recordsIn(everybody),
    checkpoints,
    leading: {
      ...recordsIn(recordDatabase(database, fence)),
      checkpoints: checkpointsOfLeader(fence, (present) => unsure(writtenUnder(present))),
    },
    decisions,
    damage,
    setAside: {
      list: aside.list,
      async prune(before) {
        await aside.prune(before)
        await pruneCopies(database, before)
      },
    },
    close: () => decisions.close(),
  }
}
