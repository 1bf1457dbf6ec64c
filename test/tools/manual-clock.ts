import type { Sleep } from '../../src/mention-api/request-options.ts'

/** A clock that only moves by hand. `slept` lists the requested sleeps, in ms. */
export function createHandClock(start = Date.UTC(2026, 0, 1)) {
  let at = start
  const sleepers: { until: number; wake: () => void }[] = []
  const slept: number[] = []

  const sleep: Sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      slept.push(ms)
      sleepers.push({ until: at + ms, wake: resolve })
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      if (signal?.aborted) reject(signal.reason)
    })

  return {
    now: () => at,
    sleep,
    slept,
    /** Moves the clock (also backwards), wakes due sleepers and runs all their continuations. */
    async move(ms: number): Promise<void> {
      at += ms
      for (const { wake, until } of sleepers) if (until <= at) wake()
      await flushPromises()
    },
  }
}

/** A clock that jumps ahead when code sleeps, for code that waits by itself. */
export function createJumpingClock(start = Date.UTC(2026, 0, 1)) {
  let at = start
  const slept: number[] = []
  const sleep: Sleep = async (ms, signal) => {
    signal?.throwIfAborted()
    slept.push(ms)
    at += ms
  }
  return {
    now: () => at,
    sleep,
    slept,
    move: (ms: number) => {
      at += ms
    },
  }
}

/** Timers on a clock that only moves by hand. */
export function createHandTimers(start = Date.UTC(2026, 0, 1)) {
  let at = start
  let timers: { run: () => void; due: number }[] = []
  return {
    now: () => at,
    waiting: () => timers.length,
    later: (run: () => void, ms: number) => void timers.push({ run, due: at + ms }),
    setTimer(run: () => void, ms: number) {
      const timer = { run, due: at + ms }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    /** Moves the clock and runs the timers that are due by then. */
    pass(ms: number): void {
      at += ms
      const due = timers.filter((timer) => timer.due <= at)
      timers = timers.filter((timer) => timer.due > at)
      for (const { run } of due) run()
    },
  }
}

/** Lets pending promises and callbacks run. */
export async function flushPromises(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve))
}
