/** The time of a turn: when it began (UTC, ms); `signal` ends its requests. */
export type TurnTime = { start: number; signal: AbortSignal }

/**
 * How long a turn reads, counted from its first page, and how long it posts, counted from its first message, before it lets the next
 * one of its alert begin, in ms. Waiting for a page does not count: where many alerts share the budget of requests that can take
 * longer than both, and nothing would ever be posted.
 */
export const readingTime = 10_000
export const postingTime = 20_000
