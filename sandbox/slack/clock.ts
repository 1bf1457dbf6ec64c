import type { SetTimer } from '../../src/async/clock.ts'

/** The workspace's time: the injected clock plus an offset that tests and the page can set. */
export type Clock = {
  /** Ms since 1970. */
  now: () => number
  /** Moves the workspace's time by so many ms against the injected clock (not against the last setting). */
  setOffset: (ms: number) => void
  /** A message timestamp: seconds and microseconds, never the same twice and never going back. */
  nextTs: () => string
  setTimer: SetTimer
  /** Resolves after so many ms of the injected timers. */
  wait: (ms: number) => Promise<void>
}

/** Builds the workspace's clock over an injected one. */
export function createClock(base: () => number, setTimer: SetTimer): Clock {
  let offset = 0
  let lastMicros = 0
  const now = () => base() + offset
  return {
    now,
    setOffset: (ms) => {
      offset = ms
    },
    nextTs: () => {
      lastMicros = Math.max(Math.floor(now() * 1000), lastMicros + 1)
      return tsOf(lastMicros)
    },
    setTimer,
    wait: (ms) => new Promise((resolve) => void setTimer(resolve, ms)),
  }
}

/** Writes microseconds since 1970 as Slack writes them: `1700000000.000100`. */
function tsOf(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  return `${seconds}.${String(micros - seconds * 1_000_000).padStart(6, '0')}`
}
