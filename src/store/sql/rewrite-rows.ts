import { z } from 'zod'
import type { Rewrite, StoredValue } from '../rewrite.ts'
import type { Dialect, Query } from './dialect.ts'

const pageLength = 500

/** `page` returns the rows behind a key, with a `version`. `update` replaces the value if the version is still the same. */
export type RewrittenTable = {
  keys: string[]
  page: string
  update: string
  storedOf: (row: TableRow) => StoredValue
  /** Returns the value to store instead of the rewritten one. */
  finish?: (row: TableRow, before: unknown, after: unknown) => unknown
}
type TableRow = Record<string, unknown>
const rowsFound = z.array(z.record(z.string(), z.unknown()))

const first: TableRow = {
  ...{ collection: '', key: '', channel: '', ts: '', subscription: '', alert: '' },
  ...{ at: -1, number: '0' },
}

/** The tables that both databases have. */
export const recordTables = ({
  schema,
  newVersion,
}: Pick<Dialect, 'schema' | 'newVersion'>): RewrittenTable[] => [
  {
    keys: ['collection', 'key'],
    page: `select collection, key, value, cast(version as text) as version from ${schema}records
      where (collection, key) > ($1, $2) order by collection, key limit $3`,
    update: `update ${schema}records set value = $1, version = ${newVersion} where collection = $2 and key = $3 and version = $4`,
    storedOf: ({ collection, value }) => ({ kind: String(collection), value }),
  },
  {
    keys: ['collection', 'channel', 'ts'],
    page: `select collection, channel, ts, value, cast(version as text) as version from ${schema}messages
      where (collection, channel, ts) > ($1, $2, $3) order by collection, channel, ts limit $4`,
    update: `update ${schema}messages set value = $1, version = ${newVersion}
      where collection = $2 and channel = $3 and ts = $4 and version = $5`,
    storedOf: ({ collection, channel, ts, value }) => ({
      kind: String(collection),
      value,
      place: { channel: String(channel), ts: String(ts) },
    }),
  },
  {
    keys: ['at', 'number'],
    page: `select at, cast(number as text) as number, entry as value, cast(entry as text) as version from ${schema}decisions as d
      where (at, d.number) > (cast($1 as float8), cast($2 as bigint)) order by at, d.number limit $3`,
    update: `update ${schema}decisions set entry = $1 where at = $2 and number = $3 and cast(entry as text) = $4`,
    storedOf: ({ value }) => ({ kind: 'decisions', value }),
  },
]

/**
 * Passes every value in the tables to `rewrite`, and stores the results. Bots may run at the same time. If a bot changes a value at the
 * same moment, its new value stays, and `conflicts` counts it. `changed` lists the kind of each changed value.
 */
export async function rewriteRows(
  query: Query,
  tables: RewrittenTable[],
  rewrite: Rewrite,
  dryRun = false,
): Promise<{ changed: string[]; conflicts: number }> {
  const changed: string[] = []
  let conflicts = 0
  for (const table of tables)
    for await (const row of rowsOf(query, table)) {
      const stored = table.storedOf(row)
      const after = rewrite(stored)
      if (after === stored.value) continue
      const values = [
        JSON.stringify(table.finish === undefined ? after : table.finish(row, stored.value, after)),
        ...table.keys.map((key) => row[key]),
        row.version,
      ]
      const isDone = dryRun || (await query(table.update, values)).rowCount === 1
      if (isDone) changed.push(stored.kind)
      else conflicts += 1
    }
  return { changed, conflicts }
}

async function* rowsOf(query: Query, { keys, page }: RewrittenTable): AsyncGenerator<TableRow> {
  let last = first
  for (;;) {
    const { rows } = await query(page, [...keys.map((key) => last[key]), pageLength])
    const found = rowsFound.parse(rows)
    yield* found
    if (found.length < pageLength) return
    last = found.at(-1) ?? last
  }
}
