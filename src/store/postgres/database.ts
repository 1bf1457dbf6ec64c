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
