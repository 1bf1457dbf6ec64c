import type { Runtime } from '@overheard/base/runtime'
import type { Sleep } from '@overheard/mention-client'
import type { StartCron } from '../../src/scheduler/cron-ticker.ts'

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

/** Rings at seconds of a minute as node-cron does, on a clock and timers that a test moves by hand. */
export function cronOn({ now, setTimer }: Pick<Runtime, 'now' | 'setTimer'>): StartCron {
  return (expression, ring) => {
    const seconds = (expression.split(' ')[0] ?? '').split(',').map(Number)
    const untilRing = (second: number) => 60_000 - ((now() - second * 1000) % 60_000)
    let cancel = () => {}
    function wait(): void {
      const rings = () => {
        wait()
        ring()
      }
      cancel = setTimer(rings, Math.min(...seconds.map(untilRing)))
    }
    wait()
    return () => cancel()
  }
}

/**
 * The time of a bot that runs in this process. It moves only by hand. A wait of the bot's work ends by `endNextWait`, and a timer for other
 * work runs only by `advance`.
 */
export function createHandRuntime(start: number) {
  let at = start
  let setBy = 0
  const stopping = new AbortController()
  const timers = new Set<{ due: number; run: () => void }>()
  const waits = new Set<{ due: number; end: () => void }>()
  const add = <Due extends { due: number }>(all: Set<Due>, one: Due) => {
    all.add(one)
    return () => void all.delete(one)
  }
  const sleep: Runtime['sleep'] = (ms, signal = stopping.signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        forget()
        reject(signal.reason)
      }
      const end = () => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      const forget = add(waits, { due: at + ms, end })
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
    })
  const runtime: Runtime = {
    now: () => at,
    steady: () => at - setBy,
    setTimer: (run, ms) => add(timers, { due: at + ms, run }),
    sleep,
    nap: (ms) => sleep(ms).catch(() => undefined),
    stopping: stopping.signal,
    stop: () => stopping.abort(),
  }
  const earliest = <Due extends { due: number }>(all: Set<Due>): Due | undefined =>
    [...all].sort((one, other) => one.due - other.due)[0]
  return {
    runtime: { ...runtime, startCron: cronOn(runtime) },
    /** Sets the machine's clock, back or forward. No wait and no timer ends. */
    setClock(ms: number): void {
      at += ms
      setBy += ms
      for (const one of [...waits, ...timers]) one.due += ms
    },
    /** Moves the time to the end of the wait that ends first, if that is at most `longestMs` from now. Returns false if no wait ends. */
    endNextWait(longestMs: number): boolean {
      const wait = earliest(waits)
      if (wait === undefined || wait.due - at > longestMs) return false
      at = Math.max(at, wait.due)
      waits.delete(wait)
      wait.end()
      return true
    },
    /** Moves the time by `ms`, and ends the waits and runs the timers that are due by then, each once. */
    advance(ms: number): void {
      at += ms
      const due = [...timers].filter((timer) => timer.due <= at)
      while (this.endNextWait(0));
      for (const timer of due) if (timers.delete(timer)) timer.run()
    },
    /** Moves the time to the next wait or timer, and ends or runs it. */
    advanceToNext(): void {
      const next = earliest(new Set([...waits, ...timers]))
      if (next !== undefined) this.advance(Math.max(0, next.due - at))
    },
  }
}

/** Lets pending promises and callbacks run. */
export async function flushPromises(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve))
}
