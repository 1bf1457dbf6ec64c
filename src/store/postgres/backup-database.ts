import pg from 'pg'
import { z } from 'zod'
import type { TableRows } from '../backup/backup-file.ts'
import { newer, tables } from './migrations.ts'

/**
 * These tables are not part of a backup: the versions follow from the version of the data, and the others are what running processes note
 * about the present.
 */
const leftOut = ['migrations', 'copied', 'rate_limits', 'processes', 'shards']

/** So many rows are read with one statement, and are one line of a backup. */
const rowsPerLine = 200

const namesSchema = z.array(z.object({ name: z.string() }))
const versionSchema = z.tuple([z.object({ version: z.number() })])

export type OpenedCopy = {
  version: number
  lines: AsyncGenerator<TableRows>
  close(): Promise<void>
}

/**
 * Opens the tables in a schema as they are at this moment, also while bots write, and changes nothing. Returns undefined if there are none.
 * Rejects if the database fails, and with NewerDatabaseError if a newer version has written it.
 */
export async function readTables(url: string, schema = 'overheard'): Promise<OpenedCopy | undefined> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'overheard backup',
  })
  // The statement that fails reports a broken connection.
  client.on('error', () => undefined)
  await client.connect()
  const close = () => client.end()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query('select to_regclass($1) as name', [`${schema}.migrations`])
    if (rows[0]?.name === null) {
      await close()
      return undefined
    }
    const found = await client.query(`select coalesce(max(version), 0) as version from ${schema}.migrations`)
    const [{ version }] = versionSchema.parse(found.rows)
    if (version > tables.length) throw newer(version, tables.length)
    return { version, lines: linesOf(client, schema), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function* linesOf(client: pg.Client, schema: string): AsyncGenerator<TableRows> {
  const found = await client.query(
    'select tablename as name from pg_tables where schemaname = $1 and tablename <> all ($2) order by tablename',
    [schema, leftOut],
  )
  for (const { name } of namesSchema.parse(found.rows)) {
    const columns = await columnsOf(client, `${schema}.${name}`)
    const listed = columns.map((column) => `${client.escapeIdentifier(column)}::text`).join(', ')
    await client.query(
      `declare one no scroll cursor for select ${listed} from ${schema}.${client.escapeIdentifier(name)}`,
    )
    for (;;) {
      const { rows } = await client.query<(string | null)[]>({
        text: `fetch ${rowsPerLine} from one`,
        rowMode: 'array',
      })
      if (rows.length > 0) yield { table: name, columns, rows }
      if (rows.length < rowsPerLine) break
    }
    await client.query('close one')
  }
}

/** Leaves out `writer`: each transaction that writes a row sets it. */
async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attname <> 'writer' order by attnum`,
    [table],
  )
  return namesSchema.parse(rows).map(({ name }) => name)
}
