import { z } from 'zod'

/**
 * A load, run `pace` times faster than real time, which makes it as many times heavier. `database`: the address of PostgreSQL, which allows
 * only pace 1.
 */
export type Load = {
  subscriptions: number
  alerts: number
  minutes: number
  pace: number
  database?: string
}

/** The result. Times are those of the moved clock, in ms, except `loopDelayP99`. */
export const loadResult = z.object({
  /** Subscriptions that became due and were never polled again. */
  lost: z.number(),
  requestsAMinute: z.number(),
  /** Longest time between two polls of an alert: of the median alert, and of all. */
  medianWait: z.number(),
  longestWait: z.number(),
  lagAtTheEnd: z.number(),
  loopDelayP99: z.number(),
})
export type LoadResult = z.output<typeof loadResult>
