import { z } from 'zod'
import {
  type Checkpoint,
  type CheckpointKey,
  checkpointSchema,
  type SaveResult,
  type StoredCheckpoint,
} from '../../model/checkpoint.ts'
import type { Id } from '../../model/id.ts'
import type { CheckpointStore } from '../file/checkpoint-files.ts'
import type { Database } from './database.ts'

/** The bookmarks in the database: for everybody to read, and to write for whoever has the turn of their alert. */
type CheckpointRows = Pick<CheckpointStore, 'load'> & {
  /**
   * Takes over the turn of an alert: from now on whoever had it before writes no bookmark of that alert any more. The bookmarks it
   * resolves with are written in one statement each, and only as long as nobody else has taken the turn over.
   */
  takeTurn(alert: Id): Promise<CheckpointStore>
}

/** The bookmarks of one process. Turns that begin together share the statements with which they are taken over and read. */
export function checkpointRows(database: Database): CheckpointRows {
  const checkpoint = batchLookups((keys: CheckpointKey[]) => read(database, keys))
  const takeFence = batchLookups((alerts: Id[]) => takeFences(database, alerts))
  return {
    load: checkpoint,
    async takeTurn(alert) {
      const fence = await takeFence(alert)
      return { load: checkpoint, save: (key, next) => keep(database, fence, key, next) }
    },
  }
}

const found = z.array(z.object({ subscription: z.string(), alert: z.string(), bookmark: z.unknown() }))
const nameOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`

async function read(database: Database, keys: CheckpointKey[]): Promise<StoredCheckpoint[]> {
  const { rows } = await database.query(
    `select subscription, alert, bookmark from overheard.bookmarks
     join unnest($1::text[], $2::text[]) as wanted (subscription, alert) using (subscription, alert)`,
    [keys.map(({ subscription }) => subscription), keys.map(({ alert }) => alert)],
  )
  const kept = new Map(found.parse(rows).map((row) => [nameOf(row), checked(row.bookmark)]))
  return keys.map((key) => kept.get(nameOf(key)) ?? { kind: 'none' })
}

function checked(checkpoint: unknown): StoredCheckpoint {
  const parsed = checkpointSchema.safeParse(checkpoint)
  if (parsed.success) return { kind: 'kept', checkpoint: parsed.data, restored: false }
  return { kind: 'damaged', reason: 'the bookmark in the database does not have the expected shape' }
}

const fences = z.array(z.object({ alert: z.string(), fence: z.coerce.bigint() }))

/** A fence of its own for each, also where an alert is there twice: then only the last of them may write. */
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

/** Rows are locked in one order by all processes, so that they never wait for each other in a circle. */
const takingOver = `
  insert into overheard.turns as t (alert, fence)
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
 * The share lock makes a take-over wait for a write that has begun, and a write see a take-over that was first: without it a new
 * owner could read a bookmark that lacks the old owner's last intent.
 */
const keepUnderFence = `
  with held as (select 1 from overheard.turns where alert = $2 and fence = $3 for share)
  insert into overheard.bookmarks (subscription, alert, bookmark) select $1, $2, $4::json from held
  on conflict (subscription, alert) do update set bookmark = excluded.bookmark`

/** As many share a statement; more wait for the next one. */
const mostTogether = 100

type Waiter<Key, Answer> = { key: Key; resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/**
 * Lets callers of one moment, and those that come while a statement is under way, share the next statement: a hundred turns that begin
 * together cost one way to the database. `ask` answers in the order of the keys; where it rejects, all who shared it are told.
 */
export function batchLookups<Key, Answer>(
  ask: (keys: Key[]) => Promise<Answer[]>,
): (key: Key) => Promise<Answer> {
  const waiting: Waiter<Key, Answer>[] = []
  let asking = false

  async function askAll(): Promise<void> {
    asking = true
    // The callers of this moment are let in first.
    await Promise.resolve()
    while (waiting.length > 0) await askFor(waiting.splice(0, mostTogether))
    asking = false
  }

  async function askFor(some: Waiter<Key, Answer>[]): Promise<void> {
    try {
      const confirmedPosts = await ask(some.map(({ key }) => key))
      for (const [index, { resolve, reject }] of some.entries()) {
        const answer = confirmedPosts[index]
        if (answer === undefined) reject(new Error('the database left a question without an answer'))
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
 * Lets bookmarks say that they are unsure where connections broke since this process read them last: the server may have come back
 * from a backup, or a standby that lacks the last writes may have taken its place. `breaks`: how many breaks there were so far.
 */
export function unsureAfterBreaks(breaks: () => number): (checkpoints: CheckpointStore) => CheckpointStore {
  const readAt = new Map<string, number>()
  return (bookmarks) => ({
    ...bookmarks,
    async load(key) {
      const name = `${key.subscription}\n${key.alert}`
      const present = breaks()
      const found = await bookmarks.load(key)
      const isUnsure = (readAt.get(name) ?? present) !== present
      readAt.set(name, present)
      return found.kind === 'kept' && isUnsure ? { ...found, unsure: true } : found
    },
  })
}
