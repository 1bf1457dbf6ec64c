import pg from 'pg'
import { z } from 'zod'
import type { Time } from '../../async/time.ts'
import type {
  Entry,
  MessageKey,
  MessageRecords,
  OpenCollection,
  OpenMessageRecords,
  RefusedRecord,
} from '../../model/collection.ts'
import { type Damage, RecordDamagedError } from '../../model/damage.ts'
import { FencedError } from '../../model/fenced-error.ts'
import { type Checked, checkMessage, checkShape, createDamageLog, type DamageLog } from '../damage.ts'
import { collectionFrom } from '../store.ts'
import { batchLookups, type Database } from './database.ts'
import { heldFence, onlyAccount } from './leases.ts'
import { createReadCache, type ReadCache } from './read-cache.ts'
import { setAside } from './set-aside.ts'

/** If other processes change a record at the same moment, its change is tried again, at most this many times. */
const maxTries = 100

const pageLength = 500

const rowsFound = z.array(z.object({ value: z.unknown(), version: z.string() }))
const rowsWithKey = z.array(z.object({ collection: z.string(), key: z.string(), value: z.unknown() }))
const rowsOfMessages = z.array(z.object({ channel: z.string(), ts: z.string(), value: z.unknown() }))
const changedRow = z.object({
  mark: z.string(),
  isOlder: z.boolean(),
  channel: z.string().nullable(),
  ts: z.string().nullable(),
  value: z.unknown(),
})
const changedRows = z.tuple([changedRow]).rest(changedRow)
const counted = z.tuple([z.object({ count: z.number() })])

/** Checks the values of rows, and notes which rows are damaged. */
type RowCheck<T, Key> = {
  check(key: Key, value: unknown): Checked<T>
  damageOf(key: Key, why: string): Damage
  /** A row that does not exist is not damaged any more. */
  missing(key: Key): void
}

function rowCheck<T, Key>(
  log: DamageLog,
  checkValue: (key: Key, value: unknown) => Checked<T>,
  scope: string,
  describe: (key: Key) => Omit<Damage, 'why'> & { id: string },
): RowCheck<T, Key> {
  const damageOf = (key: Key, why: string) => {
    const { id: _, ...damage } = describe(key)
    return { ...damage, why }
  }
  return {
    check(key, value) {
      const checked = checkValue(key, value)
      if (checked.why !== undefined) log.found(scope, describe(key).id, damageOf(key, checked.why))
      else if (log.has(scope)) log.gone(scope, describe(key).id)
      return checked
    },
    damageOf,
    missing: (key) => log.gone(scope, describe(key).id),
  }
}

type RowDeps = {
  damage?: DamageLog
  cache?: ReadCache
  /** Returns the fence of the leader, or undefined if this process does not lead. Without it, every process may write. */
  fence?: () => bigint | undefined
}

const noCache = () => createReadCache(undefined, Date.now)

/** Changes of these collections are not announced, because they are frequent and nobody waits for them. See migrations.ts. */
const unannounced = new Set(['volume', 'plan-days'])

/**
 * Stores collections in one table. A change is one conditional statement, which is retried if another process changed the record first.
 * Collections that are read at the same moment are read with one statement. A damaged row stays where it is, because a newer version may
 * have written it, and may run beside this one.
 */
