import { createKeyedMutex, type KeyedMutex } from '@overheard/base/serial'
import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import type { Damage } from '../../model/damage.ts'
import type { Checked, DamageLog } from '../damage.ts'
import type { Dialect, RecordDatabase } from './dialect.ts'
import { setAside } from './set-aside.ts'

/** If other processes change a record at the same moment, its change is tried again, at most this many times. */
const maxTries = 100

export const rowsFound = z.array(z.object({ value: z.unknown(), version: z.string() }))

/** The statements for a row of a table, whose key has these columns. */
export function rowStatements({ schema, json, newVersion }: Dialect, table: string, keys: string[]) {
  const name = `${schema}${table}`
  const version = 'cast(version as text) as version'
  const count = keys.length
  const found = keys.map((key, index) => `${key} = $${index + 1}`).join(' and ')
  const unchanged = `${found} and version = $${count + 1}`
  return {
    find: `select value, ${version} from ${name} where ${found}`,
    insert: (columns: string[] = [], values: string[] = []) =>
      `insert into ${name} (${[...keys, ...columns, 'value'].join(', ')})
        select ${[...keys.map((_, index) => `$${index + 1}`), ...values, json(`$${count + 1}`)].join(', ')}
        where true on conflict do nothing returning ${version}`,
    update: `update ${name} set value = $${count + 2}, version = ${newVersion} where ${unchanged} returning ${version}`,
    remove: `delete from ${name} where ${unchanged}`,
  }
}

/** Checks the values of rows, and notes which rows are damaged. */
export function rowCheck<T, Key>(
  log: DamageLog,
  checkValue: (key: Key, value: unknown) => Checked<T>,
  scope: string,
  describe: (key: Key) => Omit<Damage, 'why'> & { id: string },
) {
  const damageOf = (key: Key, why: string): Damage => {
    const { id: _, ...damage } = describe(key)
    return { ...damage, why }
  }
  return {
    check(key: Key, value: unknown): Checked<T> {
      const checked = checkValue(key, value)
      if (checked.why !== undefined) log.found(scope, describe(key).id, damageOf(key, checked.why))
      else if (log.has(scope)) log.gone(scope, describe(key).id)
      return checked
    },
    damageOf,
    /** A row that does not exist is not damaged any more. */
    missing: (key: Key) => log.gone(scope, describe(key).id),
  }
}

type Statements = { place: string[]; find: string; insert: string; update: string; remove: string }

/** `refuse` returns the error if a damaged row must not be replaced. `wrote` hears the new version of a row; undefined if it was removed. */
type StoredValues<T> = {
  check(value: unknown): Checked<T>
  refuse?: (why: string) => Error
  wrote?: (version: string | undefined) => void
}

/**
 * A change is one conditional statement, which is retried if another process changed the row first. Changes of one row by this process wait for
 * each other.
 */
export function rowChanger(
  database: RecordDatabase,
  now: () => Time,
  inOrder: KeyedMutex = createKeyedMutex(),
) {
  return <T>(
    statements: Statements,
    values: StoredValues<T>,
    next: (current: T | undefined) => T | undefined,
    /** Replaces the row without reading it. If that returns false, the row is changed as usual. */
    replace: () => Promise<boolean> = async () => false,
  ): Promise<T | undefined> =>
    inOrder(JSON.stringify(statements.place), async () =>
      (await replace()) ? next(undefined) : change(database, now, statements, values, next),
    )
}

async function change<T>(
  database: RecordDatabase,
  now: () => Time,
  statements: Statements,
  values: StoredValues<T>,
  next: (current: T | undefined) => T | undefined,
): Promise<T | undefined> {
  const { place, find } = statements
  for (let tries = 0; tries < maxTries; tries++) {
    const { before, version, isDamaged } = await readRow(database, statements, values)
    const after = next(before)
    if (after === before) return before
    if (isDamaged) await setAside(database, { find, values: place, of: place, at: now() })
    const { text, parameters } = writeOf(statements, version, after)
    const { rows, rowCount } = await database.write(text, parameters, 1)
    // One changed row means that no other process changed the record after it was read.
    if (rowCount !== 1) continue
    values.wrote?.(versionIn(rows))
    // The damage is over, because its value was replaced.
    if (isDamaged) values.check(after)
    return after
  }
  throw new Error(`Other processes change a record of ${place[0]} all the time.`)
}

const written = z.tuple([z.object({ version: z.string() })])

/** Returns the version of the row that a statement has written. */
export const versionIn = (rows: unknown[]): string | undefined => written.safeParse(rows).data?.[0].version

async function readRow<T>(
  database: RecordDatabase,
  { place, find }: Statements,
  { check, refuse }: StoredValues<T>,
): Promise<{ before: T | undefined; version: string | undefined; isDamaged: boolean }> {
  const [row] = rowsFound.parse((await database.query(find, place)).rows)
  if (row === undefined) return { before: undefined, version: undefined, isDamaged: false }
  const { value, why } = check(row.value)
  if (why !== undefined && refuse !== undefined) throw refuse(why)
  return { before: value, version: row.version, isDamaged: why !== undefined }
}

/** Returns the statement that replaces the value, if the row still has this version. Without a version, there was no row. */
function writeOf(
  { place, insert, update, remove }: Statements,
  version: string | undefined,
  after: unknown,
): { text: string; parameters: unknown[] } {
  if (version === undefined) return { text: insert, parameters: [...place, JSON.stringify(after)] }
  if (after === undefined) return { text: remove, parameters: [...place, version] }
  return { text: update, parameters: [...place, version, JSON.stringify(after)] }
}
