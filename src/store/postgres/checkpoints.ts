import { z } from 'zod'
import {
  type Checkpoint,
  type CheckpointKey,
  type CheckpointStore,
  checkpointSchema,
  type SaveResult,
  type StoredCheckpoint,
} from '../../model/checkpoint.ts'
import type { Id } from '../../model/id.ts'
import type { Database } from './database.ts'

type CheckpointRows = Pick<CheckpointStore, 'load'> & {
  /** Takes an alert over. Later saves by its previous owner return `fenced`. Each save is one statement. */
  takeOver(alert: Id): Promise<CheckpointStore>
}

/** Combines polls that begin together: one statement takes their alerts over, and one statement reads their checkpoints. */
export function checkpointRows(database: Database): CheckpointRows {
  const checkpoint = batchLookups((keys: CheckpointKey[]) => read(database, keys))
  const takeFence = batchLookups((alerts: Id[]) => takeFences(database, alerts))
  return {
    load: checkpoint,
    async takeOver(alert) {
      const fence = await takeFence(alert)
      return { load: checkpoint, save: (key, next) => keep(database, fence, key, next) }
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

const fences = z.array(z.object({ alert: z.string(), fence: z.coerce.bigint() }))

async function takeFences(database: Database, alerts: Id[]): Promise<bigint[]> {
  const { rows } = await database.query(takingOver, [alerts])
  const next = new Map(fences.parse(rows).map(({ alert, fence }) => [alert, fence]))
  return alerts
    .toReversed()
    .map((alert) => {
      const fence = next.get(alert) ?? 0n
      next.set(alert, fence - 1n)
      return fence
    })
    .toReversed()
}

/** SQL: takes alerts over. Every process locks the rows in the same order, because otherwise deadlocks could occur. */
const takingOver = `
  insert into overheard.fences as t (alert, fence)
    select alert, count(*) from unnest($1::text[]) as alert group by alert order by alert
  on conflict (alert) do update set fence = t.fence + excluded.fence returning alert, fence`

async function keep(
  database: Database,
  fence: bigint,
  { subscription, alert }: CheckpointKey,
  checkpoint: Checkpoint,
): Promise<SaveResult> {
  const { rowCount } = await database.query(keepUnderFence, [
    subscription,
    alert,
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
  with held as (select 1 from overheard.fences where alert = $2 and fence = $3 for share)
  insert into overheard.checkpoints (subscription, alert, checkpoint) select $1, $2, $4::json from held
  on conflict (subscription, alert) do update set checkpoint = excluded.checkpoint`

const maxBatch = 100

type Waiter<Key, Answer> = { key: Key; resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/**
 * Combines lookups. Calls at the same moment, and calls while a statement runs, share the next statement. So a hundred polls that begin
 * together cost one round trip. `ask` must return the answers in the order of the keys. If it rejects, all its callers get the error.
 */
export function batchLookups<Key, Answer>(
  ask: (keys: Key[]) => Promise<Answer[]>,
): (key: Key) => Promise<Answer> {
  const waiting: Waiter<Key, Answer>[] = []
  let asking = false

  async function askAll(): Promise<void> {
    asking = true
    // Let other callers of this moment join first.
    await Promise.resolve()
    while (waiting.length > 0) await askFor(waiting.splice(0, maxBatch))
    asking = false
  }

  async function askFor(some: Waiter<Key, Answer>[]): Promise<void> {
    try {
      const answers = await ask(some.map(({ key }) => key))
      for (const [index, { resolve, reject }] of some.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('the database did not answer for every key'))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!asking) void askAll()
    })
}

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
