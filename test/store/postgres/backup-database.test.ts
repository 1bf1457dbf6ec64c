import { systemClocks } from '@overheard/base/clock'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { TableRows } from '../../../src/store/backup/backup-file.ts'
import { readTables } from '../../../src/store/postgres/backup-database.ts'
import { connectDatabase } from '../../../src/store/postgres/database.ts'
import { createLease } from '../../../src/store/postgres/leases.ts'
import { applyMigrations, copiesOf, pruneCopies, tables } from '../../../src/store/postgres/migrations.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import { prepareTables } from '../../../src/store/postgres/restore-database.ts'
import { openSession } from '../../../src/store/postgres/session.ts'
import { useDatabases } from '../../tools/databases.ts'
import { restoreFrozenDatabase } from '../../tools/frozen-stores.ts'

const databases = useDatabases()
const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }
const now = Date.parse('2026-11-23T09:00:00Z')
const aside = 'overheard_before_restore_20261123090000000'

/** A database with everything that version 0.2 stored, upgraded by default. */
async function filled({ upgraded = true } = {}): Promise<string> {
  const url = await databases.empty()
  await restoreFrozenDatabase(url)
  if (upgraded) await applyMigrations(connected(url))
  return url
}

function connected(url: string) {
  const database = connectDatabase(url)
  onTestFinished(() => database.close())
  return database
}

async function linesOf(url: string, schema?: string): Promise<{ version: number; lines: TableRows[] }> {
  const found = await readTables(url, schema)
  if (found === undefined) throw new Error('there are no tables')
  const { version, lines, close } = found
  const read = await Array.fromAsync(lines)
  await close()
  return { version, lines: read }
}

async function* each(lines: TableRows[]): AsyncGenerator<TableRows> {
  yield* lines
}

async function restore(
  url: string,
  { version, lines }: Awaited<ReturnType<typeof linesOf>>,
  replace = false,
) {
  const { commit } = await prepareTables(url, each(lines), { version, replace, now })
  return commit()
}

/** All rows of the tables that a backup has, without the lease. */
const contentOf = async (url: string) =>
  (await linesOf(url)).lines
    .filter(({ table }) => table !== 'leases')
    .map(({ table, columns, rows }) => ({ table, columns, rows: rows.map((row) => row.join()).toSorted() }))

