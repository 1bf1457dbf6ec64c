import type { Page } from '../fetch/polite-fetch.ts'
import type { Json } from '../source.ts'
import type { Database } from './database.ts'

/** What is known of a channel: its schedule, and what `doctor` shows. Times are UTC ms. */
export type ChannelState = {
  /** When it is asked next, and how long the wait was meant to be. */
  nextAt: number
  waitMs: number
  startedAt?: number
  okAt?: number
  /** When its answer was last another one than before. */
  givenAt?: number
  /** When it last gave something new, and how long after its publication. */
  itemAt?: number
  delayMs?: number
  /** In a row. */
  failures: number
  failingSince?: number
  error?: string
  /** Until when its host has asked for no request. It may be over. */
  waitsUntil?: number
  /** Why it is never asked again. */
  ended?: string
  /** What is wrong with the last document, although it was read. */
  faults?: string[]
  /** What was lost for good, newest last. */
  gaps: { at: number; what: string }[]
}

export const newChannel: ChannelState = { nextAt: 0, waitMs: 0, failures: 0, gaps: [] }

/** Cursors and schedules of all channels, and what their pages said last. */
export function createChannels(database: Database) {
  return {
    read(source: string, key: string): { cursor: Json | undefined; state: ChannelState } {
      const row = database.get<{ cursor: string | null; state: string }>(
        'SELECT cursor, state FROM channels WHERE source = ? AND key = ?',
        source,
        key,
      )
      return {
        cursor: row?.cursor == null ? undefined : JSON.parse(row.cursor),
        state: { ...newChannel, ...JSON.parse(row?.state ?? '{}') },
      }
    },
    writeState(source: string, key: string, state: ChannelState): void {
      database.run(
        'INSERT INTO channels (source, key, state) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET state = excluded.state',
        source,
        key,
        JSON.stringify(state),
      )
    },
    writeCursor(source: string, key: string, cursor: Json): void {
      database.run(
        'INSERT INTO channels (source, key, cursor) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET cursor = excluded.cursor',
        source,
        key,
        JSON.stringify(cursor),
      )
    },
    /** Lets channels that have ended begin again, except these: somebody has taken them out of the configuration. */
    reviveExcept(named: (source: string, key: string) => boolean): void {
      const rows = database.all<{ source: string; key: string; state: string }>(
        'SELECT source, key, state FROM channels WHERE state LIKE \'%"ended"%\'',
      )
      for (const { source, key, state } of rows.filter((row) => !named(row.source, row.key))) {
        const { ended: _, ...rest }: ChannelState = { ...newChannel, ...JSON.parse(state) }
        this.writeState(source, key, { ...rest, failures: 0 })
      }
    },
    page(source: string, key: string, url: string): Page | undefined {
      const row = database.get<{ page: string }>(
        'SELECT page FROM pages WHERE source = ? AND key = ? AND url = ?',
        source,
        key,
        url,
      )
      return row && JSON.parse(row.page)
    },
    writePage(source: string, key: string, url: string, page: Page): void {
      database.run(
        'INSERT INTO pages VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET page = excluded.page',
        source,
        key,
        url,
        JSON.stringify(page),
      )
    },
  }
}
