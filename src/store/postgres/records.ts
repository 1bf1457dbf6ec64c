import pg from 'pg'
import { z } from 'zod'
import type { MessageKey } from '../../model/collection.ts'
import { FencedError } from '../../model/fenced-error.ts'
import { latestOf } from '../sql/decisions.ts'
import type { Dialect, RecordDatabase } from '../sql/dialect.ts'
import type { ReadChanges } from '../sql/messages.ts'
import type { ReadCache } from '../sql/read-cache.ts'
import type { Database } from './database.ts'
import { heldFence, onlyAccount } from './leases.ts'

const dayOf = (ts: string) => `(to_timestamp(${ts}::text::float8) at time zone 'UTC')::date`

export const postgres: Dialect = {
  schema: 'overheard.',
  json: (parameter) => `${parameter}::json`,
  newVersion: 'default',
  dayOf,
  asideOf: (at, value) => `json_build_object('at', ${at}, 'value', ${value})`,
  asideAt: `case when json_typeof(value) = 'object' and value ->> 'at' ~ '^\\d+(\\.\\d+)?$'
    then (value ->> 'at')::float8 else 0 end`,
  place: (table, keys) => ({ kind: 'row', table: `overheard.${table}`, keys }),
}

/**
 * With `fence`, which returns the fence of the leader, or undefined if this process does not lead, each write throws FencedError if this process
 * does not lead. Without it, every process may write.
 */
export function recordDatabase(database: Database, fence?: () => bigint | undefined): RecordDatabase {
  const write: RecordDatabase['write'] = async (text, values, expected = 0) => {
    if (fence === undefined) return database.query(text, values)
    const held = heldFence(`$${values.length + 1}`, `$${values.length + 2}`)
    const conditional = text.replace(/ where /, ' where exists (select 1 from held) and ')
    const lease = [onlyAccount, fence() ?? -1n]
    const written = await database.query(`with held as (${held}) ${conditional}`, [...values, ...lease])
    if (written.rowCount >= expected) return written
    const { rowCount } = await database.query(heldFence('$1', '$2'), lease)
    if (rowCount === 0) throw new FencedError('Another process leads. This process has changed nothing.')
    return written
  }
  return {
    dialect: postgres,
    query: database.query,
    write,
    async addMessages(collection, entries) {
      if (entries.length === 0) return
      const values = [
        collection,
        entries.map(({ key }) => key.channel),
        entries.map(({ key }) => key.ts),
        entries.map(({ value }) => JSON.stringify(value)),
      ]
      await write(insertMessages, values, entries.length)
    },
    async addDecisions(entries) {
      const latest = latestOf(entries)
      await database.query(insertEntries, [
        entries.map(({ at }) => at),
        entries.map(({ subscription }) => subscription),
        entries.map(({ alert }) => alert),
        entries.map(({ id }) => id),
        entries.map((entry) => JSON.stringify(entry)),
        latest.map(([name]) => name),
        latest.map(([, at]) => at),
      ])
    },
    refusesContent: (error): error is Error =>
      error instanceof pg.DatabaseError && contentClasses.has(error.code?.slice(0, 2) ?? ''),
  }
}

/**
 * SQLSTATE classes that blame the values of a statement: cardinality, data, constraints, check options, and limits of size. Every other
 * class, such as a full disk or a server that only reads, ends without a change of the values.
 */
const contentClasses = new Set(['21', '22', '23', '44', '54'])

const insertMessages = `insert into overheard.messages (collection, channel, ts, day, value)
  select $1, channel, ts, ${dayOf('ts')}, value
  from unnest($2::text[], $3::text[], $4::json[]) as t (channel, ts, value) where true on conflict do nothing`

const insertEntries = `
  with added as (
    insert into overheard.decisions (at, subscription, alert, mention, entry)
      select * from unnest($1::float8[], $2::text[], $3::text[], $4::text[], $5::json[])
  )
  insert into overheard.latest_decisions as l (subscription, at)
    select * from unnest($6::text[], $7::float8[])
    on conflict (subscription) do update set at = greatest(l.at, excluded.at)`

const changedRow = z.object({
  mark: z.string(),
  isOlder: z.boolean(),
  channel: z.string().nullable(),
  ts: z.string().nullable(),
  value: z.unknown(),
})
const changedRows = z.tuple([changedRow]).rest(changedRow)

/** At most this many marks of callers are known for each collection. */
const maxMarks = 10

/** Finds what other processes have changed. With a mark after which nothing was announced, no statement is needed. */
export function readChanges(database: Database, cache: ReadCache): ReadChanges {
  /** The version of the cache before the read that returned a mark, by collection. */
  const known = new Map<string, Map<string, string | undefined>>()
  return async <T>(
    collection: string,
    before: string | undefined,
    check: (key: MessageKey, value: unknown) => T | undefined,
  ) => {
    const versions = known.get(collection)
    const version = cache.version(`messages ${collection}`)
    if (before !== undefined && version !== undefined && versions?.get(before) === version)
      return { changed: [], mark: before }
    const found = changedRows.parse(
      (await database.query(changedMessages, [collection, before ?? null])).rows,
    )
    const [{ mark, isOlder }] = found
    known.set(collection, new Map([...(versions ?? []), [mark, version] as const].slice(-maxMarks)))
    if (isOlder) return { changed: [], mark, isReset: true as const }
    const changed = found.flatMap(({ channel, ts, value }) => {
      if (channel === null || ts === null) return []
      const checked = check({ channel, ts }, value)
      return checked === undefined ? [] : [checked]
    })
    return { changed, mark }
  }
}

/**
 * SQL: the mark is the snapshot of the statement that read last. The rows are those whose last writer was not visible to that statement, so
 * a change is found however late its transaction commits and however many others commit before it. `isOlder` is true if the server has not
 * reached the mark, because it is an older copy of the database. The rows of a restored copy may name writers that the server has not
 * reached; they are left out, because they have not changed since the copy was made. Without changes there is one row without a message.
 */
const changedMessages = `select now.snapshot::text as mark,
    coalesce(pg_snapshot_xmax($2::pg_snapshot) > pg_snapshot_xmax(now.snapshot), false) as "isOlder", channel, ts, value
  from (select pg_current_snapshot() as snapshot) as now left join overheard.messages
  on collection = $1 and writer >= pg_snapshot_xmin($2::pg_snapshot) and writer < pg_snapshot_xmax(now.snapshot)
    and not pg_visible_in_snapshot(writer, $2::pg_snapshot)`
