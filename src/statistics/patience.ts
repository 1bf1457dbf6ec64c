import type { SetTimer } from '../model/timer.ts'
import { TimedOutError } from './failure.ts'

/** Does something whose signal is aborted after `ms`, with PatienceOverError as the reason. */
export async function withTimeout<T>(
  setTimer: SetTimer,
  ms: number,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patience = new AbortController()
  const cancel = setTimer(() => patience.abort(new TimedOutError(`not within ${ms} ms`)), ms)
  try {
    return await act(patience.signal)
  } finally {
    cancel()
  }
}

/** What `promise` becomes; rejects with the signal's reason when that is aborted first. For what takes no signal itself. */
export function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
