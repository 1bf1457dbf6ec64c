import type { Now } from './ports.ts'

/**
 * How many requests a token may still make: the counting part of the budget, small enough to be shared by several
 * processes through a database.
 */
export type RequestRateLimiter = {
  /**
   * Takes one request, if more than `reserve` are left, and answers 0; otherwise takes none and answers after how many
   * ms it is worth asking again.
   */
  take(reserve: number): Promise<number>
  /** Nothing may be taken until then (epoch ms); never shortens a pause. */
  pause(untilMs: number): Promise<void>
  /** What is left at this moment, for the status: requests, and the ms of a pause that are still to come. */
  left(): Promise<{ requests: number; pausedForMs: number }>
}

/** The service allows 300 a minute and token; the difference is for clocks and latencies that are not ours. */
export const requestsPerMinute = 280

const oneMinuteMs = 60_000

/** No pause is longer, whoever asks for it; a clock that was set back cannot make it so either. */
export const maxPauseMs = 15 * 60_000

/** The allowance of one process: at most `most` requests in any 60 s, counted exactly. */
export function createRequestRateLimiter(now: Now, most: number = requestsPerMinute): RequestRateLimiter {
  let taken: number[] = []
  let pausedUntil = 0

  function forget(at: number): void {
    // After the clock was set back, what was taken "later" counts from now on, and a pause keeps its bound.
    if ((taken.at(-1) ?? 0) > at) taken = taken.map((time) => Math.min(time, at))
    pausedUntil = Math.min(pausedUntil, at + maxPauseMs)
    const stale = taken.findIndex((time) => time > at - oneMinuteMs)
    taken.splice(0, stale === -1 ? taken.length : stale)
  }

  return {
    async take(reserve) {
      const at = now()
      forget(at)
      if (pausedUntil > at) return pausedUntil - at
      const allowed = Math.max(1, most - reserve)
      const blocking = taken[taken.length - allowed]
      if (blocking !== undefined) return blocking + oneMinuteMs - at
      taken.push(at)
      return 0
    },
    async pause(untilMs) {
      pausedUntil = Math.max(pausedUntil, untilMs)
    },
    async left() {
      const at = now()
      forget(at)
      return { requests: most - taken.length, pausedForMs: Math.max(0, pausedUntil - at) }
    },
  }
}
