import { z } from 'zod'
import type { ChannelRate } from '../../deliver/pace.ts'
import type { Database } from './database.ts'

/** What Slack takes: one message so often (in ms), and so many at once after a rest. */
type ChannelRateTerms = { interval: number; burst: number }

const waits = z.tuple([z.object({ wait: z.number() })])

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
