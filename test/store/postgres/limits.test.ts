import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter, type RateLimit } from '../../../src/async/rate-limiter.ts'
import { requestLimit } from '../../../src/mention-api/request-budget.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { sharedRateLimiter } from '../../../src/store/postgres/rate-limits.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const start = Date.UTC(2026, 0, 1)
let names = 0

/** One limiter in two processes on one database, and a clock that is moved by hand. */
function twoProcesses([one, other]: [Database, Database], limit: RateLimit) {
  const clock = { at: start }
  const now = () => clock.at
  const name = `limiter ${names++}`
  const limiterOn = (database: Database) => sharedRateLimiter(database, name, limit, { now })
  const both = [limiterOn(one), limiterOn(other)] as const
  return { clock, now, both }
}

async function twoDatabases(): Promise<[Database, Database]> {
  const { open } = await databases.fresh()
  return [(await open()).database, (await open()).database]
}

describe('a rate limiter that processes share', () => {
  it('gives both processes together no more than its limit', async () => {
    const { both } = twoProcesses(await twoDatabases(), requestLimit)
    const waits: number[] = []
    // Few at once, because a query that waits too long for a connection of the pool fails.
    for (let round = 0; round < 30; round++)
      waits.push(
        ...(await Promise.all(Array.from({ length: 10 }, (_, n) => both[n % 2 === 0 ? 0 : 1].take('a')))),
      )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(280)
    expect(waits.filter((wait) => wait !== 0).every((wait) => wait === 60_000)).toBe(true)
  })

  it.each([10, 3])(
    'gives the same answers as the limiter of one process with a burst of %i',
    async (burst) => {
      const open = await twoDatabases()
      const step = fc.record({
        ms: fc.integer({ min: -70_000, max: 70_000 }),
        takes: fc.nat(6),
        patienceMs: fc.oneof(fc.constant(0), fc.nat(90_000)),
        reserve: fc.nat(3),
        key: fc.constantFrom('C1', 'C2'),
        process: fc.constantFrom(0 as const, 1 as const),
        pauseMs: fc.option(fc.nat(120_000), { freq: 5, nil: undefined }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
          const limit = { limit: 10, windowMs: 60_000, burst }
          const { clock, now, both } = twoProcesses(open, limit)
          const alone = createRateLimiter(limit, now)
          for (const { ms, takes, patienceMs, reserve, key, process, pauseMs } of steps) {
            clock.at += ms
            const shared = both[process]
            for (let take = 0; take < takes; take++)
              expect(await shared.take(key, patienceMs, reserve)).toBe(
                await alone.take(key, patienceMs, reserve),
              )
            if (pauseMs !== undefined)
              await Promise.all([alone.pause(key, pauseMs), shared.pause(key, pauseMs)])
            expect(await shared.left(key)).toEqual(await alone.left(key))
          }
        }),
        { numRuns: 25 },
      )
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
