import { setTimeout as wait } from 'node:timers/promises'
import type { SetTimer } from '../async/clock.ts'

/** Clock, timers and the stop signal of the process. Other modules get them passed in, so that tests can replace them. */
export type Runtime = {
  /** UTC, ms since the epoch. */
  now: () => number
  setTimer: SetTimer
  /** Waits `ms`. Rejects if the signal is aborted; by default that is the stop signal of the process. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Waits `ms`, or until the process is asked to stop. Never rejects. */
  nap: (ms: number) => Promise<void>
  stopping: AbortSignal
  /** Aborts `stopping`. */
  stop: () => void
}

/** Longest delay of a Node timer, in ms. Callers with a longer delay check again when it fires. */
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
