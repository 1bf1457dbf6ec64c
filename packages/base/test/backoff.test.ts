import { describe, expect, it } from 'vitest'
import { backoffMs, retry } from '../src/backoff.ts'

it('the backoff doubles with each failure in a row, up to its longest wait', () => {
  const waits = [1, 2, 3, 4, 5, 1000].map((failures) => backoffMs(failures, { firstMs: 10, maxMs: 60 }))
  expect(waits).toEqual([10, 20, 40, 60, 60, 60])
})

it('the backoff with jitter is the wait times a random number from 0 to 1', () => {
  expect(backoffMs(2, { firstMs: 1000, maxMs: 8000 }, () => 0.25)).toBe(500)
  expect(backoffMs(9, { firstMs: 1000, maxMs: 8000 }, () => 0)).toBe(0)
})

describe('the retry loop', () => {
  it('waits after each failure for as long as its caller says, and returns the result of the first success', async () => {
    const waits: number[] = []
    let attempts = 0
    const result = await retry(
      async () => {
        attempts += 1
        if (attempts < 3) throw new Error(`no ${attempts}`)
        return attempts
      },
      (error, failures) =>
        error instanceof Error && error.message === `no ${failures}` ? failures : undefined,
      async (ms) => void waits.push(ms),
    )
    expect([result, waits]).toEqual([3, [1, 2]])
  })

  it('throws the failure if its caller allows no further attempt', async () => {
    const attempt = async () => Promise.reject(new Error('no'))
    await expect(
      retry(
        attempt,
        () => undefined,
        async () => undefined,
      ),
    ).rejects.toThrow('no')
  })
})
