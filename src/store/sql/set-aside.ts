import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import { placeOf } from '../../model/damage.ts'
import type { RecordDatabase } from './dialect.ts'

/** The collection with what was damaged and had to be replaced. Nothing else reads it. `at` is UTC, in ms. */
export const asideCollection = 'set-aside'

/**
 * Copies the damaged value that the statement `find` returns, before it is replaced. Only the last one is kept for each record (`of`), so that two
 * versions which run side by side cannot fill the table.
 */
export async function setAside(
  { dialect, write }: Pick<RecordDatabase, 'dialect' | 'write'>,
  { find, values, of, at }: { find: string; values: unknown[]; of: string[]; at: Time },
): Promise<void> {
  const [key, time] = [`$${values.length + 1}`, `$${values.length + 2}`]
  await write(
    `insert into ${dialect.schema}records (collection, key, value)
     select '${asideCollection}', cast(${key} as text), ${dialect.asideOf(`cast(${time} as float8)`, 'found.value')}
       from (${find}) as found where true
     on conflict (collection, key) do update set value = excluded.value, version = ${dialect.newVersion}`,
    [...values, JSON.stringify(of), at],
  )
}

const keys = z.array(z.object({ key: z.string() }))

export function asideRows({ dialect, query, write }: RecordDatabase) {
  const table = `${dialect.schema}records`
  return {
    async list(): Promise<string[]> {
      const { rows } = await query(`select key from ${table} where collection = $1 order by key`, [
        asideCollection,
      ])
      return keys
        .parse(rows)
        .map(({ key }) => placeOf({ place: dialect.place('records', { collection: asideCollection, key }) }))
    },
    async prune(before: number): Promise<void> {
      await write(`delete from ${table} where collection = $1 and ${dialect.asideAt} < $2`, [
        asideCollection,
        before,
      ])
    },
  }
}
