import type { Ms } from './time.ts'

type BackoffBounds = { firstMs: Ms; maxMs: Ms }

/**
 * Returns the wait after a number of failures in a row (1 or more), in ms. The wait doubles from `firstMs` up to `maxMs`. `random` (in [0,
 * 1)) spreads the wait over the whole span, so callers that failed together do not retry together.
 */
export function backoffMs(
  failures: number,
  { firstMs, maxMs }: BackoffBounds,
  random: () => number = () => 1,
): number {
  return Math.round(random() * Math.min(maxMs, firstMs * 2 ** (failures - 1)))
}

/**
 * Calls `attempt` until it succeeds. After each failure (counted from 1) `waitAfter` returns how long to wait, in ms. If `waitAfter`
 * returns undefined, `retry` throws the failure.
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  waitAfter: (error: unknown, failures: number) => number | undefined,
  sleep: (ms: Ms) => Promise<unknown>,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      const waitMs = waitAfter(error, failures)
      if (waitMs === undefined) throw error
      await sleep(waitMs)
    }
  }
}