export function collectionRows(database: Database, deps: RowDeps = {}): OpenCollection {
  const { damage = createDamageLog(), cache = noCache(), fence } = deps
  const readEntries = batchLookups((names: string[]) => entriesOf(database, names))
  return (name, schema, { restricts } = {}) => {
    const topic = `records ${name}`
    const readRows = () =>
      unannounced.has(name) ? readEntries(name) : cache.read(topic, 'all', () => readEntries(name))
    const table = 'overheard.records'
    const scope = `${table} ${name}`
    const checkRecord = (_key: string, value: unknown) => checkShape(schema, value)
    const rows = rowCheck(damage, checkRecord, scope, (key) => ({
      id: key,
      collection: name,
      key,
      place: { kind: 'row', table, keys: { collection: name, key } },
    }))
    return collectionFrom({
      async find(key) {
        const [row] = rowsFound.parse((await database.query(findRecord, [name, key])).rows)
        if (row === undefined) rows.missing(key)
        if (row === undefined) return undefined
        const { value, why } = rows.check(key, row.value)
        if (why !== undefined && restricts) throw new RecordDamagedError(rows.damageOf(key, why))
        return value
      },
      async readAll() {
        const found = (await readRows()).map(({ key, value }) => ({
          key,
          ...checkShape(schema, value),
        }))
        const damaged = new Map(
          found.flatMap(({ key, why }) => (why === undefined ? [] : [[key, rows.damageOf(key, why)]])),
        )
        damage.replace(scope, damaged)
        return {
          entries: found.flatMap(({ key, value, why }) => (why === undefined ? [{ key, value }] : [])),
          damaged: [...damaged.values()],
        }
      },
      async inspect() {
        for await (const { key, value } of readRecords(database, name)) rows.check(key, value)
      },
      async change(key, next) {
        const after = await change(
          database,
          { place: [name, key], find: findRecord, insert: insertRecord, ...recordChanges },
          {
            check: (value) => rows.check(key, value),
            ...(restricts && { refuse: (why) => new RecordDamagedError(rows.damageOf(key, why)) }),
          },
          next,
          fence,
        )
        cache.changed(topic)
        return after
      },
    })
  }
}

const findRecord = 'select value, version from overheard.records where collection = $1 and key = $2'
const allRecords =
  'select collection, key, value from overheard.records where collection = any($1::text[]) order by key'
const insertRecord =
  'insert into overheard.records (collection, key, value) select $1, $2, $3::json where true on conflict do nothing'
const recordChanges = {
  update: `update overheard.records set value = $4, version = default where collection = $1 and key = $2 and version = $3`,
  remove: 'delete from overheard.records where collection = $1 and key = $2 and version = $3',
}

const recordsAfter = `select collection, key, value from overheard.records
  where collection = $1 and ($2::text is null or key > $2) order by key limit ${pageLength}`

async function* readRecords(database: Database, name: string): AsyncGenerator<Entry<unknown>> {
  let last: string | null = null
  for (;;) {
    const found: Entry<unknown>[] = rowsWithKey.parse((await database.query(recordsAfter, [name, last])).rows)
    yield* found
    if (found.length < pageLength) return
    last = found.at(-1)?.key ?? last
  }
}

async function entriesOf(database: Database, names: string[]): Promise<Entry<unknown>[][]> {
  const { rows } = await database.query(allRecords, [names])
  const found = Map.groupBy(rowsWithKey.parse(rows), ({ collection }) => collection)
  return names.map((name) => found.get(name) ?? [])
}

export const messageRows =
  (database: Database, deps: RowDeps = {}): OpenMessageRecords =>
  (name, schema) =>
    recordsIn(database, deps, name, schema)

