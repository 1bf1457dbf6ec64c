/** Runs a function after `ms` and returns a function that cancels it. */
export type SetTimer = (run: () => void, ms: number) => () => void

/** Timers of Node. They do not keep the process alive. */
export const machineTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** The workspace's time: the injected clock plus an offset for tests. */
export type Clock = {
  /** Ms since 1970. */
  now: () => number
  /** Sets the offset from the injected clock, in ms. It replaces the last offset. */
  setOffset: (ms: number) => void
  /** Returns a new message timestamp: unique, and greater than all before. */
  nextTs: () => string
  setTimer: SetTimer
  /** Resolves after `ms` of the injected timers. */
  wait: (ms: number) => Promise<void>
}

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

/** Formats microseconds since 1970 like Slack: `1700000000.000100`. */
function tsOf(micros: number): string {
  const seconds = Math.floor(micros / 1_000_000)
  return `${seconds}.${String(micros - seconds * 1_000_000).padStart(6, '0')}`
}
