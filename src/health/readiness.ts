import type { SetTimer } from '@overheard/base/clock'
import { memoizeAsync } from '@overheard/base/memoize'
import type { Time } from '@overheard/base/time'
import { rejectOnAbort, withTimeout } from '@overheard/base/timeout'

type ReadinessDeps = {
  pingStore: () => Promise<unknown>
  now: () => Time
  setTimer: SetTimer
}

/** A result is reused for this time, in ms, so several probes in a second cost one query. */
const ttlMs = 1000
/** If the store does not answer within this time, in ms, it counts as unreachable. Kubernetes gives a probe one second by default. */
const pingTimeoutMs = 900

/** Checks if the process has started and reaches its store. Problems of single subscriptions do not count. */
export function createReadiness({ pingStore, now, setTimer }: ReadinessDeps) {
  let isStarted = false

  async function reasonAgainst(): Promise<string | undefined> {
    try {
      await withTimeout(setTimer, pingTimeoutMs, (signal) => rejectOnAbort(pingStore(), signal))
      return undefined
    } catch {
      return 'The store cannot be read or written.'
    }
  }
  const check = memoizeAsync(reasonAgainst, { ttlMs, now })

  return {
    started() {
      isStarted = true
    },
    notReady: async () => (isStarted ? check() : 'The process is starting.'),
  }
}
