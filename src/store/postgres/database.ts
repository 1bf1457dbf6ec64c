import pg from 'pg'

/** What a query brought back. */
type Rows = { rows: unknown[]; rowCount: number }

/** The connection to PostgreSQL: one statement at a time, no transaction that outlasts one. */
export type Database = {
  /** Runs one statement (or several without values, as one transaction). Rejects where the database cannot be reached or refuses it. */
  query(text: string, values?: unknown[]): Promise<Rows>
  /** How often a connection broke, or a statement failed, so far. */
  breaks(): number
  close(): Promise<void>
}

/** Small plans of hosted databases allow 20 connections in all; so several processes fit. */
const mostConnections = 5
/** A statement or a connection that takes longer is given up, in ms: a turn must fail rather than hang. */
const longestWait = 5000

/**
 * A pool of connections to `url`. One that breaks is replaced by the next statement, so a restart of the server costs the statements
 * of that moment only.
 */
export function connectDatabase(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: longestWait,
    query_timeout: longestWait,
    keepAlive: true,
    application_name: 'overheard',
  })
  let breaks = 0
  const broke = () => void breaks++
  // An idle connection that breaks is an event; without a listener it would end the process. Its successor's failure is told.
  pool.on('error', broke)
  return {
    async query(text, values) {
      const running = pool.query(text, values)
      running.catch(broke)
      // A text of several statements has as many results, which the types of pg do not tell.
      const results = [await running].flat()
      return { rows: results.flatMap(({ rows }) => rows), rowCount: results.at(-1)?.rowCount ?? 0 }
    },
    breaks: () => breaks,
    close: () => pool.end(),
  }
}

/** How long a database is waited for that is not there yet or restarts, and how often it is asked, in ms. */
const longestConnectMs = 30_000
const askAgain = 500

/** The database refuses us, or has no such name: a matter of settings, which waiting does not help. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError'
}

/** The database is away for longer than a restart takes. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError'
}

/** `tell` is called once, with what is wrong, where the first try fails: half a minute of silence looks like a hang. */
type Waiting = {
  now: () => number
  sleep: (ms: number) => Promise<void>
  tell?: (what: string) => void
}

/**
 * Tries something on a database until it works: several processes and the server itself may be starting at the same moment. Throws
 * DatabaseAwayError after `forMs`, and DatabaseRefusedError at once.
 */
export async function connectWithRetry<Result>(
  attempt: () => Promise<Result>,
  { now, sleep, tell: notify }: Waiting,
  forMs = longestConnectMs,
): Promise<Result> {
  const end = now() + forMs
  let told = false
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (isForGood(error)) throw new DatabaseRefusedError(sentence(error), { cause: error })
      if (now() >= end) throw new DatabaseAwayError(sentence(error), { cause: error })
      if (!told) notify?.(`${sentence(error)} It is tried again for ${forMs / 1000} s.`)
      told = true
      await sleep(askAgain)
    }
  }
}

/**
 * Classes 28 (refused), 3D (no such database) and 42 (no right, wrong statement) of PostgreSQL's codes, names that do not resolve, and a
 * server without the encryption that its address asks for.
 */
function isForGood(error: unknown): boolean {
  if (lacksEncryption(error)) return true
  if (!(error instanceof Error && 'code' in error)) return false
  return /^(28|3D|42)/.test(String(error.code)) || error.code === 'ENOTFOUND'
}

/** Whether the address asks for an encryption that the server does not have; pg says so in words only. */
export const lacksEncryption = (error: unknown) =>
  error instanceof Error && error.message.includes('does not support SSL')

/** A host of several addresses fails with an error for each of them, and without a sentence of its own. */
function sentence(error: unknown): string {
  const [first = error]: unknown[] = error instanceof AggregateError ? error.errors : []
  const reason = first instanceof Error ? first.message : String(first)
  return `DATABASE_URL: the database cannot be used: ${reason}.${hintAt(reason)}`
}

/** Hosted databases often want encryption, with a certificate that nobody has signed. */
function hintAt(reason: string): string {
  return /no encryption|self-signed/i.test(reason) ? ' Add ?sslmode=no-verify to its address.' : ''
}