function recordsIn<T>(
  database: Database,
  { damage = createDamageLog(), cache = noCache(), fence }: RowDeps,
  name: string,
  schema: z.ZodType<T>,
): MessageRecords<T> {
  const topic = `messages ${name}`
  /** The version of the cache before the read that returned a mark. */
  let versions = new Map<string, string | undefined>()
  const table = 'overheard.messages'
  const scope = `${table} ${name}`
  const idOf = ({ channel, ts }: MessageKey) => `${channel} ${ts}`
  const checkRecord = (key: MessageKey, value: unknown) => checkMessage(key, schema, value)
  const { check } = rowCheck(damage, checkRecord, scope, ({ channel, ts }) => ({
    id: idOf({ channel, ts }),
    collection: name,
    place: { kind: 'row', table, keys: { collection: name, channel, ts } },
  }))
  async function find({ channel, ts }: MessageKey): Promise<T | undefined> {
    const { rows } = await database.query(findMessage, [name, channel, ts])
    const [row] = rowsFound.parse(rows)
    return row === undefined ? undefined : check({ channel, ts }, row.value).value
  }
  const changeRow: MessageRecords<T>['change'] = async ({ channel, ts }, next) => {
    const after = await change(
      database,
      { place: [name, channel, ts], find: findMessage, insert: insertMessage, ...messageChanges },
      { check: (value) => check({ channel, ts }, value) },
      next,
      fence,
    )
    cache.changed(topic)
    return after
  }
  /** Stores the record unless a usable one exists. */
  const replaceDamaged = async (key: MessageKey, value: T) =>
    (await changeRow(key, (known) => known ?? value)) ?? value
  return {
    find,
    async add(key, value) {
      const values = [name, key.channel, key.ts, JSON.stringify(value)]
      const { rowCount } = await write(database, { text: insertMessage, values }, { fence, expected: 1 })
      cache.changed(topic)
      return rowCount === 1 ? value : ((await find(key)) ?? replaceDamaged(key, value))
    },
    async addAll(entries) {
      const isDamaged = ({ key }: NewMessage) => damage.has(scope, idOf(key))
      for (const { key, value } of entries.filter(isDamaged)) await replaceDamaged(key, value)
      const insert = (some: NewMessage[]) => insertAll(database, name, some, fence)
      try {
        await insert(entries)
        return []
      } catch (error) {
        // Without an answer of the server, each entry would fail in the same way.
        if (!(error instanceof pg.DatabaseError)) throw error
        return await insertSingly(insert, entries)
      } finally {
        cache.changed(topic)
      }
    },
    count: (channel) =>
      cache.read(topic, `count ${channel}`, async () => {
        const { rows } = await database.query(countMessages, [name, channel])
        const [{ count }] = counted.parse(rows)
        return count
      }),
    change: changeRow,
    async *since(since, channel) {
      for await (const row of readMessages(database, name, since, channel)) {
        const { value, why } = check(row, row.value)
        if (why === undefined && Number(row.ts) * 1000 >= since) yield value
      }
    },
    async changes(before) {
      const version = cache.version(topic)
      if (before !== undefined && version !== undefined && versions.get(before) === version)
        return { changed: [], mark: before }
      const found = changedRows.parse((await database.query(changedMessages, [name, before ?? null])).rows)
      const [{ mark, isOlder }] = found
      versions = new Map([...versions, [mark, version] as const].slice(-maxMarks))
      if (isOlder) return { changed: [], mark, isReset: true }
      const changed = found.flatMap(({ channel, ts, value }) => {
        if (channel === null || ts === null) return []
        const checked = check({ channel, ts }, value)
        return checked.why === undefined ? [checked.value] : []
      })
      return { changed, mark }
    },
    async prune(before) {
      const day = new Date(before).toISOString().slice(0, 10)
      await database.query('delete from overheard.messages where collection = $1 and day < $2', [name, day])
    },
  }
}

async function* readMessages(
  database: Database,
  collection: string,
  since: Time,
  channel: string | undefined,
): AsyncGenerator<z.output<typeof rowsOfMessages>[number]> {
  const day = new Date(since).toISOString().slice(0, 10)
  let last = { channel: '', ts: '' }
  for (;;) {
    const values = [collection, day, channel ?? null, last.channel, last.ts]
    const found = rowsOfMessages.parse((await database.query(messagesSince, values)).rows)
    yield* found
    if (found.length < pageLength) return
    last = found.at(-1) ?? last
  }
}

const findMessage =
  'select value, version from overheard.messages where collection = $1 and channel = $2 and ts = $3'
const dayOfTs = "(to_timestamp($3::text::float8) at time zone 'UTC')::date"
const insertMessage = `insert into overheard.messages (collection, channel, ts, day, value)
  select $1, $2, $3, ${dayOfTs}, $4::json where true on conflict do nothing`
const insertMessages = `insert into overheard.messages (collection, channel, ts, day, value)
  select $1, channel, ts, (to_timestamp(ts::float8) at time zone 'UTC')::date, value
  from unnest($2::text[], $3::text[], $4::json[]) as t (channel, ts, value) where true on conflict do nothing`
const countMessages =
  'select count(*)::int as count from overheard.messages where collection = $1 and channel = $2'
const messageChanges = {
  update: `update overheard.messages set value = $5, version = default
    where collection = $1 and channel = $2 and ts = $3 and version = $4`,
  remove:
    'delete from overheard.messages where collection = $1 and channel = $2 and ts = $3 and version = $4',
}
const messagesSince = `select channel, ts, value from overheard.messages
  where collection = $1 and day >= $2 and ($3::text is null or channel = $3) and (channel, ts) > ($4, $5)
  order by channel, ts limit ${pageLength}`
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

/** At most this many marks of callers are known. */
const maxMarks = 10

type NewMessage = { key: MessageKey; value: unknown }

