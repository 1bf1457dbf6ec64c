import { expect } from 'vitest'

/**
 * Measures how the time of some work grows with its input. The fastest try counts, because a busy machine slows some tries but hardly all
 * of them. The larger work is expensive, so it is tried only until one try is within the limit.
 */

const lessTries = 8
const moreTries = 20

/** Expects that `more` takes less than `limit` times as long as `less`. */
export function expectTimesAsLong(less: () => unknown, more: () => unknown, limit: number): void {
  const unit = Math.min(...Array.from({ length: lessTries }, () => timeOf(less)))
  let ratio = Number.POSITIVE_INFINITY
  for (let count = 0; count < moreTries && ratio >= limit; count++)
    ratio = Math.min(ratio, timeOf(more) / unit)
  expect(ratio).toBeLessThan(limit)
}

/**
 * Expects that the time grows linearly with the length. It compares one run on a text of 100 times the length with ten runs on the short
 * text: linear time gives a ratio of 10, quadratic time 1,000. `make` returns the work for a length.
 */
export function expectLinear(make: (length: number) => () => unknown, short = 2000): void {
  const [less, more] = [make(short), make(100 * short)]
  less()
  // 300, because other programs may slow a long run far more than a short one.
  expectTimesAsLong(repeated(less, 10), more, 300)
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
