import { z } from 'zod'
import type { Rewrite, StoredValue } from '../rewrite.ts'
import { resealCheckpoint } from '../sealed-checkpoint.ts'
import type { Database } from './database.ts'
import { raisingFence } from './leases.ts'

const pageLength = 500

type Table = {
  keys: string[]
  page: string
  update: string
  storedOf: (row: TableRow) => StoredValue
  /** Returns the value to store instead of the rewritten one. */
  finish?: (row: TableRow, before: unknown, after: unknown) => unknown
}
type TableRow = Record<string, unknown>
const rowsFound = z.array(z.record(z.string(), z.unknown()))
const inner = z.object({ alert: z.unknown(), value: z.unknown() })

const first = {
  collection: '',
  key: '',
  channel: '',
  ts: '',
  subscription: '',
  alert: '',
  at: -1,
  number: '0',
}

const tables: Table[] = [
  {
    keys: ['collection', 'key'],
    page: `select collection, key, value, version from overheard.records
      where (collection, key) > ($1, $2) order by collection, key limit $3`,
    update: `update overheard.records set value = $1, version = default where collection = $2 and key = $3 and version = $4`,
    storedOf: ({ collection, value }) => ({ kind: String(collection), value }),
  },
  {
    keys: ['collection', 'channel', 'ts'],
    page: `select collection, channel, ts, value, version from overheard.messages
      where (collection, channel, ts) > ($1, $2, $3) order by collection, channel, ts limit $4`,
    update: `update overheard.messages set value = $1, version = default
      where collection = $2 and channel = $3 and ts = $4 and version = $5`,
    storedOf: ({ collection, channel, ts, value }) => ({
      kind: String(collection),
      value,
      place: { channel: String(channel), ts: String(ts) },
    }),
  },
  {
    keys: ['subscription', 'alert'],
    page: `select subscription, alert, checkpoint as value, checkpoint::text as version from overheard.checkpoints
      where (subscription, alert) > ($1, $2) order by subscription, alert limit $3`,
    // The leader keeps the checkpoint in memory. Because of the new fence it reads the checkpoint again.
    update: `with raised as (${raisingFence})
      update overheard.checkpoints set checkpoint = ($1::json)->'value'
      where subscription = $2 and alert = $3 and checkpoint::text = $4`,
    storedOf: ({ alert, value }) => ({ kind: 'checkpoints', value: { alert, value } }),
    finish: ({ subscription, alert }, before, after) => {
      const key = { subscription: String(subscription), alert: String(alert) }
      const [old, next] = [inner.safeParse(before), inner.safeParse(after)]
      return { ...next.data, value: resealCheckpoint(key, old.data?.value, next.data?.value) }
    },
  },
  {
    keys: ['at', 'number'],
    page: `select at, number, entry as value, entry::text as version from overheard.decisions
      where (at, number) > ($1::float8, $2::bigint) order by at, number limit $3`,
    update: `update overheard.decisions set entry = $1 where at = $2 and number = $3 and entry::text = $4`,
    storedOf: ({ value }) => ({ kind: 'decisions', value }),
  },
]

/**
 * Passes every value in the database to `rewrite`, and stores the results. Bots may run at the same time. If a bot changes a value at the
 * same moment, its new value stays, and `conflicts` counts it. `changed` lists the kind of each changed value.
 */
export async function rewriteDatabase(
  database: Database,
  rewrite: Rewrite,
  dryRun = false,
): Promise<{ changed: string[]; conflicts: number }> {
  const changed: string[] = []
  let conflicts = 0
  for (const table of tables)
    for await (const row of rowsOf(database, table)) {
      const stored = table.storedOf(row)
      const after = rewrite(stored)
      if (after === stored.value) continue
      const values = [
        JSON.stringify(table.finish === undefined ? after : table.finish(row, stored.value, after)),
        ...table.keys.map((key) => row[key]),
        row.version,
      ]
      const isDone = dryRun || (await database.query(table.update, values)).rowCount === 1
      if (isDone) changed.push(stored.kind)
      else conflicts += 1
    }
  return { changed, conflicts }
}

async function* rowsOf(database: Database, { keys, page }: Table): AsyncGenerator<TableRow> {
  let last: TableRow = first
  for (;;) {
    const { rows } = await database.query(page, [...keys.map((key) => last[key]), pageLength])
    const found = rowsFound.parse(rows)
    yield* found
    if (found.length < pageLength) return
    last = found.at(-1) ?? last
  }
}
