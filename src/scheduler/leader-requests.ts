import type { SteadyClock } from '@overheard/base/clock'
import { createRateLimiter, type RateLimit, type RateLimiter } from '@overheard/base/rate-limiter'
import type { Ms } from '@overheard/base/time'
import { requestKey } from '@overheard/mention-client/request-budget'

/** A count of requests, and the ms since the last of them was sent. */
export type SentRequests = { requests: number; agoMs: Ms }

/** Requests are told to the next leader by the part of the minute in which they were sent, in ms. */
const partMs = 5000

/**
 * Counts the requests of the leader's polls in memory. All processes count those of commands in a `stored` limiter. Each side learns the count of
 * the other when the lease is renewed. A new leader counts the requests of the last one until they are a minute old.
 */
export function createLeaderRequests(limit: RateLimit, steady: SteadyClock) {
  let ofCommands = 0
  let sent: { at: Ms; requests: number }[] = []
  let inherited: typeof sent = []
  const recent = (all: typeof sent) => all.filter(({ at }) => steady() - at < limit.windowMs)
  const inMemory = createRateLimiter(limit, steady, () => ofCommands + sum(recent(inherited)))

  function count(): void {
    const at = Math.floor(steady() / partMs) * partMs + partMs - 1
    sent = recent(sent)
    const last = sent.at(-1)
    if (last?.at === at) last.requests += 1
    else sent.push({ at, requests: 1 })
  }

  return {
    /** Returns the requests of polls within the last minute, with those of the last leader. */
    inLastMinute: (): SentRequests[] =>
      [...recent(inherited), ...recent(sent)].map(({ at, requests }) => ({
        requests,
        agoMs: Math.max(0, steady() - at),
      })),
    /** Learns how many requests of commands all processes sent, and how long the service asked to wait. */
    learn({ requests, pausedForMs }: { requests: number; pausedForMs: Ms }): void {
      ofCommands = requests
      if (pausedForMs > 0) void inMemory.pause(requestKey, pausedForMs)
    },
    /** Counts the requests of the last leader. */
    inherit(requests: SentRequests[]): void {
      inherited = requests.map(({ agoMs, ...one }) => ({ ...one, at: steady() - agoMs }))
    },
    /** A process that stands by takes everything from the `stored` limiter. */
    limiters(stored: RateLimiter, leads: () => boolean): { polls: RateLimiter; commands: RateLimiter } {
      const present = () => (leads() ? inMemory : stored)
      return {
        polls: {
          async take(key, patienceMs = 0, reserve = 0) {
            const limiter = present()
            const wait = await limiter.take(key, patienceMs, reserve)
            if (limiter === inMemory && wait <= patienceMs) count()
            return wait
          },
          left: (key) => present().left(key),
          pause: (...asked) => inMemory.pause(...asked),
        },
        commands: { ...stored, left: (key) => present().left(key) },
      }
    },
  }
}

const sum = (all: { requests: number }[]) => all.reduce((total, { requests }) => total + requests, 0)
