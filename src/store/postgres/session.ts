import { type Clocks, startStopwatch } from '@overheard/base/clock'
import type { Ms } from '@overheard/base/time'
import pg from 'pg'
import { z } from 'zod'
import type { Rows } from '../sql/dialect.ts'
import { type Database, NoSessionError } from './database.ts'

/** A database connection that stays, because a lock and LISTEN end with their connection. It is opened again after it broke. */
export type Session = {
  /** Runs one statement. Rejects if the database refuses or does not answer; the connection then counts as broken. */
  query(text: string, values?: unknown[]): Promise<Rows>
  /** True if everything that was announced has arrived, as far as this process knows. */
  isCurrent(): boolean
  /** Calls `heard` for each announcement of any process, and with `undefined` if announcements may have been missed. */
  onAnnouncement(heard: (announcement: Announcement | undefined) => void): void
  close(): Promise<void>
}

/** `process` is the id of the process that announced, if it is known. */
type Announcement = { topic: string; process: string }

/** The leader must notice a dead connection before its lease ends. */
const queryTimeoutMs = 3000
/** The time after the last answer, in ms, in which announcements count as complete. */
const currentForMs = 6000

/** The name of the connections of a process. Triggers announce changes with it. */
export const applicationName = (process: string) => `overheard ${process}`

const channel = 'overheard'

type SessionDeps = Clocks & {
  self: string
  /** Takes the locks of this process again after a connection was opened. */
  begin?: (query: Session['query']) => Promise<unknown>
}

export function openSession(url: string, { self, begin, ...clocks }: SessionDeps): Session {
  const hearers: ((announcement: Announcement | undefined) => void)[] = []
  let opened: Promise<pg.Client> | undefined
  let sinceAnswer: (() => Ms) | undefined
  let isClosed = false
  const tell = (announcement: Announcement | undefined) => {
    for (const heard of hearers) heard(announcement)
  }

  function lost(client: Promise<pg.Client>): void {
    if (opened !== client) return
    opened = undefined
    sinceAnswer = undefined
    void client.then((one) => one.end()).catch(() => undefined)
  }

  function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      application_name: applicationName(self),
    })
    const connected = (async () => {
      await client.connect()
      await client.query(beginning)
      await client.query(`listen ${channel}`)
      await begin?.((text, values) => run(client, text, values))
      return client
    })()
    const broke = () => lost(connected)
    client.on('error', broke)
    client.on('end', broke)
    client.on('notification', ({ payload = '' }) => tell(announcementOf(payload)))
    connected.then(
      () => tell(undefined),
      () => {
        broke()
        void client.end().catch(() => undefined)
      },
    )
    return connected
  }

  return {
    async query(text, values) {
      if (isClosed) throw new Error('the connection to the database is closed')
      opened ??= connect()
      const client = opened
      try {
        const rows = await run(await client, text, values)
        sinceAnswer = startStopwatch(clocks)
        return rows
      } catch (error) {
        lost(client)
        throw error
      }
    },
    isCurrent: () => opened !== undefined && sinceAnswer !== undefined && sinceAnswer() < currentForMs,
    onAnnouncement: (heard) => void hearers.push(heard),
    async close() {
      isClosed = true
      const client = opened
      opened = undefined
      await (await client?.catch(() => undefined))?.end()
    },
  }
}

const backends = z.tuple([z.object({ pid: z.number() })])

/** A pooler may give the same connection to both by chance, so they are compared this many times. */
const checks = 5

/**
 * Throws NoSessionError if a pooler gives each transaction another connection (PgBouncer with `pool_mode = transaction`): locks and LISTEN
 * do not work then. Such a pooler gives a free connection to the next transaction of anybody, so the session loses its own one.
 */
export async function checkSession(
  session: Pick<Session, 'query'>,
  database: Pick<Database, 'query'>,
): Promise<void> {
  const backendOf = async ({ query }: Pick<Session, 'query'>) =>
    backends.parse((await query('select pg_backend_pid() as pid')).rows)[0].pid
  const own = await backendOf(session)
  for (let check = 0; check < checks; check++) {
    const others = await backendOf(database)
    if (others === own || (await backendOf(session)) !== own)
      throw new NoSessionError('the pooler before it gives each transaction another connection')
  }
}

/** SQL: notes since when this connection exists, by the clock of the database. */
const beginning =
  "select set_config('overheard.since', (extract(epoch from clock_timestamp()) * 1000)::text, false)"

async function run(client: pg.Client, text: string, values?: unknown[]): Promise<Rows> {
  const { rows, rowCount } = await client.query(text, values)
  return { rows, rowCount: rowCount ?? 0 }
}

function announcementOf(payload: string): Announcement {
  const [topic = '', process = ''] = payload.split('|')
  return { topic, process }
}

/** Announces a topic to all processes. */
export const announcing = 'select pg_notify($1, $2)'
export const announcement = (topic: string, process: string) => [channel, `${topic}|${process}`]
