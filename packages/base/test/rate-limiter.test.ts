import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter, maxPauseMs, type RateLimit } from '../src/rate-limiter.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const perMinute: RateLimit = { limit: 10, windowMs: 60_000 }
const posts: RateLimit = { limit: 60, windowMs: 60_000, burst: 3 }

function open(limit: RateLimit) {
  const clock = { at: noon }
  const limiter = createRateLimiter(limit, () => clock.at)
  const takes = async (count: number, patienceMs?: number, reserve?: number, key = 'a') => {
    const waits: number[] = []
    for (let one = 0; one < count; one++) waits.push(await limiter.take(key, patienceMs, reserve))
    return waits
  }
  return { clock, limiter, takes }
}

describe('the rate limiter', () => {
  it('gives out all units of a window at once, and then says after how many milliseconds the next unit is free', async () => {
    const { clock, takes } = open(perMinute)
    expect(await takes(11)).toEqual([...Array(10).fill(0), 60_000])
    clock.at += 10_000
    expect(await takes(1)).toEqual([50_000])
    clock.at += 50_000
    expect(await takes(1)).toEqual([0])
  })

  it('counts the units of each key separately', async () => {
    const { takes } = open(posts)
    await takes(3)
    expect(await takes(1, 0, 0, 'b')).toEqual([0])
  })

  it('reserves a future unit for a caller who is ready to wait long enough, and none for a caller who is not', async () => {
    const { clock, takes } = open(posts)
    expect(await takes(5, Number.POSITIVE_INFINITY)).toEqual([0, 0, 0, 1000, 2000])
    expect(await takes(2, 2999)).toEqual([3000, 3000])
    expect(await takes(2, 3000)).toEqual([3000, 4000])
    clock.at += 4000
    expect(await takes(1)).toEqual([0])
  })

  it('leaves the last three units to other callers if a caller has to leave a reserve of three', async () => {
    const { clock, limiter, takes } = open(perMinute)
    expect(await takes(8, 0, 3)).toEqual([...Array(7).fill(0), 60_000])
    expect(await limiter.left('a')).toEqual({ units: 3, pausedForMs: 0 })
    expect(await takes(4)).toEqual([0, 0, 0, 60_000])
    clock.at += 60_000
    expect(await takes(1, 0, 3)).toEqual([0])
  })

  it('gives out no unit during a pause, never shortens a pause, and limits each pause to 15 minutes', async () => {
    const { limiter, takes } = open(perMinute)
    await limiter.pause('a', 60_000)
    await limiter.pause('a', 5000)
    expect(await takes(1)).toEqual([60_000])
    expect(await takes(1, 0, 0, 'b')).toEqual([0])
    await limiter.pause('a', 99 * 60_000)
    expect(await limiter.left('a')).toEqual({ units: 10, pausedForMs: maxPauseMs })
  })

  it('allows no burst of units directly after a pause', async () => {
    const { clock, limiter, takes } = open(posts)
    await limiter.pause('a', 30_000)
    clock.at += 30_000
    expect(await takes(2)).toEqual([0, 1000])
  })

  it('gives out three units at once and then one a second, and three at once again after a quiet time', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 2500 }), { maxLength: 40 }), async (gaps) => {
        const { clock, limiter } = open(posts)
        const times: number[] = []
        for (const gap of gaps) {
          clock.at += gap
          times.push(clock.at + (await limiter.take('C1', Number.POSITIVE_INFINITY)))
        }
        times.forEach((time, index) => {
          const fourth = times[index + 3]
          if (fourth !== undefined) expect(fourth - time).toBeGreaterThanOrEqual(1000)
        })
        const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
        expect(times.length).toBeLessThanOrEqual(3 + span / 1000)
        clock.at += span + 63_000
        expect([await limiter.take('C1'), await limiter.take('C1'), await limiter.take('C1')]).toEqual([
          0, 0, 0,
        ])
      }),
    ))

  it('gives out any number of units if its limit is infinite, except during a pause', async () => {
    const { clock, limiter, takes } = open({ limit: Number.POSITIVE_INFINITY, windowMs: 0 })
    expect(await takes(1000)).toEqual(Array(1000).fill(0))
    await limiter.pause('a', 5000)
    expect(await takes(1)).toEqual([5000])
    clock.at += 5000
    expect(await takes(1)).toEqual([0])
  })

  it('never gives out more than ten units within 60 seconds, and never asks for a wait of more than 150 seconds', async () => {
    const steps = fc.array(fc.record({ ms: fc.nat(30_000), tries: fc.nat(12), patienceMs: fc.nat(90_000) }), {
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (moves) => {
        const { clock, limiter } = open(perMinute)
        const taken: number[] = []
        for (const { ms, tries, patienceMs } of moves) {
          clock.at += ms
          for (let count = 0; count < tries; count++) {
            const wait = await limiter.take('a', patienceMs)
            expect(wait).toBeLessThanOrEqual(90_000 + 60_000)
            if (wait <= patienceMs) taken.push(clock.at + wait)
          }
        }
        taken.forEach((at, index) => {
          const eleventh = taken[index + 10]
          if (eleventh !== undefined) expect(eleventh - at).toBeGreaterThanOrEqual(60_000)
        })
      }),
      { numRuns: 50 },
    )
  })

  it('keeps the used units and the pause of a key while thousands of other keys are used in the same second', async () => {
    const { limiter, takes } = open(posts)
    await takes(3)
    await limiter.pause('b', 20_000)
    for (let key = 0; key < 5000; key++) await limiter.take(`C${key}`)
    expect(await takes(1)).toEqual([1000])
    expect(await takes(1, 0, 0, 'b')).toEqual([20_000])
  })
})
