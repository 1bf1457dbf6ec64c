/** Calls `run` after `ms`. Returns the function that cancels it. */
export type SetTimer = (run: () => void, ms: number) => () => void

/** The timers of the machine. Code that tests move by hand gets its timer passed in. */
export const systemTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Resolves after `ms`. */
export const sleepOn = (setTimer: SetTimer, ms: number) =>
  new Promise<void>((resolve) => void setTimer(resolve, ms))

/** Remembers for a while that somebody refused something. */
export type TemporaryFlag = { raise(): void; isRaised(): boolean }

/** A flag that is lowered after `forMs`. If the clock was set back, it is lowered at once. */
export function createTemporaryFlag(now: () => number, forMs: number): TemporaryFlag {
  let raisedAt = Number.NEGATIVE_INFINITY
  return {
    raise() {
      raisedAt = now()
    },
    isRaised: () => now() >= raisedAt && now() - raisedAt < forMs,
  }
}
