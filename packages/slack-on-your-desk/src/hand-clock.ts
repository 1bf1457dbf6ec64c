import type { SetTimer } from './clock.ts'

/** A clock with timers. Both move only by `advance`. */
export type HandClock = {
  /** Ms since 1970. */
  now: () => number
  setTimer: SetTimer
  /** Moves the time by `ms`. Each timer that is due meanwhile runs at its time, also one that another timer sets. */
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
      const end = now + ms
      const next = () => [...timers].filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0]
      for (let timer = next(); timer !== undefined; timer = next()) {
        timers.delete(timer)
        now = Math.max(now, timer.at)
        timer.run()
      }
      now = end
    },
  }
}
