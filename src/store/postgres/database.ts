import pg from 'pg'

/** What a query brought back. */
export type Rows = { rows: unknown[]; rowCount: number }

/** The connection to PostgreSQL: one statement at a time, no transaction that outlasts one. */
export type Database = {
  /** Runs one statement (or several without values, as one transaction). Rejects where the database cannot be reached or refuses it. */
  query(text: string, values?: unknown[]): Promise<Rows>
  close(): Promise<void>
}

/** Small plans of hosted databases allow 20 connections in all; so several processes fit. */
const mostConnections = 5
/** A statement or a connection that takes longer is given up, in ms: a turn must fail rather than hang. */
const longestWait = 5000
/** How long an opening process waits for a database that restarts, and how often it asks, in ms. */
const patience = 30_000
const askAgain = 500

/** The database cannot be used: its address, its rights, or it is away for longer than a restart takes. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError'
}

/**
 * Opens a pool on `url`. A connection that breaks is replaced by the next statement, so a restart of the server costs the statements
 * of that moment only. Waits up to 30 s for a server that is not there yet; throws DatabaseUnusableError after that, or at once
 * where it refuses us.
 */
export async function openDatabase(
  url: string,
  { now, sleep }: { now: () => number; sleep: (ms: number) => Promise<void> },
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: longestWait,
    query_timeout: longestWait,
    keepAlive: true,
    application_name: 'overheard',
  })
  // An idle connection that breaks is an event; without a listener it would end the process. Its successor's failure is told.
  pool.on('error', () => undefined)
  const database: Database = {
    async query(text, values) {
      // A text of several statements has as many results, which the types of pg do not tell.
      const results = [await pool.query(text, values)].flat()
      return { rows: results.flatMap(({ rows }) => rows), rowCount: results.at(-1)?.rowCount ?? 0 }
    },
    close: () => pool.end(),
  }
  await untilItAnswers(database, now() + patience, { now, sleep })
  return database
}

async function untilItAnswers(
  database: Database,
  end: number,
  { now, sleep }: { now: () => number; sleep: (ms: number) => Promise<void> },
): Promise<void> {
  for (;;) {
    try {
      await database.query('select 1')
      return
    } catch (error) {
      if (isForGood(error) || now() >= end) {
        await database.close()
        const reason = error instanceof Error ? error.message : String(error)
        throw new DatabaseUnusableError(`DATABASE_URL: the database cannot be used: ${reason}`)
      }
      await sleep(askAgain)
    }
  }
}

/** Classes 28 (refused) and 3D (no such database) of PostgreSQL's error codes, and names that do not resolve, do not pass by waiting. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return /^(28|3D)/.test(String(error.code)) || error.code === 'ENOTFOUND'
}
