/** Request budget and channel pace over rows: what one process promises, several promise together. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestRateLimiter } from '../../../src/mention-api/request-budget.ts'
import { createChannelRate, postsAtOnce, postsEvery } from '../../../src/slack/channel-rate.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { channelRateRows, sharedAllowance } from '../../../src/store/postgres/rate-limits.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()
const start = Date.UTC(2026, 0, 1)
let tokens = 0

/** Two processes with one token on one database, and a clock that is moved by hand. */
function twoProcesses([one, other]: [Database, Database], most: number) {
  const clock = { at: start }
  const terms = { token: `token ${tokens++}`, most, longestPause: 900_000 }
  const now = () => clock.at
  return { clock, now, both: [sharedAllowance(one, terms, now), sharedAllowance(other, terms, now)] as const }
}

async function twoDatabases(): Promise<[Database, Database]> {
  const { open } = await databases.fresh()
  return [(await open()).database, (await open()).database]
}

describe('the allowance of a token that processes share', () => {
  it('gives both of them together 280 requests, at the same moment', async () => {
    const { both } = twoProcesses(await twoDatabases(), 280)
    const waits = await Promise.all(
      Array.from({ length: 300 }, (_, index) => both[index % 2 === 0 ? 0 : 1].take(0)),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(280)
    expect(waits.filter((wait) => wait !== 0).every((wait) => wait === 60_000)).toBe(true)
  })

  it('answers like that of one process, whatever is asked of it in whatever process', async () => {
    const open = await twoDatabases()
    const step = fc.record({
      ms: fc.integer({ min: -70_000, max: 70_000 }),
      takes: fc.nat(6),
      reserve: fc.nat(3),
      process: fc.constantFrom(0 as const, 1 as const),
      pause: fc.option(fc.nat(120_000), { freq: 5, nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const { clock, now, both } = twoProcesses(open, 10)
        const alone = createRequestRateLimiter(now, 10)
        for (const { ms, takes, reserve, process, pause } of steps) {
          clock.at += ms
          for (let take = 0; take < takes; take++)
            expect(await both[process].take(reserve)).toBe(await alone.take(reserve))
          if (pause !== undefined) {
            await Promise.all([alone.pause(clock.at + pause), both[process].pause(clock.at + pause)])
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  it('keeps its pause and its count for the next process, and counts each token for itself', async () => {
    const { clock, both } = twoProcesses(await twoDatabases(), 5)
    await both[0].take(0)
    await both[0].pause(clock.at + 5000)
    await both[0].pause(clock.at + 1000)
    expect(await both[1].left()).toEqual({ requests: 4, pausedForMs: 5000 })
    expect(await both[1].take(0)).toBe(5000)
    const other = twoProcesses(await twoDatabases(), 5)
    expect(await other.both[0].left()).toEqual({ requests: 5, pausedForMs: 0 })
  })

  it('goes by the clock of the database where no other is given', async () => {
    const [database] = await twoDatabases()
    const allowance = sharedAllowance(database, { token: 'x', most: 1, longestPause: 900_000 })
    expect(await allowance.take(0)).toBe(0)
    const wait = await allowance.take(0)
    expect(wait).toBeGreaterThan(50_000)
    expect(wait).toBeLessThanOrEqual(60_000)
  })
})

describe('the pace of a channel that processes share', () => {
  it('is not shut by a clock that goes back', async () => {
    const [database] = await twoDatabases()
    const clock = { at: start }
    const channelRate = channelRateRows(database, { interval: 1000, burst: 1 }, () => clock.at)
    expect(await channelRate.take('C1', 0)).toBe(0)
    clock.at -= 3_600_000
    expect(await channelRate.take('C1', 5000)).toBe(1000)
  })

  it('answers like that of one process, whatever is asked of it in whatever process', async () => {
    const [one, other] = await twoDatabases()
    const step = fc.record({
      ms: fc.nat(4000),
      patience: fc.nat(5000),
      channel: fc.constantFrom('C1', 'C2'),
      process: fc.constantFrom(0 as const, 1 as const),
      pause: fc.option(fc.nat(20_000), { freq: 6, nil: undefined }),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        run++
        const clock = { at: start }
        const terms = { interval: postsEvery, burst: postsAtOnce }
        const both = [
          channelRateRows(one, terms, () => clock.at),
          channelRateRows(other, terms, () => clock.at),
        ] as const
        const alone = createChannelRate(() => clock.at)
        for (const { ms, patience, channel, process, pause } of steps) {
          clock.at += ms
          const name = `${channel} ${run}`
          expect(await both[process].take(name, patience)).toBe(await alone.take(name, patience))
          if (pause !== undefined)
            await Promise.all([alone.pause(name, pause), both[process].pause(name, pause)])
        }
      }),
      { numRuns: 25 },
    )
  })
})
