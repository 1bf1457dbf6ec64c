import { z } from 'zod'
import {
  type Checkpoint,
  type CheckpointKey,
  type CheckpointStore,
  checkpointSchema,
  type SaveResult,
  type StoredCheckpoint,
} from '../../model/checkpoint.ts'
import type { ShardFence } from '../../model/shard.ts'
import { batchLookups, type Database } from './database.ts'

type CheckpointRows = Pick<CheckpointStore, 'load'> & {
  /** Returns the checkpoints of a shard for its owner. Each save is one statement, and returns `fenced` if the shard has a newer fence. */
  ownedUnder(fence: ShardFence): CheckpointStore
}

/** Polls that begin together read their checkpoints with one statement. */
export function checkpointRows(database: Database): CheckpointRows {
  const load = batchLookups((keys: CheckpointKey[]) => read(database, keys))
  return { load, ownedUnder: (fence) => rememberOwn(database, fence, load) }
}

/**
 * Keeps the checkpoints of an owner in memory, because nobody else writes them: a poll without news needs no statement. After a broken
 * connection everything is read again, because the server may be an older copy.
 */
function rememberOwn(database: Database, fence: ShardFence, load: CheckpointStore['load']): CheckpointStore {
  const known = new Map<string, { found: StoredCheckpoint; breaks: number }>()
  return {
    async load(key) {
      const breaks = database.breaks()
      const one = known.get(nameOf(key))
      if (one?.breaks === breaks) return one.found
      const found = await load(key)
      known.set(nameOf(key), { found, breaks })
      return found
    },
    async save(key, checkpoint) {
      const breaks = database.breaks()
      // If the write fails, nobody knows what is stored.
      known.delete(nameOf(key))
      const result = await keep(database, fence, key, checkpoint)
      if (result === 'kept') known.set(nameOf(key), { found: { kind: 'kept', checkpoint }, breaks })
      return result
    },
  }
}

const found = z.array(z.object({ subscription: z.string(), alert: z.string(), checkpoint: z.unknown() }))
const nameOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`

async function read(database: Database, keys: CheckpointKey[]): Promise<StoredCheckpoint[]> {
  const { rows } = await database.query(
    `select subscription, alert, checkpoint from overheard.checkpoints
     join unnest($1::text[], $2::text[]) as wanted (subscription, alert) using (subscription, alert)`,
    [keys.map(({ subscription }) => subscription), keys.map(({ alert }) => alert)],
  )
  const kept = new Map(found.parse(rows).map((row) => [nameOf(row), checked(row.checkpoint)]))
  return keys.map((key) => kept.get(nameOf(key)) ?? { kind: 'none' })
}

function checked(checkpoint: unknown): StoredCheckpoint {
  const parsed = checkpointSchema.safeParse(checkpoint)
  if (parsed.success) return { kind: 'kept', checkpoint: parsed.data }
  return { kind: 'damaged', reason: 'the checkpoint in the database does not have the expected shape' }
}

async function keep(
  database: Database,
  { shard, fence }: ShardFence,
  { subscription, alert }: CheckpointKey,
  checkpoint: Checkpoint,
): Promise<SaveResult> {
  const { rowCount } = await database.query(keepUnderFence, [
    subscription,
    alert,
    shard,
    fence,
    JSON.stringify(checkpoint),
  ])
  return rowCount === 1 ? 'kept' : 'fenced'
}

/**
 * SQL: writes a checkpoint if this process still has the fence. The share lock makes a take-over wait for a write that has begun. Without
 * the lock, a new owner could read a checkpoint without the old owner's last pending post.
 */
const keepUnderFence = `
  with held as (select 1 from overheard.shards where shard = $3 and fence = $4 for share)
  insert into overheard.checkpoints (subscription, alert, checkpoint) select $1, $2, $5::json from held
  on conflict (subscription, alert) do update set checkpoint = excluded.checkpoint`

/**
 * Marks a checkpoint as unsure if a connection broke after this process last read it. The server may have been restored from a backup, or
 * replaced by a standby that lacks the last writes. `breaks` returns the number of breaks so far.
 */
export function unsureAfterBreaks(breaks: () => number): (checkpoints: CheckpointStore) => CheckpointStore {
  const readAt = new Map<string, number>()
  return (store) => ({
    ...store,
    async load(key) {
      const name = `${key.subscription}\n${key.alert}`
      const present = breaks()
      const found = await store.load(key)
      const isUnsure = (readAt.get(name) ?? present) !== present
      readAt.set(name, present)
      return found.kind === 'kept' && isUnsure ? { ...found, unsure: true } : found
    },
  })
}
