import { describe, expect, it, onTestFinished } from 'vitest'
import { connectDatabase, connectWithRetry, type Database } from '../../../src/store/postgres/database.ts'
import {
  applyMigrations,
  copiesOf,
  pruneCopies,
  tables,
  versionOf,
} from '../../../src/store/postgres/migrations.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import { useDatabases } from '../../tools/databases.ts'
import { restoreFrozenDatabase } from '../../tools/frozen-stores.ts'

const databases = useDatabases()
const deps = { now: Date.now, setTimer: () => () => undefined, log: { warn: () => undefined } }
const copied = ['checkpoints', 'records', 'messages', 'decisions', 'latest_decisions']

async function database(isFrozen: boolean): Promise<Database> {
  const url = await databases.empty()
  if (isFrozen) await restoreFrozenDatabase(url)
  const opened = connectDatabase(url)
  onTestFinished(() => opened.close())
  return opened
}

async function rowsOf(of: Database, schema: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const table of copied)
    found[table] = (
      await of.query(`select one::text as row from (select * from ${schema}.${table} order by 1, 2) as one`)
    ).rows
  return found
}

describe('a database of version 0.2', () => {
  it('is copied before its tables are changed, and says where the copy is', async () => {
    const opened = await database(true)
    const version = await versionOf(opened)
    const before = await rowsOf(opened, 'overheard')
    const upgrades: string[] = []
    await openDatabaseStore(opened, deps, { onUpgraded: (what) => upgrades.push(what) })
    expect(await versionOf(opened)).toBe(tables.length)
    const copy = `overheard_version_${version}`
    expect(await copiesOf(opened)).toEqual([copy])
    expect(await rowsOf(opened, copy)).toEqual(before)
    expect(Object.values(before).every((rows) => Array.isArray(rows) && rows.length > 0)).toBe(true)
    expect(upgrades).toEqual([
      `Upgraded the tables in the database. The data of before is in the schema ${copy}.`,
    ])
  })

  it('is upgraded once by three processes that start at the same moment', async () => {
    const opened = await database(true)
    const before = await rowsOf(opened, 'overheard')
    await Promise.all([1, 2, 3].map(() => applyMigrations(opened)))
    expect(await versionOf(opened)).toBe(tables.length)
    const [copy = ''] = await copiesOf(opened)
    expect(await rowsOf(opened, copy)).toEqual(before)
  })

  it('is copied again if the first upgrade ended in the middle', async () => {
    const opened = await database(true)
    const version = await versionOf(opened)
    const breaks = [...tables.slice(0, version), 'select 1 / 0', ...tables.slice(version)]
    await expect(applyMigrations(opened, breaks)).rejects.toThrow('division by zero')
    expect(await versionOf(opened)).toBe(version)
    await opened.query(`insert into overheard.records (collection, key, value) values ('later', 'x', '1')`)
    await applyMigrations(opened)
    const { rows } = await opened.query(
      `select key from overheard_version_${version}.records where collection = 'later'`,
    )
    expect(rows).toEqual([{ key: 'x' }])
  })

  it('loses the copy when it is old', async () => {
    const opened = await database(true)
    await applyMigrations(opened)
    await pruneCopies(opened, Date.now() - 60_000)
    expect(await copiesOf(opened)).toHaveLength(1)
    await pruneCopies(opened, Date.now() + 60_000)
    expect(await copiesOf(opened)).toEqual([])
  })
})

/** A process whose query that `isWhen` accepts waits until `other` has ended. */
function interrupted(
  opened: Database,
  isWhen: (text: string, count: number) => boolean,
  other: () => Promise<unknown>,
) {
  let count = 0
  let hasRun = false
  const process: Database = {
    ...opened,
    async query(text, ...rest) {
      count += 1
      if (!hasRun && isWhen(text, count)) {
        hasRun = true
        await other()
      }
      return opened.query(text, ...rest)
    },
  }
  return { process, hasRun: () => hasRun }
}

it('a new database gets its tables without a copy, whenever a second process starts on it', async () => {
  for (let at = 1; ; at++) {
    const opened = await database(false)
    const copies: unknown[] = []
    const { process, hasRun } = interrupted(
      opened,
      (_text, count) => count === at,
      async () => copies.push(await applyMigrations(opened)),
    )
    copies.push(await applyMigrations(process))
    expect(await copiesOf(opened)).toEqual([])
    if (!hasRun()) break
    expect(copies).toEqual([undefined, undefined])
  }
})

it('a process names no copy if another one has upgraded the database before it could make one', async () => {
  const opened = await database(true)
  const copies: unknown[] = []
  const isCopy = (text: string) => text.includes('create schema overheard_version')
  const { process } = interrupted(opened, isCopy, async () => copies.push(await applyMigrations(opened)))
  copies.push(await applyMigrations(process))
  expect(copies).toEqual([expect.stringMatching(/^overheard_version_/), undefined])
})

it('a database of a newer version is refused for good, before anything is written', async () => {
  const opened = await database(true)
  const version = tables.length + 2
  await opened.query('insert into overheard.migrations (version) values ($1)', [version])
  const schema = async () =>
    (
      await opened.query(`select table_schema, table_name, column_name from information_schema.columns
        where table_schema ~ 'overheard' order by 1, 2, 3`)
    ).rows
  const before = { schema: await schema(), rows: await rowsOf(opened, 'overheard') }
  const attempt = () => openDatabaseStore(opened, deps)
  const refused = connectWithRetry(attempt, { now: () => 0, sleep: () => Promise.reject(new Error('no')) })
  await expect(refused).rejects.toMatchObject({
    name: 'DatabaseRefusedError',
    message: `DATABASE_URL: the database cannot be used: a newer version of Overheard has written its data, which has version ${version}; this program knows up to ${tables.length}. Run the newer version. To stay with this one, restore a backup from before the update (docs/run/upgrade.md, "Going back").`,
  })
  expect({ schema: await schema(), rows: await rowsOf(opened, 'overheard') }).toEqual(before)
})
