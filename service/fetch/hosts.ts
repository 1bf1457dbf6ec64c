import { createKeyedMutex } from '../../src/async/keyed-mutex.ts'
import { FetchError } from '../source.ts'
import type { HostWaits } from '../store/host-waits.ts'

/** The least time between the end of a request to a host and the next one, in ms. */
export const usualPauseMs = 2000

export type Hosts = ReturnType<typeof createHosts>

type HostsDeps = {
  waits: HostWaits
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Lets one request at a time reach a host, and none before the time that the host has asked for. That time survives a restart. */
export function createHosts({ waits, now, sleep }: HostsDeps) {
  const mutex = createKeyedMutex()
  const lastEnd = new Map<string, number>()

  return {
    /** Rejects with FetchError `busy` if the host has asked to wait, or with the signal's reason. */
    visit: <Result>(
      host: string,
      { pauseMs, signal }: { pauseMs: number; signal: AbortSignal },
      request: () => Promise<Result>,
    ): Promise<Result> =>
      mutex(host, async () => {
        signal.throwIfAborted()
        const retryAt = waits.freeAt(host)
        if (retryAt > now())
          throw new FetchError('busy', `${host} has asked to wait until ${new Date(retryAt).toISOString()}`, {
            retryAt,
          })
        const waitMs = (lastEnd.get(host) ?? Number.NEGATIVE_INFINITY) + pauseMs - now()
        // A clock that was set back must not make the wait longer than the pause.
        if (waitMs > 0) await sleep(Math.min(waitMs, pauseMs), signal)
        try {
          return await request()
        } finally {
          lastEnd.set(host, now())
        }
      }),
    /** No request reaches the host before this time (UTC ms). */
    block: waits.waitUntil,
  }
}
