import type { SetTimer } from './clock.ts'
import type { Ms } from './time.ts'

export class TimedOutError extends Error {
  override readonly name = 'TimedOutError'
}

/**
 * Runs `work` with a signal that is aborted after `ms` (with TimedOutError) or together with `stopping` (with its reason). Waits for the
 * end of `work`, so wrap work that ignores its signal in rejectOnAbort. Frees timer and listener at the end; AbortSignal.timeout and
 * AbortSignal.any would keep theirs until they fire.
 */
export async function withTimeout<T>(
  setTimer: SetTimer,
  ms: Ms,
  work: (signal: AbortSignal) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const stop = () => controller.abort(stopping?.reason)
  const cancel = setTimer(() => controller.abort(new TimedOutError(`not done within ${ms} ms`)), ms)
  stopping?.addEventListener('abort', stop)
  if (stopping?.aborted) stop()
  try {
    return await work(controller.signal)
  } finally {
    cancel()
    stopping?.removeEventListener('abort', stop)
  }
}

export function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
