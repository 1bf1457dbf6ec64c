import { createKeyedMutex } from '@overheard/base/serial'
import { FetchError } from '../source.ts'
import type { HostWaits } from '../store/host-waits.ts'

/** The least time between the end of a request to a host and the next one, in ms. */
export const usualPauseMs = 2000

export type Hosts = ReturnType<typeof createHosts>

type HostsDeps = {
  waits: Pick<HostWaits, 'freeAt' | 'waitUntil'>
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Lets one request at a time reach a host, and none before the time that the host has asked for. That time survives a restart. */
export function createHosts({ waits, now, sleep }: HostsDeps) {
  const mutex = createKeyedMutex()
  const lastEnd = new Map<string, number>()
  const visitors = createCounter()

  async function pause(host: string, { pauseMs, signal, waiting }: Visit): Promise<void> {
    const waitMs = (lastEnd.get(host) ?? Number.NEGATIVE_INFINITY) + pauseMs - now()
    if (waitMs <= 0) return
    waiting(true)
    // A clock that was set back must not make the wait longer than the pause.
    await sleep(Math.min(waitMs, pauseMs), signal)
  }

  return {
    /** Rejects with FetchError `busy` if the host has asked to wait, or with the signal's reason. */
    async visit<Result>(host: string, visit: Visit, request: () => Promise<Result>): Promise<Result> {
      const { signal, waiting } = visit
      const leave = visitors.enter(host)
      if (visitors.of(host) > 1) waiting(true)
      try {
        return await mutex(host, async () => {
          signal.throwIfAborted()
          const retryAt = waits.freeAt(host)
          if (retryAt > now())
            throw new FetchError(
              'busy',
              `${host} has asked to wait until ${new Date(retryAt).toISOString()}`,
              { retryAt },
            )
          await pause(host, visit)
          waiting(false)
          try {
            return await request()
          } finally {
            lastEnd.set(host, now())
          }
        })
      } finally {
        waiting(false)
        leave()
      }
    },
    /** No request reaches the host before this time (UTC ms). */
    block: waits.waitUntil,
  }
}

type Visit = { pauseMs: number; signal: AbortSignal; waiting: (isWaiting: boolean) => void }

/** Counts the visitors of each host: the one that is there, and those that wait. */
function createCounter() {
  const counts = new Map<string, number>()
  const of = (host: string) => counts.get(host) ?? 0
  return {
    of,
    enter(host: string): () => void {
      counts.set(host, of(host) + 1)
      return () => {
        if (of(host) === 1) counts.delete(host)
        else counts.set(host, of(host) - 1)
      }
    },
  }
}
