import type { SetTimer } from '@overheard/base/clock'
import { TimedOutError } from '@overheard/base/timeout'

/**
 * Runs `work` with a signal that is aborted after it has worked for `ms`, or together with `stopping`. The time in which it waits for others,
 * between `waiting(true)` and `waiting(false)`, does not count.
 */
export async function withWorkingTime<Result>(
  { setTimer, now }: { setTimer: SetTimer; now: () => number },
  ms: number,
  work: (signal: AbortSignal, waiting: (isWaiting: boolean) => void) => Promise<Result>,
  stopping: AbortSignal,
): Promise<Result> {
  const controller = new AbortController()
  const stop = () => controller.abort(stopping.reason)
  let leftMs = ms
  let cancel: (() => void) | undefined
  let startedAt = 0
  function run(): void {
    if (cancel !== undefined) return
    startedAt = now()
    cancel = setTimer(() => controller.abort(new TimedOutError(`not done within ${ms} ms`)), leftMs)
  }
  function pause(): void {
    if (cancel === undefined) return
    cancel()
    cancel = undefined
    // A clock that was set back must not give more time.
    leftMs -= Math.max(0, now() - startedAt)
  }
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  run()
  try {
    return await work(controller.signal, (isWaiting) => (isWaiting ? pause() : run()))
  } finally {
    pause()
    stopping.removeEventListener('abort', stop)
  }
}
