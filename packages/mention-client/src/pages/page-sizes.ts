import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '../id.ts'

/** The interface allows at most this many mentions a page, and sends as many if no limit is given. */
export const largestPage = 300
const smallestPage = 10

/** A smaller page becomes twice as large after this time, in ms. */
const growAfterMs: Ms = 10 * 60_000
/** If the larger page fails again, the next attempt comes after this time, in ms: each attempt may cost a poll. */
const growAgainAfterMs: Ms = 60 * 60_000

type PageSize = { limit: number; changedAt: Time; growAfterMs: Ms; hasGrown: boolean }

/**
 * Chooses how many mentions of an alert a page may have. Some services or proxies cannot send a whole page in time, or cut it off. Then the page is
 * halved until it arrives, and grows again later.
 */
export function createPageSizes(now: () => Time) {
  const sizes = new Map<Id, PageSize>()

  return {
    /** Returns the limit to send, or undefined for a whole page. `wanted` is the limit that the caller wants. */
    limitOf(alert: Id, wanted?: number): number | undefined {
      const size = sizes.get(alert)
      if (size === undefined) return wanted
      // The distance counts in both directions, so a clock that was set back cannot keep pages small.
      const grows = Math.abs(now() - size.changedAt) >= size.growAfterMs
      const limit = grows ? Math.min(largestPage, size.limit * 2) : size.limit
      const isWhole = limit === largestPage
      const next = { limit, changedAt: now(), growAfterMs: isWhole ? Number.POSITIVE_INFINITY : growAfterMs }
      if (grows) sizes.set(alert, { ...next, hasGrown: true })
      return limit >= (wanted ?? largestPage) ? wanted : limit
    },
    canShrink: (alert: Id): boolean => (sizes.get(alert)?.limit ?? largestPage) > smallestPage,
    /** Halves the page. Returns false if it is as small as it may be. */
    shrink(alert: Id): boolean {
      const { limit, hasGrown } = sizes.get(alert) ?? { limit: largestPage, hasGrown: false }
      if (limit <= smallestPage) return false
      sizes.set(alert, {
        limit: Math.max(smallestPage, Math.floor(limit / 2)),
        changedAt: now(),
        growAfterMs: hasGrown ? growAgainAfterMs : growAfterMs,
        hasGrown: false,
      })
      return true
    },
  }
}
