import { nextRunOf } from './next-run.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * When a schedule fired last, `now` included, but not longer than `within` ago (both ms): UTC, ms since the epoch. Nothing where it
 * did not. Throws on a bad expression.
 */
export function lastRun(
  expression: string,
  timezone: string,
  now: number,
  within: number,
): number | undefined {
  const next = nextRunOf(expression, timezone)
  // A short look first: of a schedule that fires often, a day has many runs to walk through.
  for (const back of [minute, hour, within]) {
    let found: number | undefined
    let run = next(now - Math.min(back, within), now + 1)
    while (run !== undefined) {
      found = run
      run = next(run + 1, now + 1)
    }
    if (found !== undefined) return found
  }
  return undefined
}
