import type { Database } from './database.ts'

export type HostWaits = ReturnType<typeof createHostWaits>

/** Until when hosts have asked for no more requests. Times are UTC ms. */
export function createHostWaits(database: Database) {
  return {
    /** 0 if the host has not asked. */
    freeAt: (host: string): number =>
      database.get<{ free_at: number }>('SELECT free_at FROM hosts WHERE host = ?', host)?.free_at ?? 0,
    waitUntil(host: string, time: number): void {
      database.run(
        'INSERT INTO hosts VALUES (?, ?) ON CONFLICT DO UPDATE SET free_at = max(free_at, excluded.free_at)',
        host,
        Math.round(time),
      )
    },
    /** Forgets waits that are over, and those that a wrong clock made longer than `longestMs`. */
    tidy: (now: number, longestMs: number): unknown =>
      database.run('DELETE FROM hosts WHERE free_at < ? OR free_at > ?', now, now + longestMs),
  }
}
