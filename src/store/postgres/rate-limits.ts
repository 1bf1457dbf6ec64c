import { z } from 'zod'
import { maxPauseMs, type RateLimit, type RateLimiter } from '../../async/rate-limiter.ts'
import type { Database } from './database.ts'

const waits = z.tuple([z.object({ wait: z.number() })])
const lefts = z.array(z.object({ units: z.number(), paused: z.number() }))

/**
 * Creates a rate limiter that all processes on a database share. It uses the clock of the database; tests pass `now` (UTC, ms). Each `name`
 * is counted separately.
 */
export function sharedRateLimiter(
  database: Database,
  name: string,
  { limit, windowMs, burst = limit }: RateLimit,
  now: () => number | null = () => null,
): RateLimiter {
  const rowOf = (key: string) => `${name} ${key}`
  return {
    async take(key, patienceMs = 0, reserve = 0) {
      const { rows } = await database.query(
        'select overheard.take_unit($1, $2, $3, $4, $5, $6, $7, $8) as wait',
        [rowOf(key), limit, windowMs, burst, patienceMs, reserve, maxPauseMs, now()],
      )
      const [{ wait }] = waits.parse(rows)
      return wait
    },
    async pause(key, forMs) {
      await database.query(
        `insert into overheard.rate_limits as r (key, taken, next_free, paused_until, read_at)
           select $1, '{}', 0, time + $2, time from coalesce($3::float8, overheard.now_ms()) as time
         on conflict (key) do update set
           paused_until = greatest(r.paused_until - greatest(0, r.read_at - excluded.read_at), excluded.paused_until),
           taken = array(select t - greatest(0, r.read_at - excluded.read_at) from unnest(r.taken) t order by t),
           next_free = r.next_free - greatest(0, r.read_at - excluded.read_at),
           read_at = excluded.read_at`,
        [rowOf(key), forMs, now()],
      )
    },
    async left(key) {
      const { rows } = await database.query(
        `select greatest(0, $2 - (select count(*) from unnest(taken) t where t - back > time - $3))::float8 as units,
           greatest(0, least(paused_until - back - time, $4)) as paused
         from overheard.rate_limits, coalesce($5::float8, overheard.now_ms()) as time, greatest(0, read_at - time) as back
         where key = $1`,
        [rowOf(key), limit, windowMs, maxPauseMs, now()],
      )
      const [row = { units: limit, paused: 0 }] = lefts.parse(rows)
      return { units: row.units, pausedForMs: row.paused }
    },
  }
}
