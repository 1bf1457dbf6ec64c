import { expect, it } from 'vitest'
import { checkDatabase } from '../../../src/cli/doctor/local-checks.ts'
import { connectDatabase } from '../../../src/store/postgres/database.ts'
import { applyMigrations } from '../../../src/store/postgres/migrations.ts'
import { useDatabases } from '../../tools/databases.ts'

/** The doctor's checks of a real PostgreSQL. */

const databases = useDatabases()

/** Runs a statement as the owner of the database. */
async function change(url: string, sql: string): Promise<void> {
  const database = connectDatabase(url)
  await database.query(sql).finally(() => database.close())
}

function changed(
  url: string,
  change: Partial<Pick<URL, 'host' | 'password' | 'pathname' | 'search' | 'username'>>,
) {
  return Object.assign(new URL(url), change).href
}

/** Creates a user without any rights; returns the address with that user. */
async function stranger(url: string): Promise<string> {
  const username = `stranger_${new URL(url).pathname.slice(6)}`
  await change(url, `create role ${username} login password 'secret-of-a-stranger'`)
  return changed(url, { username, password: 'secret-of-a-stranger' })
}

/** The first finding after "The database answers." */
async function told(url: string) {
  const findings = await checkDatabase(url)
  for (const { what } of findings) expect(what).not.toContain('secret-of')
  return findings.at(-1)
}

it('the doctor finds no fault in database tables of this version', async () => {
  const { url } = await databases.fresh()
  expect(await checkDatabase(url)).toEqual([
    { level: 'fine', what: 'The database answers.' },
    { level: 'fine', what: 'Its tables are up to date.' },
  ])
})

it('the doctor says that the next start creates the tables of an empty database and updates older ones', async () => {
  const url = await databases.empty()
  const told = { level: 'fine', what: 'The next start creates or updates its tables.' }
  expect(await checkDatabase(url)).toContainEqual(told)
  const { url: older } = await databases.fresh()
  await change(older, 'delete from overheard.migrations where version > 1')
  expect(await checkDatabase(older)).toContainEqual(told)
})

it('the doctor creates no tables in an empty database', async () => {
  const url = await databases.empty()
  await checkDatabase(url)
  await expect(change(url, 'select * from overheard.migrations')).rejects.toThrow('does not exist')
})

it('the doctor reports data of a newer version of Overheard in the database, which the start refuses', async () => {
  const { url } = await databases.fresh()
  await change(url, 'insert into overheard.migrations (version) values (1001)')
  expect(await told(url)).toEqual({
    level: 'fault',
    what: 'A newer version of Overheard has written it, so this version does not start on it.',
    whatToDo: expect.stringMatching(/^Run the newer version\./),
  })
})

it.each([
  [
    'a wrong database password',
    (url: string) => changed(url, { password: 'secret-of-nobody' }),
    /password authentication failed for user "postgres"/,
    /^Correct user and password/,
  ],
  [
    'a missing database',
    (url: string) => changed(url, { pathname: '/nowhere' }),
    /database "nowhere" does not exist/,
    /^Create the database \(createdb\)/,
  ],
  [
    'encryption that the server does not support',
    (url: string) => changed(url, { search: '?sslmode=no-verify' }),
    /does not support SSL/,
    /^Remove sslmode from/,
  ],
  [
    'a database port on which nothing listens',
    (url: string) => changed(url, { host: '127.0.0.1:9' }),
    /ECONNREFUSED/,
    /^Start PostgreSQL, or correct host and port/,
  ],
])('the doctor names the remedy for %s', async (_what, wrong, what, whatToDo) => {
  const { url } = await databases.fresh()
  expect(await told(wrong(url))).toEqual({
    level: 'fault',
    what: expect.stringMatching(what),
    whatToDo: expect.stringMatching(whatToDo),
  })
})

it('the doctor names the remedy for a database host name that does not resolve', async () => {
  const failure = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere'), { code: 'ENOTFOUND' })
  const query = () => Promise.reject(failure)
  expect(
    await checkDatabase('postgres://nowhere', () => ({
      query,
      breaks: () => 1,
      close: async () => undefined,
    })),
  ).toEqual([
    {
      level: 'fault',
      what: 'DATABASE_URL: the database cannot be used: getaddrinfo ENOTFOUND nowhere.',
      whatToDo: 'Correct the host in DATABASE_URL.',
    },
  ])
})

it('the doctor names the right that the database user lacks, and an SQL statement that grants it', async () => {
  const url = await databases.empty()
  const theirs = await stranger(url)
  const lacking = await told(theirs)
  expect(lacking).toMatchObject({
    level: 'fault',
    what: expect.stringMatching(/^The user stranger_\w+ may not/),
  })
  await change(url, lacking?.whatToDo?.replace('As its owner: ', '') ?? '')
  expect(await told(theirs)).toMatchObject({ level: 'fine' })
  const database = connectDatabase(theirs)
  await applyMigrations(database).finally(() => database.close())
})

it('the doctor reports database tables that belong to another user', async () => {
  const { url } = await databases.fresh()
  expect(await told(await stranger(url))).toEqual({
    level: 'fault',
    what: expect.stringContaining('permission denied for schema overheard'),
    whatToDo: expect.stringContaining('the owner of the schema overheard'),
  })
})

it('the doctor reports a database server that accepts no writes', async () => {
  const { url } = await databases.fresh({ alters: true })
  await change(
    url,
    `alter database "${new URL(url).pathname.slice(1)}" set default_transaction_read_only = on`,
  )
  expect(await told(url)).toMatchObject({ level: 'fault', whatToDo: expect.stringContaining('primary') })
})
