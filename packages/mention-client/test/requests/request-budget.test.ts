import { createRateLimiter, type RateLimiter } from '@overheard/base/rate-limiter'
import { describe, expect, it, onTestFinished } from 'vitest'
import { requestsPerMinute } from '../../../../src/engine/schedule/poll-planner.ts'
import { defaults } from '../../../../test/config/defaults.ts'
import { createHandClock, flushPromises } from '../../../../test/tools/manual-clock.ts'
import { token } from '../../../../test/tools/secret-token.ts'
import { connectMentionService } from '../../src/mention-service-client.ts'
import { requestShares } from '../../src/request-limit.ts'
import {
  createRequestBudget,
  limitedBudget,
  requestLimit,
  requestSpacingMs,
} from '../../src/requests/request-budget.ts'

const shares = requestShares()

/** A budget of ten requests a minute beyond the reserve of commands; `served` names who went, in order. */
function setUp(most = 40) {
  const clock = createHandClock()
  const limiter = createRateLimiter({ limit: most, windowMs: 60_000 }, clock.now)
  const budget = createRequestBudget({ limiter, steady: clock.now, sleep: clock.sleep })
  const served: string[] = []
  const ask = (name: string, priority: 'command' | 'poll', alert: string, signal?: AbortSignal) =>
    budget.take(signal === undefined ? { priority, alert } : { priority, alert, signal }).then(
      () => served.push(name),
      (error: unknown) => served.push(`${name}: ${error instanceof Error ? error.message : 'refused'}`),
    )
  const poll = (name: string, signal?: AbortSignal) => ask(name, 'poll', name[0] ?? '', signal)
  const command = (name: string, signal?: AbortSignal) => ask(name, 'command', '', signal)
  const spend = async (count: number, priority: 'command' | 'poll' = 'poll') => {
    for (let done = 0; done < count; done++) {
      await budget.take({ priority, alert: '' })
      await clock.move(requestSpacingMs)
    }
  }
  return { clock, budget, served, poll, command, spend }
}

it('a limited part of the request budget refuses more requests than its limit, and leaves the others to the rest', async () => {
  const clock = createHandClock()
  const limiter = createRateLimiter(requestLimit(shares), clock.now)
  const budget = createRequestBudget({ limiter, steady: clock.now, sleep: clock.sleep })
  const part = limitedBudget(budget, limiter, { key: 'part', limit: 3 })
  const ask = { priority: 'command' as const, alert: '' }
  for (let count = 0; count < 3; count++) {
    await part.take(ask)
    await clock.move(requestSpacingMs)
  }
  await expect(part.take(ask)).rejects.toMatchObject({ kind: 'rate_limited' })
  await budget.take(ask)
  expect((await budget.left()).requests).toBe(shares.all - 4)
  await clock.move(60_000)
  await part.take(ask)
})

it.each([60, 300])(
  'if the service allows %i requests a minute, polls and people together stay below that',
  async (allowed) => {
    const clock = createHandClock()
    const { budget, service } = connectMentionService({
      ...{
        baseUrl: 'https://mentions.example',
        token,
        now: clock.now,
        steady: clock.now,
        sleep: clock.sleep,
      },
      ...{ log: { warn: () => undefined }, shares: requestShares(allowed) },
    })
    onTestFinished(() => service.close())
    let sent = 0
    for (let poll = 0; poll < allowed; poll++)
      void budget.take({ priority: 'poll', alert: '' }).then(() => sent++)
    for (let step = 0; step < 400; step++) await clock.move(requestSpacingMs)
    expect(sent).toBe(requestShares(allowed).polls)
    for (let ask = 0; ask < allowed; ask++)
      void budget.take({ priority: 'command', alert: '' }).then(
        () => sent++,
        () => undefined,
      )
    for (let step = 0; step < 400; step++) await clock.move(requestSpacingMs)
    expect(sent).toBe(requestShares(allowed).all)
    expect(sent).toBeLessThan(allowed)
  },
)

