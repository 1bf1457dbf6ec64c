import { createRateLimiter, type RateLimiter } from '../async/rate-limiter.ts'
import { requestKey, requestLimit } from './request-budget.ts'

/**
 * Counts the requests of the leader's polls in memory. All processes count those of commands in a `stored` limiter. Each side learns the count of
 * the other when the lease is renewed. A new leader counts the requests of the last one for a minute.
 */
export function createLeaderRequests(now: () => number) {
  let ofCommands = 0
  let inherited = { requests: 0, until: 0 }
  const ofLastLeader = () => (now() < inherited.until ? inherited.requests : 0)
  const polls = createRateLimiter(requestLimit, now, () => ofCommands + ofLastLeader())
  return {
    /** Returns the requests of polls within the last minute, with those of the last leader. */
    async inLastMinute(): Promise<number> {
      const { units } = await polls.left(requestKey)
      return Math.max(0, requestLimit.limit - units - ofCommands)
    },
    /** Learns how many requests of commands all processes sent, and how long the service asked to wait. */
    learn({ requests, pausedForMs }: { requests: number; pausedForMs: number }): void {
      ofCommands = requests
      if (pausedForMs > 0) void polls.pause(requestKey, pausedForMs)
    },
    /** Counts the requests of the last leader within its last minute. */
    inherit(requests: number): void {
      inherited = { requests, until: now() + requestLimit.windowMs }
    },
    /** A process that stands by takes everything from the `stored` limiter. */
    limiters(stored: RateLimiter, leads: () => boolean): { polls: RateLimiter; commands: RateLimiter } {
      const present = () => (leads() ? polls : stored)
      return {
        polls: {
          take: (...asked) => present().take(...asked),
          left: (key) => present().left(key),
          pause: (...asked) => polls.pause(...asked),
        },
        commands: { ...stored, left: (key) => present().left(key) },
      }
    },
  }
}
