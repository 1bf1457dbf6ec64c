import { expect } from 'vitest'

/**
 * Measures how the time of some work grows with its input. Both sizes are measured alternately in one run, and the fastest try of each
 * counts, because a busy machine slows some tries but hardly all tries of one size.
 */

const tries = 8

/** Returns time of `more` / time of `less`. */
export function timesAsLong(less: () => unknown, more: () => unknown): number {
  const times = { less: Number.POSITIVE_INFINITY, more: Number.POSITIVE_INFINITY }
  for (let count = 0; count < tries; count++) {
    times.less = Math.min(times.less, timeOf(less))
    times.more = Math.min(times.more, timeOf(more))
  }
  return times.more / times.less
}

/**
 * Expects that the time grows linearly with the length. It compares one run on a text of 100 times the length with ten runs on the short
 * text: linear time gives a ratio of 10, quadratic time 1,000. `make` returns the work for a length.
 */
export function expectLinear(make: (length: number) => () => unknown, short = 2000): void {
  const [less, more] = [make(short), make(100 * short)]
  less()
  expect(timesAsLong(repeated(less, 10), more)).toBeLessThan(100)
}

/** The short work is repeated, because one run is too short to measure. */
const repeated = (run: () => unknown, times: number) => () => {
  for (let count = 0; count < times; count++) run()
}

function timeOf(run: () => unknown): number {
  const from = performance.now()
  run()
  return performance.now() - from
}
