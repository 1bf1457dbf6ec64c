import { maxPauseMs, type RateLimit, type RateLimiter } from '@overheard/base/rate-limiter'
import { z } from 'zod'
import type { Database } from './database.ts'

/** SQL: the requests of the leader within the last minute, as of its last renewal. */
const ofLeader = `coalesce((select sum((one->>'requests')::float8)
  from overheard.leases, json_array_elements(requests) as one
  where renewed_at - (one->>'agoMs')::float8 > overheard.now_ms() - 60000), 0)`

const waits = z.tuple([z.object({ wait: z.number() })])
const lefts = z.tuple([z.object({ units: z.number(), paused: z.number() })])

/** Returns the row in which a limiter counts a key. */
export const limitRow = (name: string, key: string) => `${name} ${key}`

type RateLimitDeps = {
  /** The requests of the leader count for this key, too. */
  withLeader?: string
  /** Tests pass a clock (UTC, ms). Otherwise, it is that of the database. */
  now?: () => number | null
}

/**
 * Creates a rate limiter that all processes on a database share. Each `name` is counted separately. Processes share no steady clock, so it
 * uses the clock of the database. If that was set back, the times of a key move back with it: it counts on from the last call for that key.
 */
export function sharedRateLimiter(
  database: Database,
  name: string,
  { limit, windowMs, burst = limit }: RateLimit,
  { withLeader, now = () => null }: RateLimitDeps = {},
): RateLimiter {
  const rowOf = (key: string) => limitRow(name, key)
  const usedByLeader = (key: string) => (key === withLeader ? ofLeader : '0')
  return {
    async take(key, patienceMs = 0, reserve = 0) {
      const { rows } = await database.query(
        `select overheard.take_unit($1, $2, $3, $4, $5, $6::float8 + ${usedByLeader(key)}, $7, $8) as wait`,
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
        [rowOf(key), Math.min(forMs, maxPauseMs), now()],
      )
    },
    async left(key) {
      const { rows } = await database.query(
        `select greatest(0, $2 - ${usedByLeader(key)} - (select count(*) from unnest(taken) t where t - back > time - $3))::float8 as units,
           greatest(0, least(coalesce(paused_until, 0) - coalesce(back, 0) - time, $4)) as paused
         from coalesce($5::float8, overheard.now_ms()) as time
           left join overheard.rate_limits on key = $1, greatest(0, read_at - time) as back`,
        [rowOf(key), limit, windowMs, maxPauseMs, now()],
      )
      const [{ units, paused }] = lefts.parse(rows)
      return { units, pausedForMs: paused }
    },
  }
}