async function insertAll(
  database: Database,
  collection: string,
  entries: NewMessage[],
  fence: RowDeps['fence'],
): Promise<void> {
  if (entries.length === 0) return
  const values = [
    collection,
    entries.map(({ key }) => key.channel),
    entries.map(({ key }) => key.ts),
    entries.map(({ value }) => JSON.stringify(value)),
  ]
  await write(database, { text: insertMessages, values }, { fence, expected: entries.length })
}

async function insertSingly(
  insert: (entries: NewMessage[]) => Promise<void>,
  entries: NewMessage[],
): Promise<RefusedRecord[]> {
  const refused: RefusedRecord[] = []
  for (const entry of entries) {
    try {
      await insert([entry])
    } catch (error) {
      if (!isRefusedForContent(error)) throw error
      refused.push({ key: entry.key, reason: error.message })
    }
  }
  return refused
}

/**
 * SQLSTATE classes that blame the values of a statement: cardinality, data, constraints, check options, and limits of size. Every other
 * class, such as a full disk or a server that only reads, ends without a change of the values.
 */
const contentClasses = new Set(['21', '22', '23', '44', '54'])

function isRefusedForContent(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && contentClasses.has(error.code?.slice(0, 2) ?? '')
}

type Statements = { place: string[]; find: string; insert: string; update: string; remove: string }

/** `refuse` returns the error if a damaged row must not be replaced. */
type StoredValues<T> = { check(value: unknown): Checked<T>; refuse?: (why: string) => Error }

async function change<T>(
  database: Database,
  statements: Statements,
  values: StoredValues<T>,
  next: (current: T | undefined) => T | undefined,
  fence: RowDeps['fence'],
): Promise<T | undefined> {
  const { place, find } = statements
  for (let tries = 0; tries < maxTries; tries++) {
    const { before, version, isDamaged } = await readRow(database, statements, values)
    const after = next(before)
    if (after === before) return before
    if (isDamaged) await setAside(database, { find, values: place, of: place })
    const { rowCount } = await write(database, writeOf(statements, version, after), { fence, expected: 1 })
    // One changed row means that no other process changed the record after it was read.
    if (rowCount !== 1) continue
    // The damage is over, because its value was replaced.
    if (isDamaged) values.check(after)
    return after
  }
  throw new Error(`Other processes change a record of ${place[0]} all the time.`)
}

async function readRow<T>(
  database: Database,
  { place, find }: Statements,
  { check, refuse }: StoredValues<T>,
): Promise<{ before: T | undefined; version: string | undefined; isDamaged: boolean }> {
  const [row] = rowsFound.parse((await database.query(find, place)).rows)
  if (row === undefined) return { before: undefined, version: undefined, isDamaged: false }
  const { value, why } = check(row.value)
  if (why !== undefined && refuse !== undefined) throw refuse(why)
  return { before: value, version: row.version, isDamaged: why !== undefined }
}

type Write = { text: string; values: unknown[] }

/** Returns the statement that replaces the value, if the row still has this version. Without a version, there was no row. */
function writeOf(
  { place, insert, update, remove }: Statements,
  version: string | undefined,
  after: unknown,
): Write {
  if (version === undefined) return { text: insert, values: [...place, JSON.stringify(after)] }
  if (after === undefined) return { text: remove, values: [...place, version] }
  return { text: update, values: [...place, version, JSON.stringify(after)] }
}

/**
 * Runs a write that has a condition. With `fence`, throws FencedError if this process does not lead. A write that changes fewer rows than
 * `expected` may have been refused because of the fence.
 */
async function write(
  database: Database,
  { text, values }: Write,
  { fence, expected }: { fence: RowDeps['fence']; expected: number },
): Promise<{ rowCount: number }> {
  if (fence === undefined) return database.query(text, values)
  const held = heldFence(`$${values.length + 1}`, `$${values.length + 2}`)
  const conditional = text.replace(' where ', ' where exists (select 1 from held) and ')
  const lease = [onlyAccount, fence() ?? -1n]
  const written = await database.query(`with held as (${held}) ${conditional}`, [...values, ...lease])
  if (written.rowCount >= expected) return written
  const { rowCount } = await database.query(heldFence('$1', '$2'), lease)
  if (rowCount === 0) throw new FencedError('Another process leads. This process has changed nothing.')
  return written
}
