import { setTimeout as wait } from 'node:timers/promises'
import type { SetTimer } from './clock.ts'

/** The clock and the timers of this process. Everything else gets them passed in, so that tests can move time. */
export type Runtime = {
  /** UTC, ms. */
  now: () => number
  setTimer: SetTimer
  /** Waits `ms`. Rejects if the signal is aborted; the default signal is `stopping`. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Waits `ms`, or until the process is asked to stop. Never rejects. */
  nap: (ms: number) => Promise<void>
  /** Aborted when the process is asked to stop. */
  stopping: AbortSignal
  stop: () => void
}

/** The longest timer of Node, in ms. Longer waits end early, and their callers look at the clock again. */
const longestTimer = 2 ** 31 - 1

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
