import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestRateLimiter, requestsPerMinute } from '../../src/mention-api/request-budget.ts'
import { createHandClock } from '../tools/manual-clock.ts'

const takeAll = async (allowance: ReturnType<typeof createRequestRateLimiter>, reserve = 0) => {
  let taken = 0
  while ((await allowance.take(reserve)) === 0) taken++
  return taken
}

describe('the allowance of a token', () => {
  it('is 280 requests in a minute, and says when the next one is free', async () => {
    const clock = createHandClock()
    const allowance = createRequestRateLimiter(clock.now)
    expect(await takeAll(allowance)).toBe(requestsPerMinute)
    await clock.move(10_000)
    expect(await allowance.take(0)).toBe(50_000)
    await clock.move(50_000)
    expect(await allowance.take(0)).toBe(0)
  })

  it('keeps a reserve', async () => {
    const clock = createHandClock()
    const allowance = createRequestRateLimiter(clock.now)
    expect(await takeAll(allowance, 30)).toBe(250)
    expect(await allowance.left()).toEqual({ requests: 30, pausedForMs: 0 })
    expect(await takeAll(allowance)).toBe(30)
    await clock.move(60_000)
    expect(await takeAll(allowance, 30)).toBe(250)
  })

  it('gives nothing during a pause, which is never shortened and never longer than 15 minutes', async () => {
    const clock = createHandClock()
    const allowance = createRequestRateLimiter(clock.now)
    await allowance.pause(clock.now() + 60_000)
    await allowance.pause(clock.now() + 5_000)
    expect(await allowance.take(0)).toBe(60_000)
    await allowance.pause(clock.now() + 99 * 60_000)
    expect(await allowance.left()).toEqual({ requests: 280, pausedForMs: 15 * 60_000 })
  })

  it('recovers within a minute after the clock was set back by a day', async () => {
    const clock = createHandClock()
    const allowance = createRequestRateLimiter(clock.now)
    await takeAll(allowance)
    await allowance.pause(clock.now() + 10_000)
    await clock.move(-86_400_000)
    expect(await allowance.take(0)).toBeLessThanOrEqual(15 * 60_000)
    await clock.move(15 * 60_000)
    expect(await takeAll(allowance)).toBe(280)
  })

  it('never gives more than its number in any window of a minute, and is never stuck', async () => {
    const steps = fc.array(fc.record({ ms: fc.nat(30_000), tries: fc.nat(12), reserve: fc.nat(3) }), {
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (moves) => {
        const clock = createHandClock()
        const allowance = createRequestRateLimiter(clock.now, 10)
        const taken: number[] = []
        for (const { ms, tries, reserve } of moves) {
          await clock.move(ms)
          for (let count = 0; count < tries; count++) {
            const wait = await allowance.take(reserve)
            expect(wait).toBeLessThanOrEqual(60_000)
            if (wait === 0) taken.push(clock.now())
          }
        }
        for (const at of taken) {
          const within = taken.filter((time) => time <= at && time > at - 60_000)
          expect(within.length).toBeLessThanOrEqual(10)
        }
      }),
      { numRuns: 50 },
    )
  })
})
