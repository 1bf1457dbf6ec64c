import { MentionServiceError } from './error.ts'
import type { Ask, Now, Sleep } from './ports.ts'

/** What retrying needs from outside: `random` in [0, 1). */
export type RetryDeps = { now: Now; sleep: Sleep; random: () => number }

const attempts = 3

/** Beyond this the caller is told instead: a poll's next turn comes anyway, and a person has stopped waiting. */
const withinMs = { poll: 45_000, command: 10_000 } as const

const firstBackoffMs = 2_000
const longestBackoffMs = 8_000

/** Added to a wait that the service asked for, so that not everybody comes back in the same moment. */
const spreadMs = 1_000

/**
 * Tries again what a retry can help: three attempts within 45 s (10 s for a command), waiting as long as the service asks or else with
 * exponential backoff and full jitter. Everything else, and the last failure, is thrown as it is.
 */
export async function withRetries<T>(attempt: () => Promise<T>, deps: RetryDeps, ask: Ask): Promise<T> {
  const started = deps.now()
  for (let done = 1; ; done++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof MentionServiceError) || error.retry !== 'later' || done === attempts) throw error
      const waitMs = waitAfter(done, error.afterMs, deps.random)
      if (deps.now() - started + waitMs > withinMs[ask.priority]) throw error
      await deps.sleep(waitMs, ask.signal)
    }
  }
}

function waitAfter(done: number, askedMs: number | undefined, random: () => number): number {
  if (askedMs !== undefined) return askedMs + Math.round(random() * spreadMs)
  return Math.round(random() * Math.min(longestBackoffMs, firstBackoffMs * 2 ** (done - 1)))
}
