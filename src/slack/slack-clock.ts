import type { SteadyClock } from '../async/clock.ts'
import type { Ms, Time } from '../async/time.ts'

/** Slack's clock, as its answers show it. It needs none of our clocks that can be set. */
export type SlackClock = {
  /** Learns the time of an answer from its header `Date`. */
  heard(date: string | null): void
  /** Returns a time that Slack's clock has passed, at most some seconds ago (ms since the epoch). Undefined before the first answer. */
  time(): Time | undefined
}

export function createSlackClock(steady: SteadyClock): SlackClock {
  let last: { time: Time; heardAt: Ms } | undefined
  return {
    heard(date) {
      const time = Date.parse(date ?? '')
      if (!Number.isNaN(time)) last = { time, heardAt: steady() }
    },
    time: () => last && last.time + steady() - last.heardAt,
  }
}
