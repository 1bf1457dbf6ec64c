import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { z } from 'zod'

/**
 * The stores that earlier versions left in `test/frozen`, with the worlds around them. The README of each says how they were made. Their content
 * is read here without any code of the stores, so that the tests can compare what the present code reads with what is there.
 */

/** A folder of `test/frozen`. */
export type FrozenName = '0.2' | '2026-11-28' | '2026-11-28-b' | '2026-11-28-c'

const pathOf = (frozen: FrozenName, name: string) => join(import.meta.dirname, '..', 'frozen', frozen, name)
/** The text of one of the files. */
export const frozenText = (frozen: FrozenName, name: string) => readFileSync(pathOf(frozen, name), 'utf8')
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** `records` are by collection. The key of a message is its channel and `ts`, and that of a checkpoint its subscription and alert. */
export type FrozenStore = {
  records: Record<string, Record<string, unknown>>
  messages: Record<string, Record<string, unknown>>
  checkpoints: Record<string, unknown>
  decisions: unknown[]
}

const json = z.record(z.string(), z.unknown())
const line = z.object({ ts: z.string(), value: z.unknown().optional() })
const checkpointFile = z.object({ subscription: z.string(), alert: z.string(), checkpoint: z.unknown() })

/** Copies the data folder to a path. */
export function copyFrozenFolder(to: string, frozen: FrozenName = '0.2'): void {
  cpSync(pathOf(frozen, 'folder'), to, { recursive: true })
  if (hasRecordsFile(frozen)) restore(join(to, 'records.sqlite'), frozen, 'records.sql').close()
}

const hasRecordsFile = (frozen: FrozenName) => existsSync(pathOf(frozen, 'records.sql'))

export function readFrozenFolder(frozen: FrozenName = '0.2'): FrozenStore {
  const store: FrozenStore = { records: {}, messages: {}, checkpoints: {}, decisions: [] }
  for (const path of filesIn(pathOf(frozen, 'folder')))
    addFile(store, path, frozenText(frozen, join('folder', path)))
  if (hasRecordsFile(frozen)) addRecords(store, frozen)
  return store
}

const sqliteRow = z.object({ name: z.string(), key: z.string(), value: z.string() })

function addRecords(store: FrozenStore, frozen: FrozenName): void {
  const file = restore(':memory:', frozen, 'records.sql')
  const rows = (query: string) =>
    file
      .prepare(query)
      .all()
      .map((row) => sqliteRow.parse(row))
      .map(({ name, key, value }) => ({ name, key, value: JSON.parse(value) }))
  store.records = named(rows('select collection as name, key, value from records'))
  store.messages = named(rows(`select collection as name, channel || ' ' || ts as key, value from messages`))
  const decisions = rows(`select '' as name, '' as key, entry as value from decisions order by at, number`)
  store.decisions = decisions.map(({ value }) => value)
  file.close()
}

/** Makes `mentions.sqlite` of the own mention service at a path. */
export function restoreFrozenMentions(file: string, frozen: FrozenName): void {
  restore(file, frozen, 'mentions.sql').close()
}

function restore(file: string, frozen: FrozenName, name: 'mentions.sql' | 'records.sql'): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec(`BEGIN; ${frozenText(frozen, name)} COMMIT`)
  return database
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => statSync(join(folder, name)).isFile()).toSorted()
}

function addFile(store: FrozenStore, path: string, text: string): void {
  const [name = '', channel = ''] = path.replace(/\.json$/, '').split('/')
  if (name === 'checkpoints') {
    const { subscription, alert, checkpoint } = checkpointFile.parse(JSON.parse(text))
    store.checkpoints[`${subscription} ${alert}`] = checkpoint
  } else if (name === 'decisions') store.decisions.push(...linesOf(text).map((one) => JSON.parse(one)))
  else if (path.endsWith('.json'))
    store.records[name] = { ...store.records[name], ...json.parse(JSON.parse(text)) }
  else if (path.endsWith('.jsonl')) {
    const kept = store.messages[name] ?? {}
    store.messages[name] = kept
    for (const { ts, value } of linesOf(text).map((one) => line.parse(JSON.parse(one))))
      if (value === undefined) delete kept[`${channel} ${ts}`]
      else kept[`${channel} ${ts}`] = value
  }
}

