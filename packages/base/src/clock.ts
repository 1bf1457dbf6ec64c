import type { Ms, Time } from './time.ts'

export type SetTimer = (run: () => void, ms: Ms) => () => void

/**
 * Milliseconds since some moment of this process. It never goes back, and nobody can set it. It may stand still while the machine sleeps.
 * Two of its times say what came first in this process, and their difference is a duration.
 */
export type SteadyClock = () => Ms

/** `now` is the machine's clock. Anybody can set it at any moment, so it does not say what came first, nor how long something took. */
export type Clocks = {
  now: () => Time
  steady: SteadyClock
}

/**
 * Returns a time that our clock and Slack's have both passed, so what is old by it is old, whichever of the two is wrong. Undefined while
 * Slack's time is unknown.
 */
export function timeByBoth({
  now,
  slackTime,
}: Pick<Clocks, 'now'> & { slackTime: () => Time | undefined }): Time | undefined {
  const time = slackTime()
  return time && Math.min(time, now())
}

export const systemClocks: Clocks = { now: () => Date.now(), steady: () => performance.now() }

/**
 * Starts to measure a time that must not be too long. Returns a function with the ms since then: the longer time of two clocks, because the
 * steady clock may stand still while the machine sleeps. If the machine's clock was set, nobody knows for how long the process stood still.
 */
export function startStopwatch({ now, steady }: Clocks): () => Ms {
  const [at, steadyAt] = [now(), steady()]
  return () => Math.max(Math.abs(now() - at), steady() - steadyAt)
}

export const systemTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export const sleepOn = (setTimer: SetTimer, ms: Ms) =>
  new Promise<void>((resolve) => void setTimer(resolve, ms))

type TemporaryFlag = { raise(): void; isRaised(): boolean }

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

/** The clock of another side, as its answers show it. It needs none of our clocks that can be set. */
export type RemoteClock = {
  /** Learns the time of an answer from its header `Date`, which has whole seconds. */
  heard(date: string | null | undefined): void
  /** Returns a time that the other clock has passed, at most some seconds ago (ms since the epoch). Undefined before the first answer. */
  time(): Time | undefined
  /** Resolves with the first answer that tells the time. */
  known: Promise<void>
}

export function createRemoteClock(steady: SteadyClock): RemoteClock {
  let last: { time: Time; heardAt: Ms } | undefined
  const { promise: known, resolve } = Promise.withResolvers<void>()
  return {
    known,
    heard(date) {
      const time = Date.parse(date ?? '')
      if (Number.isNaN(time)) return
      last = { time, heardAt: steady() }
      resolve()
    },
    time: () => last && last.time + steady() - last.heardAt,
  }
}
