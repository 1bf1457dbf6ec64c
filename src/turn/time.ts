import type { PollDeps } from './ports.ts'

/** The time of a turn: when it began (UTC, ms); `signal` ends its requests. */
export type PollTime = { start: number; signal: AbortSignal }

/** No turn outlives this, whatever hangs, in ms. */
const longestPollMs = 120_000

/**
 * Runs a turn within its time: requests end when that is over, or the process is to stop. A controller of its own, freed at the
 * end: what AbortSignal.any and AbortSignal.timeout leave behind costs more than the deciding of an empty turn.
 */
export async function withinPollTime<Result>(
  { now, stopping }: PollDeps,
  run: (time: PollTime) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const stop = () => controller.abort(stopping.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException('the turn took too long', 'TimeoutError')),
    longestPollMs,
  ).unref()
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  try {
    return await run({ start: now(), signal: controller.signal })
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', stop)
  }
}

/**
 * How long a turn reads, counted from its first page, and how long it posts, counted from its first message, before it lets the next
 * one of its alert begin, in ms. Waiting for a page does not count: where many alerts share the budget of requests that can take
 * longer than both, and nothing would ever be posted.
 */
export const readingTimeMs = 10_000
export const postingTimeMs = 20_000
