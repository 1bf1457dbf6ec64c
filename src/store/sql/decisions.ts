import { createBatchWriter } from '@overheard/base/batch-writer'
import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import { type DecisionRecord, decisionRecordSchema } from '../../model/decision.ts'
import { checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import type { DecisionLog, StoreDeps } from '../store.ts'
import type { RecordDatabase } from './dialect.ts'

const dayMs = 86_400_000
const pageLength = 1000
const maxRemovedAtOnce = 10_000
const maxOfMention = 1000

const page = z.array(z.object({ at: timeSchema, number: z.string(), value: z.unknown() }))
const latestRows = z.array(z.object({ subscription: z.string(), at: timeSchema }))

/** A decision is written after its checkpoint, so a crash can lose a log entry but never a message in Slack. */
export function decisionRows(
  database: RecordDatabase,
  { now, setTimer, log, damage = createDamageLog() }: StoreDeps & { damage?: DamageLog },
  readers: Pick<RecordDatabase, 'query'> = database,
): DecisionLog {
  const { dialect } = database
  const table = `${dialect.schema}decisions`
  const columns = 'at, cast(number as text) as number, entry as value'
  let isFailing = false
  const batches = createBatchWriter<DecisionRecord>(async (entries) => {
    try {
      if (entries.length > 0) await database.addDecisions(entries)
      isFailing = false
    } catch (error) {
      if (!isFailing)
        log.warn(
          { waiting: entries.length, err: error },
          'could not write decisions to the decision log; retrying every second',
        )
      isFailing = true
      return entries
    }
    return []
  }, setTimer)

  function valid(rows: z.output<typeof page>): DecisionRecord[] {
    return rows.flatMap(({ number, value: entry }) => {
      const { value, why } = checkShape(decisionRecordSchema, entry)
      const place = dialect.place('decisions', { number })
      if (why === undefined) damage.gone(table, number)
      else damage.found(table, number, { collection: 'decisions', place, why })
      return value ?? []
    })
  }

  async function* entriesSince(since: Time): AsyncGenerator<DecisionRecord> {
    await batches.flush()
    let last = { at: since, number: '0' }
    for (;;) {
      const { rows } = await readers.query(
        `select ${columns} from ${table} as d where (at, d.number) > (cast($1 as float8), cast($2 as bigint))
         order by at, d.number limit ${pageLength}`,
        [last.at, last.number],
      )
      const found = page.parse(rows)
      yield* valid(found)
      if (found.length < pageLength) return
      last = found.at(-1) ?? last
    }
  }

  return {
    record: batches.add,
    entries: entriesSince,
    async of(mention, alert) {
      await batches.flush()
      const { rows } = await readers.query(
        `select ${columns} from ${table} as d where mention = $1 and (cast($2 as text) is null or alert = $2)
         order by at, d.number limit ${maxOfMention}`,
        [mention, alert ?? null],
      )
      return valid(page.parse(rows))
    },
    async latest() {
      await batches.flush()
      const { rows } = await readers.query(
        `select subscription, at from ${dialect.schema}latest_decisions where at >= $1`,
        [now() - dayMs],
      )
      return new Map(latestRows.parse(rows).map(({ subscription, at }) => [subscription, at]))
    },
    async prune(before) {
      const day = Math.floor(before / dayMs) * dayMs
      const oldest = `delete from ${table}
        where number in (select number from ${table} where at < $1 order by at limit ${maxRemovedAtOnce})`
      for (let removed = maxRemovedAtOnce; removed === maxRemovedAtOnce; )
        removed = (await database.write(oldest, [day])).rowCount
    },
    close: batches.close,
  }
}

/** When each subscription last decided something other than "waiting", by name in the order in which rows are locked. */
export function latestOf(entries: DecisionRecord[]): [subscription: string, at: Time][] {
  const latest = new Map<string, Time>()
  for (const { subscription, at, outcome } of entries)
    if (outcome !== 'waiting') latest.set(subscription, Math.max(at, latest.get(subscription) ?? 0))
  // All processes lock the rows in the same order, so that there are no deadlocks.
  return [...latest].sort(([one], [other]) => (one < other ? -1 : 1))
}
