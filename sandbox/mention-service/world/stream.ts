import type { SetTimer } from '../../../src/async/clock.ts'
import type { Arrivals } from './arrivals.ts'
import type { Random } from './random.ts'

/** What comes next, and how long after the last, in ms. */
type NextArrival = { afterMs: number; count: number }

/** The first mention comes soon, so that whoever starts the world sees it move. */
const firstAfterMs = 3000

/** The endless plan of a live world: a few mentions a minute, and a burst now and then. */
export function* nextArrivals(random: Random): Generator<NextArrival, never> {
  yield { afterMs: firstAfterMs, count: 1 }
  while (true) {
    const burst = random.chance(0.05)
    yield { afterMs: random.whole(8000, 28_000), count: burst ? random.whole(6, 14) : 1 }
  }
}

/** Lets mentions arrive until the returned function is called. Bursts are about the first alert. */
export function startStream(arrivals: Arrivals, random: Random, setTimer: SetTimer): () => void {
  const plan = nextArrivals(random)
  let cancel = (): void => undefined
  function wait(): void {
    const { afterMs, count } = plan.next().value
    cancel = setTimer(() => {
      if (count === 1) arrivals.one()
      else arrivals.burst(count)
      wait()
    }, afterMs)
  }
  wait()
  return () => cancel()
}
