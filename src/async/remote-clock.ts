import type { SteadyClock } from './clock.ts'
import type { Ms, Time } from './time.ts'

/** The clock of another side, as its answers show it. It needs none of our clocks that can be set. */
export type RemoteClock = {
  /** Learns the time of an answer from its header `Date`, which has whole seconds. */
  heard(date: string | null | undefined): void
  /** Returns a time that the other clock has passed, at most some seconds ago (ms since the epoch). Undefined before the first answer. */
  time(): Time | undefined
}

export function createRemoteClock(steady: SteadyClock): RemoteClock {
  let last: { time: Time; heardAt: Ms } | undefined
  return {
    heard(date) {
      const time = Date.parse(date ?? '')
      if (!Number.isNaN(time)) last = { time, heardAt: steady() }
    },
    time: () => last && last.time + steady() - last.heardAt,
  }
}
