import type { TurnDeps } from './ports.ts'

/** The time of a turn: when it began (UTC, ms); `signal` ends its requests. */
export type TurnTime = { start: number; signal: AbortSignal }

/** No turn outlives this, whatever hangs, in ms. */
const longestTurn = 120_000

/**
 * Runs a turn within its time: requests end when that is over, or the process is to stop. A controller of its own, freed at the
 * end: what AbortSignal.any and AbortSignal.timeout leave behind costs more than the deciding of an empty turn.
 */
export async function inTime<Result>(
  { now, stopping }: TurnDeps,
  run: (time: TurnTime) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const stop = () => controller.abort(stopping.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException('the turn took too long', 'TimeoutError')),
    longestTurn,
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
export const readingTime = 10_000
export const postingTime = 20_000
