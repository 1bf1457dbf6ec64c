import { MentionServiceError } from '../mentions/error.ts'

/** When subscriptions that could not go on try again by themselves: their schedules may be a day away. */
export type RetryBackoff = {
  /** Notes that one could not go on, and why; returns in how many ms it is to try again, not sooner than the service asks for. */
  after(subscription: string, error?: unknown): number
  /** It has read to the end, or is not watched any more. */
  over(subscription: string): void
}

/** So long after the first time, doubled each time up to the longest, in ms: what lasts costs a request now and then. */
const [firstRetryMs, longestRetryMs] = [60_000, 30 * 60_000]
/** Where the service names a time that is shorter, in ms. */
const soonestRetryMs = 5_000

/** Keeps how often subscriptions could not go on in a row. */
export function createRetryBackoff(): RetryBackoff {
  const failures = new Map<string, number>()
  return {
    after(subscription, error) {
      const { kind, afterMs = 0 } = error instanceof MentionServiceError ? error : {}
      // Whoever is only one too many for the moment is told when to come, however often that happens.
      if (kind === 'rate_limited') return Math.max(soonestRetryMs, afterMs)
      const before = failures.get(subscription) ?? 0
      failures.set(subscription, before + 1)
      return Math.max(afterMs, Math.min(longestRetryMs, firstRetryMs * 2 ** before))
    },
    over: (subscription) => void failures.delete(subscription),
  }
}
