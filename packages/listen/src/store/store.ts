import { createAlerts } from './alerts.ts'
import { createCorrections } from './changes/corrections.ts'
import { createRemovals } from './changes/removals.ts'
import { createChannels } from './channels.ts'
import { pruneCopiesBeside } from './copy-file.ts'
import { createRollUps } from './counts/roll-ups.ts'
import { type Database, openDatabase } from './database.ts'
import { createHostWaits } from './host-waits.ts'
import { createItems } from './items.ts'
import { createMentions } from './mentions.ts'

/** Alerts, mentions and their counts, in one SQLite file or in memory. */
export type Store = ReturnType<typeof openStore>

/** Opens a database file, or `:memory:`. Throws DatabaseError. */
export function openStore(path: string) {
  const database: Database = openDatabase(path)
  const rollUps = createRollUps(database)
  const alerts = createAlerts(database)
  const items = createItems(database)
  const mentions = createMentions(database, rollUps)
  /** Removes the copies of before upgrades and restores that were made before a time (UTC, ms). */
  function pruneCopies(before: number): void {
    if (path !== ':memory:') pruneCopiesBeside(path, before)
  }
  return {
    database,
    items,
    /** Removes everything by the authors of this name, or only counts it. Their items are not stored again. */
    forgetAuthor: (name: string, dryRun = false): { items: number; mentions: number } =>
      database.transaction(() => {
        const found = items.ofAuthorNamed(name)
        const seqs = found.flatMap(({ key }) => mentions.ofItem(key).map(({ seq }) => seq))
        if (!dryRun) {
          mentions.remove(seqs)
          for (const item of found) items.empty(item)
        }
        return { items: found.length, mentions: seqs.length }
      }),
    pruneCopies,
    /**
     * Rewrites the file, empties the one with its latest changes, and removes the copies, so that nothing that was removed can be found in
     * them.
     */
    shred(): void {
      pruneCopies(Number.POSITIVE_INFINITY)
      database.run('VACUUM')
      database.get('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    channels: createChannels(database),
    corrections: createCorrections(database),
    hosts: createHostWaits(database),
    mentions,
    removals: createRemovals(database),
    rollUps,
    alerts: {
      ...alerts,
      /** Removes the alert with its mentions. Returns false if there is no such alert. */
      remove: (id: string): boolean =>
        database.transaction(() => {
          const alert = alerts.get(id)
          if (alert === undefined) return false
          mentions.removeAlert(alert.key)
          return alerts.remove(alert.key)
        }),
    },
    close: database.close,
  }
}
