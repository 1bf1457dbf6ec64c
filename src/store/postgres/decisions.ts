import { z } from 'zod'
import { createBatchWriter } from '../../async/batch-writer.ts'
import type { Time } from '../../async/time.ts'
import { type DecisionRecord, decisionRecordSchema } from '../../model/decision.ts'
import { timeSchema } from '../../model/time.ts'
import { checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import type { DecisionLog, StoreDeps } from '../store.ts'
import type { Database } from './database.ts'

const dayMs = 86_400_000
const pageLength = 1000
const maxRemovedAtOnce = 10_000
const maxOfMention = 1000

const page = z.array(z.object({ at: timeSchema, number: z.string(), entry: z.unknown() }))
const latestRows = z.array(z.object({ subscription: z.string(), at: timeSchema }))

export function decisionRows(
  database: Database,
  { now, setTimer, log, damage = createDamageLog() }: StoreDeps & { damage?: DamageLog },
  readers = database,
): DecisionLog {
  const batches = createBatchWriter<DecisionRecord>(async (entries) => {
    try {
      if (entries.length > 0) await insert(database, entries)
    } catch (error) {
      log.warn(
        { waiting: entries.length, err: error },
        'could not write decisions to the decision log; retrying',
      )
      return entries
    }
    return []
  }, setTimer)
  return {
    record: batches.add,
    async *entries(since) {
      await batches.flush()
      yield* read(readers, damage, since)
    },
    async of(mention, alert) {
      await batches.flush()
      const { rows } = await readers.query(
        `select at, number, entry from ${table} where mention = $1 and ($2::text is null or alert = $2) order by at, number limit ${maxOfMention}`,
        [mention, alert ?? null],
      )
      return validEntries(damage, page.parse(rows))
    },
    async latest() {
      const { rows } = await readers.query(
        'select subscription, at from overheard.latest_decisions where at >= $1',
        [now() - dayMs],
      )
      return new Map(latestRows.parse(rows).map(({ subscription, at }) => [subscription, at]))
    },
    async prune(before) {
      const day = Math.floor(before / dayMs) * dayMs
      for (let removed = maxRemovedAtOnce; removed === maxRemovedAtOnce; )
        removed = (await database.query(removeOldest, [day, maxRemovedAtOnce])).rowCount
    },
    close: batches.close,
  }
}

const removeOldest = `delete from overheard.decisions
  where number in (select number from overheard.decisions where at < $1 order by at limit $2)`

async function insert(database: Database, entries: DecisionRecord[]): Promise<void> {
  const latest = new Map<string, number>()
  for (const { subscription, at, outcome } of entries)
    if (outcome !== 'waiting') latest.set(subscription, Math.max(at, latest.get(subscription) ?? 0))
  // All processes lock the rows of subscriptions in the same order, so that there are no deadlocks.
  const names = [...latest.keys()].sort()
  await database.query(insertEntries, [
    entries.map(({ at }) => at),
    entries.map(({ subscription }) => subscription),
    entries.map(({ alert }) => alert),
    entries.map(({ id }) => id),
    entries.map((entry) => JSON.stringify(entry)),
    names,
    names.map((name) => latest.get(name)),
  ])
}

const insertEntries = `
  with added as (
    insert into overheard.decisions (at, subscription, alert, mention, entry)
      select * from unnest($1::float8[], $2::text[], $3::text[], $4::text[], $5::json[])
  )
  insert into overheard.latest_decisions as l (subscription, at)
    select * from unnest($6::text[], $7::float8[])
    on conflict (subscription) do update set at = greatest(l.at, excluded.at)`

const table = 'overheard.decisions'

function validEntries(damage: DamageLog, rows: z.output<typeof page>): DecisionRecord[] {
  return rows.flatMap(({ number, entry }) => {
    const { value, why } = checkShape(decisionRecordSchema, entry)
    if (why === undefined) damage.gone(table, number)
    else
      damage.found(table, number, {
        collection: 'decisions',
        place: { kind: 'row', table, keys: { number } },
        why,
      })
    return value ?? []
  })
}

async function* read(database: Database, damage: DamageLog, since: Time): AsyncGenerator<DecisionRecord> {
  let last = { at: since, number: '0' }
  for (;;) {
    const { rows } = await database.query(
      `select at, number, entry from ${table} where (at, number) > ($1, $2::bigint)
       order by at, number limit ${pageLength}`,
      [last.at, last.number],
    )
    const found = page.parse(rows)
    yield* validEntries(damage, found)
    if (found.length < pageLength) return
    last = found.at(-1) ?? last
  }
}
