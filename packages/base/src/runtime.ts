import { setTimeout as wait } from 'node:timers/promises'
import { type Clocks, type SetTimer, systemClocks } from './clock.ts'
import type { Ms } from './time.ts'

export type Runtime = Clocks & {
  setTimer: SetTimer
  /** Waits `ms`. Rejects if the signal is aborted; the default signal is `stopping`. */
  sleep: (ms: Ms, signal?: AbortSignal) => Promise<void>
  nap: (ms: Ms) => Promise<void>
  stopping: AbortSignal
  stop: () => void
}

/** Node has no longer timers than this, in ms. Longer waits end early, and their callers look at the clock again. */
const maxTimerMs = 2 ** 31 - 1

/** The runtime of parts that can stop before the others do. */
export function runtimeOfParts(all: Runtime): Runtime {
  const stopping = new AbortController()
  const signal = AbortSignal.any([all.stopping, stopping.signal])
  const sleep: Runtime['sleep'] = (ms, given = signal) => all.sleep(ms, given)
  return {
    ...all,
    sleep,
    nap: (ms) => sleep(ms).catch(() => undefined),
    stopping: signal,
    stop: () => stopping.abort(),
  }
}

export function createRuntime(): Runtime {
  const stopping = new AbortController()
  const sleep = (ms: Ms, signal: AbortSignal = stopping.signal) =>
    wait(Math.min(ms, maxTimerMs), undefined, { signal })
  return {
    ...systemClocks,
    setTimer(run, ms) {
      const timer = setTimeout(run, Math.min(ms, maxTimerMs))
      return () => clearTimeout(timer)
    },
    sleep,
    nap: (ms) => sleep(ms).catch(() => undefined),
    stopping: stopping.signal,
    stop: () => stopping.abort(),
  }
}
