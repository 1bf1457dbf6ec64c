import type { SetTimer } from './clock.ts'

/** A clock with timers. Both move only by `advance`. */
export type HandClock = {
  /** Ms since 1970. */
  now: () => number
  setTimer: SetTimer
  /** Moves the time by `ms` and runs the timers that are due, in the order of their times. */
  advance: (ms: number) => void
}

/** `start` is in ms since 1970. */
export function createHandClock(start: number): HandClock {
  let now = start
  const timers = new Set<{ at: number; run: () => void }>()
  return {
    now: () => now,
    setTimer: (run, ms) => {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance: (ms) => {
      now += ms
      for (const timer of [...timers].filter((one) => one.at <= now).sort((a, b) => a.at - b.at)) {
        timers.delete(timer)
        timer.run()
      }
    },
  }
}
