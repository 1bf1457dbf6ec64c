import type { Ms, Time } from './time.ts'

export type SetTimer = (run: () => void, ms: Ms) => () => void

export const systemTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export const sleepOn = (setTimer: SetTimer, ms: Ms) =>
  new Promise<void>((resolve) => void setTimer(resolve, ms))

export type TemporaryFlag = { raise(): void; isRaised(): boolean }

/** The flag is lowered after `forMs`. If the clock was set back, it is lowered at once. */
export function createTemporaryFlag(now: () => Time, forMs: Ms): TemporaryFlag {
  let raisedAt = Number.NEGATIVE_INFINITY
  return {
    raise() {
      raisedAt = now()
    },
    isRaised: () => now() >= raisedAt && now() - raisedAt < forMs,
  }
}
