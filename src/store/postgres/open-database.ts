import { createDamageLog } from '../damage.ts'
import type { Store, StoreDeps } from '../store.ts'
import { checkpointRows, checkpointsOfLeader, unsureAfterBreaks } from './checkpoints.ts'
import { collectionRows, messageRows } from './collections.ts'
import type { Database } from './database.ts'
import { decisionRows } from './decisions.ts'
import { applyMigrations } from './migrations.ts'
import { createReadCache } from './read-cache.ts'
import type { Session } from './session.ts'
import { asideRows } from './set-aside.ts'

/** `fence` is needed for what only the leader writes. `session` tells what other processes wrote; without it, everything is read each time. */
type DatabaseDeps = {
  readers?: Database
  fence?: () => bigint | undefined
  session?: Pick<Session, 'isCurrent' | 'onAnnouncement'>
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
  const decisions = decisionRows(database, { ...deps, damage }, readers)
  const { writtenUnder, ...checkpoints } = checkpointRows(database, damage)
  const unsure = unsureAfterBreaks(database.breaks)
  const recordsWith = (options: Parameters<typeof messageRows>[1]) => ({
    collection: collectionRows(database, { damage, cache, ...options }),
    messages: messageRows(database, { damage, cache, ...options }),
  })
  return {
    ...recordsWith({}),
    checkpoints,
    leading: {
      ...recordsWith({ fence }),
      checkpoints: checkpointsOfLeader(fence, (present) => unsure(writtenUnder(present))),
    },
    decisions,
    damage,
    setAside: asideRows(database),
    close: () => decisions.close(),
  }
}
