import { expect } from 'vitest'

/**
 * How the time that something takes grows with what it is given. Both sides are measured in one run, in turns, and of each the quickest
 * try counts: a machine that is busy makes some tries slower, and hardly all of one side.
 */

const tries = 8

/** How many times as long `more` takes as `less`. */
export function timesAsLong(less: () => unknown, more: () => unknown): number {
  const times = { less: Number.POSITIVE_INFINITY, more: Number.POSITIVE_INFINITY }
  for (let count = 0; count < tries; count++) {
    times.less = Math.min(times.less, timeOf(less))
    times.more = Math.min(times.more, timeOf(more))
  }
  return times.more / times.less
}

/**
 * Expects that the time grows as the length does. A hundred times the length is compared with ten times the short one: that takes ten times
 * as long, and a thousand times if the time grows with the square. `make` returns what is measured, for a length.
 */
export function expectLinear(make: (length: number) => () => unknown, short = 2000): void {
  const [less, more] = [make(short), make(100 * short)]
  less()
  expect(timesAsLong(repeated(less, 10), more)).toBeLessThan(100)
}

/** The short side is done so often that it can be measured. */
const repeated = (run: () => unknown, times: number) => () => {
  for (let count = 0; count < times; count++) run()
}

function timeOf(run: () => unknown): number {
  const from = performance.now()
  run()
  return performance.now() - from
}
