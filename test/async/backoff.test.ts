import { expect, it } from 'vitest'
import { backoffMs } from '../../src/async/backoff.ts'

it('the backoff doubles with each failure in a row, up to its longest wait', () => {
  const waits = [1, 2, 3, 4, 5, 1000].map((failures) => backoffMs(failures, { firstMs: 10, maxMs: 60 }))
  expect(waits).toEqual([10, 20, 40, 60, 60, 60])
})

it('the backoff with jitter spreads callers over the whole wait', () => {
  expect(backoffMs(2, { firstMs: 1000, maxMs: 8000 }, () => 0.25)).toBe(500)
  expect(backoffMs(9, { firstMs: 1000, maxMs: 8000 }, () => 0)).toBe(0)
})
