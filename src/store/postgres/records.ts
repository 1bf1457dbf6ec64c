import { z } from 'zod'
import type { RecordStore, RecordType } from '../records.ts'
import type { Database } from './database.ts'

/** As many processes may change one fact at the same moment before the last of them gives up. */
const mostTries = 100

/**
 * The number of a version is taken a moment before its row can be seen. So the last ones are told again: what others write is missed only
 * where a statement is held up while so many others pass it.
 */
const lateVersions = 100

const found = z.array(z.object({ value: z.unknown(), version: z.string() }))
const entries = z.array(z.object({ key: z.string(), value: z.unknown() }))
const changes = z.array(z.object({ key: z.string(), value: z.unknown(), version: z.string() }))

/** Small facts in a table. A change is one statement that only holds if nobody was faster; else it is made anew on what is there then. */
export function recordRows(database: Database): RecordStore {
  async function read(kind: RecordType<unknown>, key: string) {
    const { rows } = await database.query(
      'select value, version from overheard.records where kind = $1 and key = $2',
      [kind.name, key],
    )
    return found.parse(rows)[0]
  }
  return {
    async find(kind, key) {
      const row = await read(kind, key)
      return row === undefined ? undefined : kind.shape.parse(row.value)
    },
    async all(kind) {
      const { rows } = await database.query(
        'select key, value from overheard.records where kind = $1 order by key',
        [kind.name],
      )
      return entries.parse(rows).map(({ key, value }) => ({ key, value: kind.shape.parse(value) }))
    },
    async within(kind, start, from) {
      const { rows } = await database.query(keyedWithin, [kind.name, start, from])
      return entries.parse(rows).map(({ key, value }) => ({ key, value: kind.shape.parse(value) }))
    },
    async since(kind, mark = '0') {
      const { rows } = await database.query(changedSince, [kind.name, mark, lateVersions])
      const versions = changes.parse(rows)
      const changed = versions.map(({ key, value }) => ({ key, value: kind.shape.parse(value) }))
      return { changed, mark: versions.at(-1)?.version ?? mark }
    },
    async change(kind, key, next) {
      for (let tries = 0; tries < mostTries; tries++) {
        const row = await read(kind, key)
        const before = row === undefined ? undefined : kind.shape.parse(row.value)
        const after = next(before)
        if (after === before) return before
        const { rowCount } = await database.query(...writing([kind.name, key], row?.version, after))
        // Nobody was faster: it was written over exactly the version that was read.
        if (rowCount === 1) return after
      }
      throw new Error(`The fact ${kind.name}/${key} is changed by others all the time.`)
    },
  }
}

/** The statement that makes a fact what it is to be, with its values. `version`: what it must still be; undefined where there is none. */
function writing(
  place: [kind: string, key: string],
  version: string | undefined,
  value: unknown,
): [text: string, values: unknown[]] {
  if (version === undefined) return [inserting, [...place, JSON.stringify(value)]]
  if (value === undefined) return [deleting, [...place, version]]
  return [updating, [...place, version, JSON.stringify(value)]]
}

const keyedWithin = `select key, value from overheard.records
  where kind = $1 and starts_with(key, $2) and key collate "C" >= $3 order by key collate "C"`
const changedSince = `select key, value, version from overheard.records
  where kind = $1 and version > $2::bigint - $3::bigint order by version`
const inserting = `insert into overheard.records (kind, key, value) values ($1, $2, $3) on conflict do nothing`
const updating = `update overheard.records set value = $4, version = default where kind = $1 and key = $2 and version = $3`
const deleting = `delete from overheard.records where kind = $1 and key = $2 and version = $3`
