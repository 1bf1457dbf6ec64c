import { setTimeout as wait } from 'node:timers/promises'
import type { SetTimer } from '../async/clock.ts'

/** Time and the end of it, as the process has them; everything else gets them passed in. */
export type Runtime = {
  /** UTC, ms since the epoch. */
  now: () => number
  setTimer: SetTimer
  /** Waits so many ms; rejects when the signal (by default: the stopping of the process) is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Waits so many ms, or until the process is asked to stop. */
  nap: (ms: number) => Promise<void>
  stopping: AbortSignal
  /** Asks everything to stop. */
  stop: () => void
}

/** The longest time a timer of Node takes, in ms; what is later still is looked at again then. */
const longestTimer = 2 ** 31 - 1

/** The runtime of this process. */
export function createRuntime(): Runtime {
  const stopping = new AbortController()
  const sleep = (ms: number, signal: AbortSignal = stopping.signal) =>
    wait(Math.min(ms, longestTimer), undefined, { signal })
  return {
    now: Date.now,
    setTimer(run, ms) {
      const timer = setTimeout(run, Math.min(ms, longestTimer))
      return () => clearTimeout(timer)
    },
    sleep,
    nap: (ms) => sleep(ms).catch(() => undefined),
    stopping: stopping.signal,
    stop: () => stopping.abort(),
  }
}
