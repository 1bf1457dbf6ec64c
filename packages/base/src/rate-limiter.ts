import type { SteadyClock } from './clock.ts'
import type { Ms } from './time.ts'

/**
 * Allows at most `limit` units in any window of `windowMs`. With `burst`, at most `burst` units are free at once; then one becomes free
 * every `windowMs / limit`. If `limit` is Infinity, only pauses limit the units.
 */
export type RateLimit = { limit: number; windowMs: Ms; burst?: number }

export type RateLimiter = {
  /**
   * Returns the ms until the next unit is free; 0 means now. If this wait is at most `patienceMs`, the unit is taken and the caller must
   * wait for it; otherwise nothing is taken. `reserve` units of each window are left to callers without a reserve.
   */
  take(key: string, patienceMs?: Ms, reserve?: number): Promise<number>
  pause(key: string, forMs: Ms): Promise<void>
  left(key: string): Promise<{ units: number; pausedForMs: Ms }>
}

/** The longest pause in ms. If a service asks for a longer one, its answer may be wrong, so it gets one request after this time. */
export const maxPauseMs = 15 * 60_000

/** A time before every time of a clock. */
const never = Number.NEGATIVE_INFINITY

/** With more keys than this, idle keys are removed. The next removal comes when there are twice as many keys as were left. */
const manyKeys = 1000

/**
 * `taken` has the times of the units in the window, ascending; a time in the future is a unit that a caller waits for. `next` is the time
 * when a unit would be free at a steady rate; it is behind the clock by the burst that is left (generic cell rate algorithm).
 */
type Usage = { taken: number[]; next: number; pausedUntil: Ms; readAt: Ms }

/** `usedByOthers` returns how many units of each window others use. */
export function createRateLimiter(
  { limit, windowMs, burst = limit }: RateLimit,
  steady: SteadyClock,
  usedByOthers?: () => number,
): RateLimiter {
  const intervalMs = windowMs / limit
  const burstMs = limit === Number.POSITIVE_INFINITY ? 0 : (burst - 1) * intervalMs
  const usages = new Map<string, Usage>()
  let forgetAt = manyKeys

  function usageOf(key: string): Usage {
    if (usages.size > forgetAt) forgetIdle()
    const usage = usages.get(key) ?? { taken: [], next: never, pausedUntil: never, readAt: steady() }
    usages.set(key, usage)
    return update(usage)
  }

  function update(usage: Usage): Usage {
    const time = steady()
    while ((usage.taken[0] ?? Number.POSITIVE_INFINITY) <= time - windowMs) usage.taken.shift()
    usage.pausedUntil = Math.min(usage.pausedUntil, time + maxPauseMs)
    usage.readAt = time
    return usage
  }

  function forgetIdle(): void {
    for (const [key, usage] of usages) {
      const { taken, pausedUntil } = update(usage)
      if (taken.length === 0 && pausedUntil <= steady()) usages.delete(key)
    }
    forgetAt = Math.max(manyKeys, 2 * usages.size)
  }

  return {
    async take(key, patienceMs = 0, reserve = 0) {
      const usage = usageOf(key)
      const { taken, readAt: time } = usage
      // There is no burst after a pause: the service has just asked for less.
      const place = Math.max(usage.next, time - burstMs, usage.pausedUntil)
      const blocking = taken.at(-Math.max(1, limit - reserve - (usedByOthers?.() ?? 0)))
      const opensAt = blocking === undefined ? never : blocking + windowMs
      const free = Math.max(time, place, taken.at(-1) ?? never, opensAt)
      if (free - time <= patienceMs) {
        taken.push(free)
        usage.next = place + intervalMs
      }
      return free - time
    },
    async pause(key, forMs) {
      const usage = usageOf(key)
      usage.pausedUntil = Math.max(usage.pausedUntil, usage.readAt + Math.min(forMs, maxPauseMs))
    },
    async left(key) {
      const { taken, pausedUntil, readAt: time } = usageOf(key)
      return {
        units: Math.max(0, limit - (usedByOthers?.() ?? 0) - taken.length),
        pausedForMs: Math.max(0, pausedUntil - time),
      }
    },
  }
}
