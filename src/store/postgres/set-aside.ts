import { z } from 'zod'
import type { Database } from './database.ts'
import { pruneCopies } from './migrations.ts'

/** The collection with what was damaged and had to be replaced. Nothing else reads it. `at` is UTC, in ms. */
const asideCollection = 'set-aside'

/**
 * Copies the damaged value that the statement `find` returns, before it is replaced. Only the last one is kept for each record (`of`), so that two
 * versions which run side by side cannot fill the table.
 */
export async function setAside(
  database: Pick<Database, 'query'>,
  { find, values, of }: { find: string; values: unknown[]; of: string[] },
): Promise<void> {
  await database.query(
    `insert into overheard.records (collection, key, value)
     select '${asideCollection}', $${values.length + 1}::text,
       json_build_object('at', overheard.now_ms(), 'value', found.value) from (${find}) as found
     on conflict (collection, key) do update set value = excluded.value, version = default`,
    [...values, JSON.stringify(of)],
  )
}

/** SQL: when a row was set aside. A row of another form counts as old. */
const setAsideAt = `case when json_typeof(value) = 'object' and value ->> 'at' ~ '^\\d+(\\.\\d+)?$'
  then (value ->> 'at')::float8 else 0 end`

const keys = z.array(z.object({ key: z.string() }))

export function asideRows(database: Database) {
  return {
    async list(): Promise<string[]> {
      const { rows } = await database.query(
        'select key from overheard.records where collection = $1 order by key',
        [asideCollection],
      )
      return keys
        .parse(rows)
        .map(({ key }) => `table overheard.records, collection '${asideCollection}', key '${key}'`)
    },
    async prune(before: number): Promise<void> {
      await database.query(`delete from overheard.records where collection = $1 and ${setAsideAt} < $2`, [
        asideCollection,
        before,
      ])
      await pruneCopies(database, before)
    },
  }
}
