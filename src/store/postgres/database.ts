import { retry } from '@overheard/base/backoff'
import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import pg from 'pg'
import type { Rows } from '../sql/dialect.ts'

export type Database = {
  /**
   * Runs one statement, or several statements without values as one transaction. Rejects if the database refuses, or if it does not answer
   * within `timeoutMs`, which is 5 s by default.
   */
  query(text: string, values?: unknown[], timeoutMs?: Ms): Promise<Rows>
  breaks(): number
  close(): Promise<void>
}

/** The main pool of a process opens at most this many connections, because small hosted databases allow few in all. */
const maxConnectionsPerProcess = 4
/** Reads for people have a pool of their own with this many connections, so they never take the connections that posting needs. */
export const readerConnections = 2
const queryTimeoutMs = 5000

/** `name` is the name of the connections. Triggers announce changes with it. */
export function connectDatabase(
  url: string,
  maxConnections = maxConnectionsPerProcess,
  name = 'overheard',
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: queryTimeoutMs,
    keepAlive: true,
    application_name: name,
  })
  let breaks = 0
  const broke = () => void breaks++
  // Without a listener, the error of a broken idle connection would end the process. A failed statement is reported to its caller.
  pool.on('error', broke)
  return {
    async query(text, values, timeoutMs = queryTimeoutMs) {
      const statement = { text, query_timeout: timeoutMs, ...defined({ values }) }
      const running = pool.query(statement)
      running.catch(broke)
      // Several statements have several results. The types of pg do not describe this.
      const results = [await running].flat()
      return { rows: results.flatMap(({ rows }) => rows), rowCount: results.at(-1)?.rowCount ?? 0 }
    },
    breaks: () => breaks,
    close: () => pool.end(),
  }
}

/** While the database starts or restarts, a connection is retried for `connectForMs`, every `connectRetryMs` ms. */
const connectForMs = 30_000
const connectRetryMs = 500

export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError'
}

/** Locks and LISTEN do not work with this database address. */
export class NoSessionError extends Error {
  override readonly name = 'NoSessionError'
}

/** A newer version of Overheard has written the database. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError'
}

/** `warn` is called once with the problem if the first attempt fails, because 30 s of silence look like a hang. */
type Waiting = {
  now: () => Time
  sleep: (ms: Ms) => Promise<void>
  warn?: (what: string) => void
}

/**
 * Retries `attempt` until it works, because several processes and the server may start at the same moment. Throws DatabaseAwayError after
 * `forMs`. Throws DatabaseRefusedError at once if a retry cannot help.
 */
export function connectWithRetry<Result>(
  attempt: () => Promise<Result>,
  { now, sleep, warn: notify }: Waiting,
  forMs = connectForMs,
): Promise<Result> {
  const end = now() + forMs
  const waitAfter = (error: unknown, failures: number) => {
    if (isForGood(error)) throw new DatabaseRefusedError(sentence(error), { cause: error })
    if (now() >= end) throw new DatabaseAwayError(sentence(error), { cause: error })
    if (failures === 1) notify?.(`${sentence(error)} Retrying for ${forMs / 1000} s.`)
    return connectRetryMs
  }
  return retry(attempt, waitAfter, sleep)
}

/**
 * A retry cannot help after PostgreSQL's error classes 28 (refused), 3D (no such database) and 42 (no permission, wrong statement), if the
 * host name does not resolve, if the server lacks the requested encryption, if a pooler changes the connections, or if a newer version has
 * written the database.
 */
function isForGood(error: unknown): boolean {
  if (lacksEncryption(error) || error instanceof NoSessionError || error instanceof NewerDatabaseError)
    return true
  if (!(error instanceof Error && 'code' in error)) return false
  return /^(28|3D|42)/.test(String(error.code)) || error.code === 'ENOTFOUND'
}

export const lacksEncryption = (error: unknown) =>
  error instanceof Error && error.message.includes('does not support SSL')

function sentence(error: unknown): string {
  const [first = error]: unknown[] = error instanceof AggregateError ? error.errors : []
  const reason = first instanceof Error ? first.message : String(first)
  const hint =
    first instanceof NoSessionError
      ? ` ${sessionAdvice}`
      : first instanceof NewerDatabaseError
        ? ` ${newerAdvice}`
        : hintAt(reason)
  return `DATABASE_URL: the database cannot be used: ${reason}.${hint}`
}

export const sessionAdvice =
  'Set pool_mode of the pooler to session, or set DATABASE_URL to the address of PostgreSQL itself.'

export const newerAdvice =
  'Run the newer version. To stay with this one, restore a backup from before the update (docs/run/upgrade.md, "Going back").'

/** Returns a hint about encryption, because hosted databases often demand encryption with a self-signed certificate. */
function hintAt(reason: string): string {
  if (!/no encryption|self-signed/i.test(reason)) return ''
  return ' Add ?sslmode=verify-full&sslrootcert=FILE to its address, with the certificate of its provider; ?sslmode=no-verify encrypts too, but does not check who answers.'
}
