import type { Time } from '@overheard/base/time'
import pg from 'pg'
import { z } from 'zod'
import {
  BackupUnusableError,
  type Prepared,
  StoreNotEmptyError,
  type TableRows,
} from '../backup/backup-file.ts'
import { higherFence, lockOutProcesses } from './leases.ts'
import { schemaBeforeRestore, tablesOfVersion } from './migrations.ts'

type Options = {
  /** The version of the data. */
  version: number
  /** Moves the data of before to a schema of its own. */
  replace: boolean
  now: Time
}

const foundSchema = z.tuple([z.object({ found: z.boolean() })])
const lockedSchema = z.tuple([z.object({ locked: z.boolean() })])
const typesSchema = z.array(z.object({ name: z.string(), type: z.string() }))

/**
 * Loads the tables in one transaction, which `commit` ends. No bot may run, and none can start meanwhile. Throws StoreNotEmptyError,
 * BackupUnusableError, or the error of the database.
 */
export async function prepareTables(
  url: string,
  lines: AsyncIterable<TableRows>,
  { version, replace, now }: Options,
): Promise<Prepared> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'overheard restore',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await mustBeAlone(client)
    const fence = await fenceOf(client)
    const copy = await moveAway(client, { replace, now })
    await client.query(tablesOfVersion(version))
    await load(client, lines)
    await finish(client, fence)
    return {
      async commit() {
        await client.query('commit')
        await client.end()
        return copy
      },
      abandon: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Also asks for processes of version 0.2, which have no lock. */
async function mustBeAlone(client: pg.Client): Promise<void> {
  const [{ locked }] = lockedSchema.parse((await client.query(lockOutProcesses)).rows)
  const old = (await isThere(client, 'overheard.processes'))
    ? await ask(
        client,
        'select exists (select from overheard.processes where seen_at > overheard.now_ms() - 10000) as found',
      )
    : false
  if (!locked || old)
    throw new StoreNotEmptyError(
      'A bot is working on the database. Stop all bots, and run this again. Nothing was restored.',
    )
}

const ask = async (client: pg.Client, text: string): Promise<boolean> =>
  foundSchema.parse((await client.query(text)).rows)[0].found

async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as found', [name])
  return foundSchema.parse(rows)[0].found
}

/** A fence of before must not be given to another process. */
async function fenceOf(client: pg.Client): Promise<string> {
  if (!(await isThere(client, 'overheard.leases'))) return '0'
  const { rows } = await client.query<{ fence: string }>(
    'select coalesce(max(fence), 0)::text as fence from overheard.leases',
  )
  return rows[0]?.fence ?? '0'
}

const tablesWithData = ['checkpoints', 'records', 'messages', 'decisions']

async function moveAway(
  client: pg.Client,
  { replace, now }: Pick<Options, 'replace' | 'now'>,
): Promise<string | undefined> {
  if (!(await isThere(client, 'overheard.migrations'))) {
    await client.query('drop schema if exists overheard cascade')
    return undefined
  }
  await client.query('lock table overheard.migrations in access exclusive mode')
  let isEmpty = true
  for (const table of tablesWithData)
    if (await isThere(client, `overheard.${table}`))
      isEmpty &&= !(await ask(client, `select exists (select from overheard.${table}) as found`))
  if (isEmpty) {
    await client.query('drop schema overheard cascade')
    return undefined
  }
  const copy = schemaBeforeRestore(now)
  if (!replace)
    throw new StoreNotEmptyError(
      'The database has data of Overheard. With --replace it is moved to a schema of its own, and replaced.',
    )
  await client.query(
    `alter schema overheard rename to ${copy}; create table ${copy}.copied as select clock_timestamp() as at`,
  )
  return copy
}

async function load(client: pg.Client, lines: AsyncIterable<TableRows>): Promise<void> {
  const types = new Map<string, Map<string, string>>()
  for await (const { table, columns, rows } of lines) {
    const known = types.get(table) ?? (await typesOf(client, table))
    // A migration has put the first rows into some tables.
    if (!types.has(table)) await client.query(`delete from overheard.${client.escapeIdentifier(table)}`)
    types.set(table, known)
    const values = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
    const names = columns.map((column) => client.escapeIdentifier(column))
    const cast = columns.map((column, index) => `one.c${index}::${typeOf(known, table, column)}`).join(', ')
    await client.query(
      `insert into overheard.${client.escapeIdentifier(table)} (${names.join(', ')}) overriding system value
        select ${cast} from unnest(${values}) as one (${columns.map((_, index) => `c${index}`).join(', ')})`,
      columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    )
  }
}

async function typesOf(client: pg.Client, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [`overheard.${client.escapeIdentifier(table)}`],
  )
  return new Map(typesSchema.parse(rows).map(({ name, type }) => [name, type]))
}

function typeOf(types: Map<string, string>, table: string, column: string): string {
  const type = types.get(column)
  if (type !== undefined) return type
  throw new BackupUnusableError(
    `The backup has a column that no database has: ${table}.${column}. Nothing was restored.`,
  )
}

/** Continues the numbers, and gives the lease to nobody, so that the next leader compares all checkpoints with the channels. */
async function finish(client: pg.Client, fence: string): Promise<void> {
  await client.query(`
    select setval('overheard.versions', greatest(1,
      (select max(version) from overheard.records), (select max(version) from overheard.messages)));
    select setval(pg_get_serial_sequence('overheard.decisions', 'number'),
      greatest(1, (select max(number) from overheard.decisions)));`)
  if (!(await isThere(client, 'overheard.leases'))) return
  await client.query(`update overheard.leases set fence = greatest(fence, '${fence}'::bigint)`)
  await client.query(
    `update overheard.leases set fence = ${higherFence}, owner = null, last_owner = null, renewed_at = 0, requests = '[]'`,
  )
}