describe('a backup of the database', () => {
  it.each([
    ['the present version', { upgraded: true }, tables.length],
    ['version 0.2', { upgraded: false }, 3],
  ])('of %s is restored with every row, and can be used', async (_, options, version) => {
    const [from, to] = [await filled(options), await databases.empty()]
    const backup = await linesOf(from)
    expect(backup.version).toBe(version)
    expect(new Set(backup.lines.map(({ table }) => table)).size).toBeGreaterThanOrEqual(5)
    expect(await restore(to, backup)).toBeUndefined()
    expect(await contentOf(to)).toEqual(await contentOf(from))
    await openDatabaseStore(connected(to), deps)
  })

  it('has the rows of one moment, while others write', async () => {
    const url = await filled()
    const found = await readTables(url)
    const database = connected(url)
    await database.query(
      "insert into overheard.records (collection, key, value) values ('written-meanwhile', 'a', '1')",
    )
    await database.query('delete from overheard.checkpoints')
    const lines = await Array.fromAsync(found?.lines ?? [])
    await found?.close()
    expect(lines.some(({ table }) => table === 'checkpoints')).toBe(true)
    expect(JSON.stringify(lines).includes('written-meanwhile')).toBe(false)
  })

  it('keeps the characters and numbers of a record as they were stored', async () => {
    const [from, to] = [await databases.empty(), await databases.empty()]
    const store = await openDatabaseStore(connected(from), deps)
    const odd = store.collection('odd', z.string())
    await odd.put('a', 'NUL \u0000, \u2028, 😀, \\ " and , {}')
    await connected(from).query(
      `insert into overheard.records (collection, key, value) values ('raw', 'b', '{"10":1,"2":12345678901234567890}')`,
    )
    await restore(to, await linesOf(from))
    const restored = await openDatabaseStore(connected(to), deps)
    expect(await restored.collection('odd', z.string()).find('a')).toBe(
      'NUL \u0000, \u2028, 😀, \\ " and , {}',
    )
    const { rows } = await connected(to).query(
      "select value::text as text from overheard.records where key = 'b'",
    )
    expect(rows).toEqual([{ text: '{"10":1,"2":12345678901234567890}' }])
  })

  it('gives no version and no number of a row twice after a restore', async () => {
    const [from, to] = [await filled(), await databases.empty()]
    await restore(to, await linesOf(from))
    const database = connected(to)
    const { rows } = await database.query(`
      with one as (insert into overheard.records (collection, key, value) values ('new', 'a', '1') returning version),
        two as (insert into overheard.decisions (at, subscription, alert, mention, entry) values (1, '', '', '', '1') returning number)
      select one.version > (select max(version) from overheard.messages) and one.version > (select max(version) from overheard.records) as version,
        two.number > (select max(number) from overheard.decisions) as number from one, two`)
    expect(rows).toEqual([{ version: true, number: true }])
  })

  it('gives the lease to nobody, under a fence that no process had before, so that the next leader trusts no checkpoint', async () => {
    const url = await filled()
    const database = connected(url)
    await database.query(
      "update overheard.leases set owner = 'gone', last_owner = 'gone', renewed_at = overheard.now_ms(), fence = 5",
    )
    const backup = await linesOf(url)
    await database.query('update overheard.leases set fence = 7000000000')
    await restore(url, backup, true)
    const { rows } = await database.query(
      'select owner, last_owner, fence > 7000000000 as higher from overheard.leases',
    )
    expect(rows).toEqual([{ owner: null, last_owner: null, higher: true }])
    const session = openSession(url, { self: 'gone', ...systemClocks })
    onTestFinished(session.close)
    const lease = createLease(session, {
      self: 'gone',
      limitKey: 'x',
      requests: () => [],
      learn: () => undefined,
    })
    expect(await lease.take()).toMatchObject({ checkpoints: 'unsure' })
  })

  it('is not restored while a process runs, and nothing changes', async () => {
    const url = await filled()
    const before = await contentOf(url)
    const session = openSession(url, { self: 'p', ...systemClocks, begin: (query) => lease.lockAgain(query) })
    const lease = createLease(session, {
      self: 'p',
      limitKey: 'x',
      requests: () => [],
      learn: () => undefined,
    })
    await session.query('select 1')
    const backup = await linesOf(url)
    await expect(restore(url, backup, true)).rejects.toThrow(
      'A bot is working on the database. Stop all bots',
    )
    await session.close()
    expect(await contentOf(url)).toEqual(before)
    expect(await restore(url, backup, true)).toBe(aside)
  })

  it('is not restored while a process of version 0.2 runs', async () => {
    const url = await filled({ upgraded: false })
    await connected(url).query(
      "insert into overheard.processes values ('old', 0, overheard.now_ms(), false, 0, 0, 0) on conflict do nothing",
    )
    await expect(restore(url, await linesOf(url), true)).rejects.toThrow('A bot is working on the database')
  })

  it('replaces other data only if that is asked for, and moves it to a schema that is kept for some time', async () => {
    const [from, url] = [await filled(), await databases.empty()]
    const store = await openDatabaseStore(connected(url), deps)
    await store.collection('some', z.number()).put('a', 1)
    const before = await contentOf(url)
    const backup = await linesOf(from)
    await expect(restore(url, backup)).rejects.toThrow('The database has data of Overheard. With --replace')
    expect(await contentOf(url)).toEqual(before)
    expect(await restore(url, backup, true)).toBe(aside)
    expect(await contentOf(url)).toEqual(await contentOf(from))
    // The schema of before is itself a copy that can be restored.
    const copy = await linesOf(url, aside)
    const again = await databases.empty()
    await restore(again, copy)
    expect(await contentOf(again)).toEqual(before)
    const database = connected(url)
    expect(await copiesOf(database)).toEqual([aside])
    await pruneCopies(database, Date.now() - 60_000)
    expect(await copiesOf(database)).toEqual([aside])
    await pruneCopies(database, Date.now() + 60_000)
    expect(await copiesOf(database)).toEqual([])
  })

  it('restores the copy that an upgrade has made', async () => {
    const url = await filled({ upgraded: false })
    const before = await contentOf(url)
    await applyMigrations(connected(url))
    const copy = await linesOf(url, 'overheard_version_3')
    expect(copy.version).toBe(3)
    await restore(url, copy, true)
    expect(await contentOf(url)).toEqual(before)
  })

  it('of a newer version is not made, and rows of unknown columns are refused before anything is stored', async () => {
    const url = await filled()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('insert into overheard.migrations (version) values (99)')
    await client.end()
    await expect(readTables(url)).rejects.toThrow('a newer version of Overheard has written its data')
    const empty = await databases.empty()
    const lines = [{ table: 'records', columns: ['collection', 'colour'], rows: [['a', 'b']] }]
    await expect(restore(empty, { version: tables.length, lines })).rejects.toThrow('records.colour')
    expect(await readTables(empty)).toBeUndefined()
  })
})
