import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import type { Checkpoint, CheckpointKey, CheckpointStore, StoredCheckpoint } from '../../model/checkpoint.ts'
import { type Damage, placeOf } from '../../model/damage.ts'
import { FencedError } from '../../model/fenced-error.ts'
import { type Checked, createDamageLog, type DamageLog } from '../damage.ts'
import { sealCheckpoint, unsealCheckpoint } from '../sealed-checkpoint.ts'
import { batchLookups } from '../sql/batch-lookups.ts'
import { setAside } from '../sql/set-aside.ts'
import type { Store } from '../store.ts'
import type { Database } from './database.ts'
import { heldFence, onlyAccount } from './leases.ts'
import { recordDatabase } from './records.ts'

type SaveResult = Awaited<ReturnType<CheckpointStore['save']>>

type CheckpointRows = Store['checkpoints'] & {
  /** Returns the checkpoints for the leader with this fence. Each save is one statement, and returns `fenced` if the lease has a newer fence. */
  writtenUnder(fence: bigint): CheckpointStore
}

/** Polls that begin together read their checkpoints with one statement. */
export function checkpointRows(
  database: Database,
  damage = createDamageLog(),
  now: () => Time = Date.now,
): CheckpointRows {
  const load = batchLookups((keys: CheckpointKey[]) => read(database, damage, keys))
  return {
    load,
    async *all() {
      for await (const row of allRows(database)) {
        const { value } = check(damage, row)
        if (value !== undefined) yield { key: keyOf(row), checkpoint: value }
      }
    },
    writtenUnder: (fence) => rememberOwn({ database, damage, now }, fence, load),
  }
}

/**
 * Keeps the checkpoints of the leader in memory, because nobody else writes them: a poll without news needs no statement. After a broken
 * connection everything is read again, because the server may be an older copy.
 */
function rememberOwn(
  { database, damage, now }: { database: Database; damage: DamageLog; now: () => Time },
  fence: bigint,
  load: CheckpointStore['load'],
): CheckpointStore {
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
      if (damage.has(table, nameOf(key)))
        await setAside(recordDatabase(database), {
          find: findOne,
          values: [key.subscription, key.alert],
          of: ['checkpoints', key.subscription, key.alert],
          at: now(),
        })
      // If the write fails, nobody knows what is stored.
      known.delete(nameOf(key))
      const result = await keep(database, fence, key, checkpoint)
      if (result === 'fenced') return result
      damage.gone(table, nameOf(key))
      known.set(nameOf(key), { found: { kind: 'kept', checkpoint }, breaks })
      return result
    },
  }
}

const table = 'overheard.checkpoints'
const findOne = `select checkpoint as value from ${table} where subscription = $1 and alert = $2`
const rowsFound = z.array(z.object({ subscription: z.string(), alert: z.string(), checkpoint: z.unknown() }))
type CheckpointRow = z.output<typeof rowsFound>[number]
const nameOf = ({ subscription, alert }: CheckpointKey) => `${alert} ${subscription}`
const keyOf = ({ subscription, alert }: CheckpointKey) => ({ subscription, alert })

async function read(
  database: Database,
  damage: DamageLog,
  keys: CheckpointKey[],
): Promise<StoredCheckpoint[]> {
  const { rows } = await database.query(
    `select subscription, alert, checkpoint from ${table}
     join unnest($1::text[], $2::text[]) as wanted (subscription, alert) using (subscription, alert)`,
    [keys.map(({ subscription }) => subscription), keys.map(({ alert }) => alert)],
  )
  const found = rowsFound.parse(rows)
  const kept = new Map(found.map((row) => [nameOf(row), storedCheckpoint(damage, row)]))
  return keys.map((key) => kept.get(nameOf(key)) ?? { kind: 'none' })
}

const pageLength = 500

async function* allRows(database: Database): AsyncGenerator<CheckpointRow> {
  let last = { subscription: '', alert: '' }
  for (;;) {
    const { rows } = await database.query(
      `select subscription, alert, checkpoint from ${table} where (subscription, alert) > ($1, $2)
       order by subscription, alert limit ${pageLength}`,
      [last.subscription, last.alert],
    )
    const found = rowsFound.parse(rows)
    yield* found
    if (found.length < pageLength) return
    last = found.at(-1) ?? last
  }
}

function storedCheckpoint(damage: DamageLog, row: CheckpointRow): StoredCheckpoint {
  const { value, why } = check(damage, row)
  if (why === undefined) return { kind: 'kept', checkpoint: value }
  return { kind: 'damaged', reason: `${placeOf(damageOf(row, why))}: ${why}` }
}

function check(damage: DamageLog, row: CheckpointRow): Checked<Checkpoint> {
  const checked = unsealCheckpoint(keyOf(row), row.checkpoint)
  if (checked.why === undefined) damage.gone(table, nameOf(row))
  else damage.found(table, nameOf(row), damageOf(row, checked.why))
  return checked
}

function damageOf({ subscription, alert }: CheckpointKey, why: string): Damage {
  return {
    collection: 'checkpoints',
    key: subscription,
    place: { kind: 'row', table, keys: { subscription, alert } },
    why,
  }
}

async function keep(
  database: Database,
  fence: bigint,
  { subscription, alert }: CheckpointKey,
  checkpoint: Checkpoint,
): Promise<SaveResult> {
  const { rowCount } = await database.query(keepUnderFence, [
    subscription,
    alert,
    onlyAccount,
    fence,
    JSON.stringify(sealCheckpoint({ subscription, alert }, checkpoint)),
  ])
  return rowCount === 1 ? 'kept' : 'fenced'
}

const keepUnderFence = `
  with held as (${heldFence('$3', '$4')})
  insert into overheard.checkpoints (subscription, alert, checkpoint) select $1, $2, $5::json from held
  on conflict (subscription, alert) do update set checkpoint = excluded.checkpoint`

/** Opens the checkpoints of the leader. They are the same as long as the fence is. */
export function checkpointsOfLeader(
  fence: () => bigint | undefined,
  open: (fence: bigint) => CheckpointStore,
): () => CheckpointStore {
  let opened: { fence: bigint; checkpoints: CheckpointStore } | undefined
  return () => {
    const present = fence()
    if (present === undefined) throw new FencedError('another process leads')
    if (opened?.fence !== present) opened = { fence: present, checkpoints: open(present) }
    return opened.checkpoints
  }
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