type Row = { name: string; key: string; value: unknown }

const named = (found: Row[]) =>
  Object.fromEntries(
    [...Map.groupBy(found, ({ name }) => name)].map(([name, list]) => [
      name,
      Object.fromEntries(list.map(({ key, value }) => [key, value])),
    ]),
  )

/** Loads the dump into an empty database. */
export async function restoreFrozenDatabase(url: string, frozen: FrozenName = '0.2'): Promise<void> {
  await withClient(url, (client) => client.query(frozenText(frozen, 'database.sql')))
}

/** Reads a database that has nothing but the dump. */
export function readFrozenDatabase(url: string): Promise<FrozenStore> {
  return withClient(url, async (client) => {
    const rows = async (query: string) => (await client.query<Row>(query)).rows
    const { checkpoints = {} } = named(
      await rows(
        `select 'checkpoints' as name, subscription || ' ' || alert as key, checkpoint as value from overheard.checkpoints`,
      ),
    )
    return {
      records: named(await rows('select collection as name, key, value from overheard.records')),
      messages: named(
        await rows(`select collection as name, channel || ' ' || ts as key, value from overheard.messages`),
      ),
      checkpoints,
      decisions: (await rows('select entry as value from overheard.decisions order by at, number')).map(
        ({ value }) => value,
      ),
    }
  })
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Every optional field, list and word that a store must have, such as `reminders(watch-call).stage = group`. */
export const frozenKinds = (frozen: FrozenName) => linesOf(frozenText(frozen, 'kinds.txt'))

/**
 * The kinds of `frozenKinds` that a store does not have. A kind is a path: `.field`, `[]` for any entry of a list, `{}` for any value by a key, and
 * `(a|b)` for the values whose `kind`, `rule` or `by` is one of these words. `PATH: TYPE` says that the values of TYPE are at PATH, too.
 */
export function missingKinds(
  kinds: string[],
  { records, messages, checkpoints, decisions }: FrozenStore,
): string[] {
  const places = kinds.flatMap((kind) => {
    const [path, type, ...rest] = kind.split(': ')
    return path !== undefined && type !== undefined && rest.length === 0 ? [{ path, type }] : []
  })
  const known = new Map<string, unknown[]>([
    ...Object.entries({ ...records, ...messages, checkpoints }).map(
      ([name, values]) => [name, Object.values(values)] as [string, unknown[]],
    ),
    ['decisions', decisions],
  ])
  function rootOf(name: string): unknown[] {
    const found =
      known.get(name) ?? places.filter(({ type }) => type === name).flatMap(({ path }) => valuesAt(path))
    known.set(name, found)
    return found
  }
  function valuesAt(path: string): unknown[] {
    const [root = '', ...steps] = path.match(/^[\w-]+|\.\w+|\[\]|\{\}|\([^)]*\)/g) ?? []
    return steps.reduce((values, step) => values.flatMap((value) => below(value, step)), rootOf(root))
  }
  return kinds.filter((kind) => {
    const [path = '', word] = (kind.split(': ')[0] ?? '').split(' = ')
    return !valuesAt(path).some((value) => word === undefined || value === word)
  })
}

function below(value: unknown, step: string): unknown[] {
  if (step === '[]') return Array.isArray(value) ? value : []
  if (typeof value !== 'object' || value === null) return []
  if (step === '{}') return Object.values(value)
  const fields = new Map<string, unknown>(Object.entries(value))
  if (step.startsWith('.')) return fields.has(step.slice(1)) ? [fields.get(step.slice(1))] : []
  const words = step.slice(1, -1).split('|')
  return ['kind', 'rule', 'by'].some((key) => words.some((word) => word === fields.get(key))) ? [value] : []
}
