import { createRateLimiter, type RateLimit } from '@overheard/base/rate-limiter'
import { requestLimit } from '@overheard/mention-client/request-budget'
import { requestShares } from '@overheard/mention-client/request-limit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../src/store/postgres/database.ts'
import { sharedRateLimiter } from '../../../src/store/postgres/rate-limits.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const start = Date.UTC(2026, 0, 1)
let names = 0

/** One limiter in two processes on one database, and a clock that is moved by hand. */
function twoProcesses([one, other]: [Database, Database], limit: RateLimit) {
  const clock = { at: start }
  const name = `limiter ${names++}`
  const limiterOn = (database: Database) => sharedRateLimiter(database, name, limit, { now: () => clock.at })
  const both = [limiterOn(one), limiterOn(other)] as const
  return { clock, both }
}

async function twoDatabases(): Promise<[Database, Database]> {
  const { open } = await databases.fresh()
  return [(await open()).database, (await open()).database]
}

describe('a rate limiter that processes share', () => {
  it('gives both processes together no more than its limit', async () => {
    const { both } = twoProcesses(await twoDatabases(), requestLimit(requestShares()))
    const waits: number[] = []
    // Few at once, because a query that waits too long for a connection of the pool fails.
    for (let round = 0; round < 30; round++)
      waits.push(
        ...(await Promise.all(Array.from({ length: 10 }, (_, n) => both[n % 2 === 0 ? 0 : 1].take('a')))),
      )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(280)
    expect(waits.filter((wait) => wait !== 0).every((wait) => wait === 60_000)).toBe(true)
  })

  // The clock of the database can be set back, the clock of a limiter of one process cannot: it stands still for this key until the next step.
  it.each([10, 3])(
    'gives the same answers as the limiter of one process with a burst of %i, also if the clock of the database is set back',
    async (burst) => {
      const open = await twoDatabases()
      const step = fc.record({
        ms: fc.integer({ min: -70_000, max: 70_000 }),
        pauseMs: fc.option(fc.nat(120_000), { freq: 5, nil: undefined }),
        takes: fc.integer({ min: 1, max: 6 }),
        patienceMs: fc.oneof(fc.constant(0), fc.nat(90_000)),
        reserve: fc.nat(3),
        key: fc.constantFrom('C1', 'C2'),
        process: fc.constantFrom(0 as const, 1 as const),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
          const limit = { limit: 10, windowMs: 60_000, burst }
          const { clock, both } = twoProcesses(open, limit)
          const steadyAlone = () => {
            const steady = { at: 0, movedAt: clock.at }
            return { steady, alone: createRateLimiter(limit, () => steady.at) }
          }
          const keys = { C1: steadyAlone(), C2: steadyAlone() }
          for (const { ms, takes, patienceMs, reserve, key, process, pauseMs } of steps) {
            const { steady, alone } = keys[key]
            const shared = both[process]
            clock.at += ms
            steady.at += Math.max(0, clock.at - steady.movedAt)
            steady.movedAt = clock.at
            expect(await shared.left(key)).toEqual(await alone.left(key))
            if (pauseMs !== undefined)
              await Promise.all([alone.pause(key, pauseMs), shared.pause(key, pauseMs)])
            for (let take = 0; take < takes; take++)
              expect(await shared.take(key, patienceMs, reserve)).toBe(
                await alone.take(key, patienceMs, reserve),
              )
            expect(await shared.left(key)).toEqual(await alone.left(key))
          }
        }),
        { numRuns: 25 },
      )
    },
  )

  it.each([3_600_000, 86_400_000])(
    'does not make callers wait longer if the clock of the database is set back by %i ms',
    async (back) => {
      const { clock, both } = twoProcesses(await twoDatabases(), { limit: 60, windowMs: 60_000, burst: 3 })
      for (let take = 0; take < 3; take++) await both[0].take('a')
      await both[0].pause('b', 20_000)
      clock.at -= back
      expect(await both[1].left('b')).toEqual({ units: 60, pausedForMs: 20_000 })
      expect(await both[1].take('a')).toBe(1000)
      expect(await both[1].take('b')).toBe(20_000)
    },
  )

  it('shows the pause and count of one process to another, and counts each named limiter separately', async () => {
    const limit = { limit: 5, windowMs: 60_000 }
    const open = await twoDatabases()
    const { both } = twoProcesses(open, limit)
    await both[0].take('a')
    await both[0].pause('a', 5000)
    await both[0].pause('a', 1000)
    expect(await both[1].left('a')).toEqual({ units: 4, pausedForMs: 5000 })
    expect(await both[1].take('a')).toBe(5000)
    expect(await twoProcesses(open, limit).both[0].left('a')).toEqual({ units: 5, pausedForMs: 0 })
  })

  it('uses the clock of the database if no clock is given', async () => {
    const [database] = await twoDatabases()
    const limiter = sharedRateLimiter(database, 'x', { limit: 1, windowMs: 60_000 })
    expect(await limiter.take('a')).toBe(0)
    const wait = await limiter.take('a')
    expect(wait).toBeGreaterThan(50_000)
    expect(wait).toBeLessThanOrEqual(60_000)
  })
})