describe('the request budget', () => {
  it('lets polls use all requests except the reserve, and commands also the reserve', async () => {
    const { clock, budget, served, poll, command, spend } = setUp()
    await spend(10)
    void poll('a1')
    await flushPromises()
    expect(served).toEqual([])
    void command('c1')
    await flushPromises()
    expect(served).toEqual(['c1'])
    expect(await budget.left()).toEqual({ requests: 29, pausedForMs: 0, waiting: 1 })
    await clock.move(60_000)
    expect(served).toEqual(['c1', 'a1'])
  })

  it('serves a waiting command first, then one request of each alert in turn', async () => {
    const { clock, served, poll, command, spend } = setUp()
    await spend(10)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void poll(name)
    await flushPromises()
    await spend(30, 'command')
    await clock.move(55_000)
    void command('now')
    await flushPromises()
    expect(served).toEqual([])
    await clock.move(4_500)
    expect(served).toEqual(['now'])
    for (let more = 0; more < 60; more++) await clock.move(requestSpacingMs)
    expect(served).toEqual(['now', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('rejects a command at once if it would wait more than ten seconds, and lets polls wait', async () => {
    const { clock, budget, served, poll, command } = setUp()
    await budget.pause(60_000)
    void poll('a1')
    void command('c1')
    await flushPromises()
    expect(served).toEqual([
      'c1: No more requests to the mention service are allowed for the moment. Trying again helps in 60 s.',
    ])
    await clock.move(60_000)
    expect(served).toHaveLength(2)
  })

  it('lets a command wait for a pause of a few seconds', async () => {
    const { clock, budget, served, command } = setUp()
    await budget.pause(3_000)
    void command('c1')
    await flushPromises()
    await clock.move(3_000)
    expect(served).toEqual(['c1'])
  })

  it('respects a pause that begins while a request waits', async () => {
    const { clock, budget, served, poll, spend } = setUp()
    await spend(10)
    void poll('a1')
    await flushPromises()
    await budget.pause(90_000)
    await clock.move(60_000)
    expect(served).toEqual([])
    await clock.move(30_000)
    expect(served).toEqual(['a1'])
  })

  it('does not count a waiting request that is aborted, and serves the others', async () => {
    const { clock, budget, served, poll, spend } = setUp()
    await spend(10)
    const controller = new AbortController()
    void poll('a1', controller.signal)
    void poll('b1')
    await flushPromises()
    controller.abort(new Error('the poll is over'))
    await flushPromises()
    expect(served).toEqual(['a1: the poll is over'])
    await clock.move(60_000)
    expect(served).toEqual(['a1: the poll is over', 'b1'])
    expect(await budget.left()).toMatchObject({ requests: 39, waiting: 0 })
  })

  it('rejects a request whose signal is already aborted', async () => {
    const { budget, served, poll } = setUp()
    await poll('a1', AbortSignal.abort(new Error('too late')))
    expect(served).toEqual(['a1: too late'])
    expect(await budget.left()).toMatchObject({ requests: 40 })
  })

  it('rejects all waiting requests if the rate limiter fails, and continues when it works again', async () => {
    const clock = createHandClock()
    let isDown = true
    let asked = 0
    const real = createRateLimiter(requestLimit(shares), clock.now)
    const limiter: RateLimiter = {
      ...real,
      take: async (...args) => {
        asked++
        if (isDown) throw new Error('the database is down')
        return real.take(...args)
      },
    }
    const budget = createRequestBudget({ limiter, steady: clock.now, sleep: clock.sleep })
    const all = Promise.allSettled([1, 2, 3].map(() => budget.take({ priority: 'poll', alert: 'a' })))
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(asked).toBe(1)
    isDown = false
    await budget.take({ priority: 'poll', alert: 'a' })
  })

  it('serves a command at once even if a poll is waiting for the rate limiter', async () => {
    const clock = createHandClock()
    const answers: ((waitMs: number) => void)[] = []
    const limiter: RateLimiter = {
      take: () => new Promise((resolve) => answers.push(resolve)),
      pause: async () => {},
      left: async () => ({ units: 0, pausedForMs: 0 }),
    }
    const budget = createRequestBudget({ limiter, steady: clock.now, sleep: clock.sleep })
    void budget.take({ priority: 'poll', alert: 'a' })
    await flushPromises()
    const command = budget.take({ priority: 'command', alert: '' })
    await flushPromises()
    answers[1]?.(0)
    await command
    expect(clock.slept).toEqual([])
  })

  it('keeps the same time between requests even if they come one by one', async () => {
    const { clock, served, poll } = setUp(300)
    for (let count = 0; count < 100; count++) {
      void poll(`a${count}`)
      await clock.move(1)
    }
    expect(served).toHaveLength(Math.ceil(100 / requestSpacingMs))
  })

  it('sends fewer than 80 waiting requests a second, one after the other, because the service allows 100 a second from an address', async () => {
    const { clock, served, poll } = setUp(300)
    for (let count = 0; count < 200; count++) void poll(`a${count}`)
    await flushPromises()
    expect(served).toHaveLength(1)
    for (let ms = 0; ms < 1000; ms += requestSpacingMs) await clock.move(requestSpacingMs)
    expect(served.length).toBeGreaterThan(60)
    expect(served.length).toBeLessThan(80)
  })
})

describe('the shares of the request budget', () => {
  it.each([60, 300, 1200])(
    'of %i allowed requests leave to polls what they plan by default, so that no poll waits however much people ask',
    async (allowed) => {
      const parts = requestShares(allowed)
      const planned = requestsPerMinute(1, { share: defaults.polling.share, mostPerMinute: parts.polls })
      const clock = createHandClock()
      const limiter = createRateLimiter(requestLimit(parts), clock.now)
      const budget = createRequestBudget({ shares: parts, limiter, steady: clock.now, sleep: clock.sleep })
      let [polls, answered] = [0, 0]
      const refused: unknown[] = []
      for (let tick = 1; tick < 2 * planned; tick++) {
        for (let count = 0; count < 5; count++)
          void budget.take({ priority: 'command', alert: `c${count}` }).then(
            () => answered++,
            (error: unknown) => refused.push(error),
          )
        void budget.take({ priority: 'poll', alert: `a${tick}` }).then(() => polls++)
        for (let pieces = 0; pieces < 4; pieces++) await clock.move(60_000 / planned / 4)
        expect(polls).toBe(tick)
      }
      expect(answered).toBeGreaterThan(parts.commands)
      expect(answered).toBeLessThanOrEqual(2 * parts.commands)
      expect(refused[0]).toMatchObject({ kind: 'rate_limited' })
    },
  )

  it('tell how long a poll has waited, but not if the service has asked for a pause', async () => {
    const clock = createHandClock()
    const limiter = createRateLimiter({ limit: 31, windowMs: 60_000 }, clock.now)
    const waits: number[] = []
    const pauses: number[] = []
    const budget = createRequestBudget({
      ...{ limiter, steady: clock.now, sleep: clock.sleep },
      onPollWait: (ms) => waits.push(ms),
      onPause: (ms) => pauses.push(ms),
    })
    const ask = { priority: 'poll', alert: 'a' } as const
    await budget.take(ask)
    void budget.take(ask)
    void budget.take(ask)
    await flushPromises()
    expect(waits).toEqual([60_000])
    await clock.move(60_000)
    await clock.move(60_000)
    expect(Math.max(...waits)).toBe(120_000)
    waits.length = 0
    await budget.pause(300_000)
    void budget.take(ask)
    await flushPromises()
    expect([waits, pauses]).toEqual([[], [300_000]])
  })
})
