import { MentionServiceError } from './error.ts'
import type { Now, RequestOptions, Sleep } from './ports.ts'

/** What retrying needs from outside: `random` in [0, 1). */
export type RetryDeps = { now: Now; sleep: Sleep; random: () => number }

const maxAttempts = 3

/** Beyond this the caller is told instead: a poll's next turn comes anyway, and a person has stopped waiting. */
const retryWindowMs = { poll: 45_000, command: 10_000 } as const

const firstBackoffMs = 2_000
const maxBackoffMs = 8_000

/** Added to a wait that the service asked for, so that not everybody comes back in the same moment. */
const jitterMs = 1_000

/**
 * Tries again what a retry can help: three attempts within 45 s (10 s for a command), waiting as long as the service asks or else with
 * exponential backoff and full jitter. Everything else, and the last failure, is thrown as it is.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  deps: RetryDeps,
  ask: RequestOptions,
): Promise<T> {
  const started = deps.now()
  for (let attemptsMade = 1; ; attemptsMade++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof MentionServiceError) || error.retry !== 'later' || attemptsMade === maxAttempts)
        throw error
      const waitMs = retryDelayMs(attemptsMade, error.afterMs, deps.random)
      if (deps.now() - started + waitMs > retryWindowMs[ask.priority]) throw error
      await deps.sleep(waitMs, ask.signal)
    }
  }
}

function retryDelayMs(done: number, askedMs: number | undefined, random: () => number): number {
  if (askedMs !== undefined) return askedMs + Math.round(random() * jitterMs)
  return Math.round(random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** (done - 1)))
}
