import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { RequestRateLimiter } from '../../mention-api/request-budget.ts'
import type { ChannelRate } from '../../slack/channel-rate.ts'
import type { Database } from './database.ts'

/** What an allowance counts: whose requests (the token itself is not stored), how many in 60 s, and how long a pause may be, in ms. */
type AllowanceTerms = { token: string; most: number; longestPause: number }

const waits = z.tuple([z.object({ wait: z.number() })])
const lefts = z.array(z.object({ requests: z.number(), paused: z.number() }))

/**
 * The allowance of a token, shared by every process on the database: at most `most` requests in any 60 s, counted exactly, by the
 * database's clock. `now` (UTC, ms) replaces that clock in tests.
 */
export function sharedAllowance(
  database: Database,
  { token, most, longestPause }: AllowanceTerms,
  now: () => number | null = () => null,
): RequestRateLimiter {
  const name = createHash('sha256').update(token).digest('hex').slice(0, 32)
  return {
    async take(reserve) {
      const { rows } = await database.query('select overheard.take_request($1, $2, $3, $4, $5) as wait', [
        name,
        most,
        reserve,
        longestPause,
        now(),
      ])
      const [{ wait }] = waits.parse(rows)
      return wait
    },
    async pause(untilMs) {
      await database.query(
        `insert into overheard.allowances as a (token, taken, paused_until) values ($1, '{}', $2)
         on conflict (token) do update set paused_until = greatest(a.paused_until, excluded.paused_until)`,
        [name, untilMs],
      )
    },
    async left() {
      const { rows } = await database.query(
        `select $2 - (select count(*) from unnest(taken) t where t > time - 60000)::int as requests,
           greatest(0, least(paused_until - time, $3)) as paused
         from overheard.allowances, coalesce($4::float8, overheard.now_ms()) as time where token = $1`,
        [name, most, longestPause, now()],
      )
      const [row = { requests: most, paused: 0 }] = lefts.parse(rows)
      return { requests: row.requests, pausedForMs: row.paused }
    },
  }
}

/** What Slack takes: one message so often (in ms), and so many at once after a rest. */
type ChannelRateTerms = { interval: number; burst: number }

/**
 * The pace of every channel, shared by every process on the database, by the database's clock. `now` (UTC, ms) replaces that clock
 * in tests.
 */
export function channelRateRows(
  database: Database,
  { interval, burst }: ChannelRateTerms,
  now: () => number | null = () => null,
): ChannelRate {
  return {
    async take(channel, patience) {
      const { rows } = await database.query('select overheard.take_place($1, $2, $3, $4, $5) as wait', [
        channel,
        patience,
        interval,
        burst,
        now(),
      ])
      const [{ wait }] = waits.parse(rows)
      return wait
    },
    async pause(channel, forMs) {
      await database.query(
        `insert into overheard.paces as p (channel, next_free, read_at)
           select $1, time + $2, time from coalesce($3::float8, overheard.now_ms()) as time
         on conflict (channel) do update set next_free = greatest(p.next_free, excluded.next_free)`,
        [channel, forMs, now()],
      )
    },
  }
}
