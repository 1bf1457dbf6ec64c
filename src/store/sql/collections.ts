import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import type { Collections, Entry } from '../../model/collection.ts'
import { type Damage, RecordDamagedError } from '../../model/damage.ts'
import { checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import { collectionFrom } from '../store.ts'
import { batchLookups } from './batch-lookups.ts'
import { rowChanger, rowCheck, rowStatements, rowsFound, versionIn } from './change-row.ts'
import type { RecordDatabase } from './dialect.ts'
import { createReadCache, type ReadCache } from './read-cache.ts'

export type OpenCollection = Collections['collection']
const pageLength = 500
/** The versions of at most this many records of a collection are remembered. */
const mostVersions = 1000

const rowsWithKey = z.array(z.object({ collection: z.string(), key: z.string(), value: z.unknown() }))

export type RowDeps = {
  now?: () => Time
  damage?: DamageLog
  cache?: ReadCache
  /** The files of an older version that nobody could read, by their collection. Any of its records may be missing. */
  lost?: LostFiles
}

export type LostFiles = {
  find(collection: string): Damage | undefined
  /** Keeps the file under another name, because its collection gets a new record. */
  setAside(collection: string): Promise<void>
}

export const noCache = () => createReadCache(undefined, Date.now)
const nothingLost: LostFiles = { find: () => undefined, setAside: async () => undefined }

/** The versions that this process has written. It can replace these without reading them first, because they are not damaged. */
function ownVersions() {
  const versions = new Map<string, string>()
  return {
    get: (key: string) => versions.get(key),
    note(key: string, version: string | undefined): void {
      versions.delete(key)
      if (versions.size >= mostVersions) versions.delete(versions.keys().next().value ?? '')
      if (version !== undefined) versions.set(key, version)
    },
  }
}

/** Changes of these collections are not announced, because they are frequent and nobody waits for them. See migrations.ts. */
const unannounced = new Set(['volume', 'plan-days'])

/**
 * Stores collections in one table. Collections that are read at the same moment are read with one statement. A damaged row stays where it is,
 * because a newer version may have written it.
 */
export function collectionRows(database: RecordDatabase, deps: RowDeps = {}): OpenCollection {
  const { now = Date.now, damage = createDamageLog(), cache = noCache(), lost = nothingLost } = deps
  const { dialect } = database
  const table = `${dialect.schema}records`
  const { insert: insertOf, ...statements } = rowStatements(dialect, 'records', ['collection', 'key'])
  const insert = insertOf()
  const change = rowChanger(database, now)

  async function entriesOf(names: string[]): Promise<Entry<unknown>[][]> {
    const listed = names.map((_, index) => `$${index + 1}`).join(', ')
    const text = `select collection, key, value from ${table} where collection in (${listed}) order by key`
    const found = Map.groupBy(
      rowsWithKey.parse((await database.query(text, names)).rows),
      ({ collection }) => collection,
    )
    return names.map((name) => found.get(name) ?? [])
  }
  const readEntries = batchLookups(entriesOf)

  async function* pagesOf(name: string): AsyncGenerator<Entry<unknown>> {
    const text = `select collection, key, value from ${table}
      where collection = $1 and (cast($2 as text) is null or key > $2) order by key limit ${pageLength}`
    for (let last: string | null = null; ; ) {
      const found: Entry<unknown>[] = rowsWithKey.parse((await database.query(text, [name, last])).rows)
      yield* found
      if (found.length < pageLength) return
      last = found.at(-1)?.key ?? last
    }
  }

  return <T>(name: string, schema: z.ZodType<T>, { restricts }: Parameters<OpenCollection>[2] = {}) => {
    const topic = `records ${name}`
    const readRows = () =>
      unannounced.has(name) ? readEntries(name) : cache.read(topic, 'all', () => readEntries(name))
    const scope = `${table} ${name}`
    const versions = ownVersions()
    const rows = rowCheck(
      damage,
      (_key: string, value) => checkShape(schema, value),
      scope,
      (key) => ({
        id: key,
        collection: name,
        key,
        place: dialect.place('records', { collection: name, key }),
      }),
    )
    const mustBeWhole = () => {
      const whole = restricts && lost.find(name)
      if (whole) throw new RecordDamagedError(whole)
    }
    async function changeOne(
      key: string,
      next: (current: T | undefined) => T | undefined,
      replace?: () => Promise<boolean>,
    ) {
      mustBeWhole()
      const after = await change(
        { place: [name, key], insert, ...statements },
        {
          check: (value) => rows.check(key, value),
          wrote: (version) => versions.note(key, version),
          ...(restricts && { refuse: (why) => new RecordDamagedError(rows.damageOf(key, why)) }),
        },
        next,
        replace,
      )
      cache.changed(topic)
      if (lost.find(name) !== undefined) await lost.setAside(name)
      return after
    }
    /** Returns false if the row is not the one that this process has written last. */
    async function replaceOwn(key: string, value: T): Promise<boolean> {
      const version = versions.get(key)
      if (version === undefined || lost.find(name) !== undefined || damage.has(scope, key)) return false
      const { rows, rowCount } = await database.write(
        statements.update,
        [name, key, version, JSON.stringify(value)],
        1,
      )
      versions.note(key, versionIn(rows))
      return rowCount === 1
    }
    return collectionFrom({
      async find(key) {
        mustBeWhole()
        const [row] = rowsFound.parse((await database.query(statements.find, [name, key])).rows)
        if (row === undefined) rows.missing(key)
        if (row === undefined) return undefined
        const { value, why } = rows.check(key, row.value)
        if (why !== undefined && restricts) throw new RecordDamagedError(rows.damageOf(key, why))
        return value
      },
      async readAll() {
        const found = (await readRows()).map(({ key, value }) => ({ key, ...checkShape(schema, value) }))
        const damaged = new Map(
          found.flatMap(({ key, why }) => (why === undefined ? [] : [[key, rows.damageOf(key, why)]])),
        )
        damage.replace(scope, damaged)
        const whole = lost.find(name)
        return {
          entries: found.flatMap(({ key, value, why }) => (why === undefined ? [{ key, value }] : [])),
          damaged: whole === undefined ? [...damaged.values()] : [...damaged.values(), whole],
        }
      },
      async inspect() {
        for await (const { key, value } of pagesOf(name)) rows.check(key, value)
      },
      change: changeOne,
      async put(key, value) {
        await changeOne(
          key,
          () => value,
          () => replaceOwn(key, value),
        )
      },
    })
  }
}
