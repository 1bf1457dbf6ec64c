import type { Ms, Time } from '../../async/time.ts'

/** `steadyStart` is the start of the poll by the steady clock. */
export type PollTime = { start: Time; steadyStart: Ms; signal: AbortSignal }

/**
 * A poll stops reading at the first page that comes this long after its first page, in ms. The wait for the first page does not count,
 * because many alerts share the request budget.
 */
export const readingTimeMs = 10_000

/** A poll begins no post later than this after its first delivery began, in ms. */
export const postingTimeMs = 20_000
