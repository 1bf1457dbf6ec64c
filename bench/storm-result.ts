import { z } from 'zod'

/**
 * What is to be stormed, and how: `pace` times faster than the clock on the wall, which makes the load as many times heavier.
 * `database`: its address where it stands on PostgreSQL, whose clock allows no other pace than 1.
 */
export type Storm = {
  subscriptions: number
  alerts: number
  minutes: number
  pace: number
  database?: string
}

/** What came of a storm; times are those of the moved clock, in ms, except `startMs` and `loopDelayP99`. */
export const stormResult = z.object({
  startMs: z.number(),
  /** Subscriptions that became due and were never looked at again. */
  lost: z.number(),
  requestsAMinute: z.number(),
  /** Between two looks at one alert: the middle alert's longest wait, and the longest of all. */
  medianWait: z.number(),
  longestWait: z.number(),
  lagAtTheEnd: z.number(),
  loopDelayP99: z.number(),
})
export type StormResult = z.output<typeof stormResult>
