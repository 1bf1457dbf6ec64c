import { describe, expect, it } from 'vitest'
import type { AlertVolume } from '../../src/engine/anomalies/alert-volume.ts'
import { initialCounts } from '../../src/engine/anomalies/volume-counts.ts'
import { createAutoPolls, createPollExpectation } from '../../src/engine/schedule/auto-polls.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const limits = { mostPerMinute: 250, share: 0.5, fastestMs: 5000, slowestMs: 300_000 }

/** Planned polls on a moved clock. Each poll ends at once, and costs the pages that the test sets. */
function openPlan({ perHour = {} as Record<string, number>, weight = {} as Record<string, number> } = {}) {
  const clock = { now: 0 }
  const pages = new Map<string, number>()
  const failing = new Set<string>()
  const spikes = new Set<string>()
  let pausedUntil = 0
  const store = { isAway: false }
  const auto = createAutoPolls({
    steady: () => clock.now,
    limits,
    expectation: async (alert) => ({ perHour: perHour[alert] ?? 1, weight: weight[alert] ?? 1 }),
    async pausedForMs() {
      if (store.isAway) throw new Error('Query read timeout')
      return Math.max(0, pausedUntil - clock.now)
    },
  })
  const polls: { alert: string; at: number }[] = []
  return {
    auto,
    clock,
    polls,
    pages,
    failing,
    spikes,
    store,
    pauseFor: (ms: number) => {
      pausedUntil = clock.now + ms
    },
    async run(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        clock.now += 1000
        for (const { alert, subscriptions } of await auto.due()) {
          polls.push({ alert, at: clock.now })
          const ended = {
            requests: pages.get(alert) ?? 1,
            hasFailed: failing.has(alert),
            inSpike: spikes.has(alert),
          }
          await auto.begin(alert, subscriptions)?.end(ended)
        }
      }
    },
    countOf: (alert: string) => polls.filter((one) => one.alert === alert).length,
  }
}

describe('automatic polls', () => {
  it('of ten alerts poll each of them about every five seconds, with at most 125 requests a minute', async () => {
    const plan = openPlan()
    for (let alert = 0; alert < 10; alert++) plan.auto.put(`of ${alert}`, String(alert))
    await plan.run(600)
    for (let alert = 0; alert < 10; alert++) expect(plan.countOf(String(alert))).toBeGreaterThan(100)
    expect(plan.polls.length).toBeLessThanOrEqual(1250)
    expect(plan.auto.interval()).toBe(5000)
  })

  it('are not planned while the store does not answer, and continue afterwards', async () => {
    const plan = openPlan()
    plan.auto.put('brand', '1')
    plan.store.isAway = true
    await plan.run(60)
    expect(plan.polls).toEqual([])
    plan.store.isAway = false
    await plan.run(6)
    expect(plan.countOf('1')).toBeGreaterThan(0)
  })

  it('poll the subscriptions of one alert together', async () => {
    const plan = openPlan()
    plan.auto.put('brand', '1')
    plan.auto.put('support', '1')
    await plan.run(6)
    expect(plan.polls).toHaveLength(1)
    expect(plan.countOf('1')).toBe(1)
  })

  it('poll a busy one of 300 alerts more often than quiet ones, and each quiet one at least every 182 seconds', async () => {
    const plan = openPlan({ perHour: { 0: 400 } })
    for (let alert = 0; alert < 300; alert++) plan.auto.put(`of ${alert}`, String(alert))
    await plan.run(3600)
    expect(plan.countOf('0')).toBeGreaterThan(5 * plan.countOf('1'))
    const quiet = plan.polls.filter(({ alert }) => alert === '7').map(({ at }) => at)
    const gaps = quiet.slice(1).map((at, index) => at - (quiet[index] ?? at))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(182_000)
  })

  it('are clearly more frequent for an alert that notifies people than for an otherwise equal alert', async () => {
    const plan = openPlan({ weight: { 0: 4 } })
    for (let alert = 0; alert < 200; alert++) plan.auto.put(`of ${alert}`, String(alert))
    await plan.run(3600)
    expect(plan.countOf('0') / plan.countOf('1')).toBeGreaterThan(1.6)
  })

  it('count every page that a poll reads as one of the planned requests', async () => {
    const plan = openPlan()
    for (let alert = 0; alert < 10; alert++) {
      plan.auto.put(`of ${alert}`, String(alert))
      plan.pages.set(String(alert), 5)
    }
    await plan.run(600)
    expect(plan.polls.length * 5).toBeLessThanOrEqual(1250 + 5)
  })

  it('wait while the mention service demands a pause, and use fewer requests for half an hour after it', async () => {
    const plan = openPlan()
    for (let alert = 0; alert < 200; alert++) plan.auto.put(`of ${alert}`, String(alert))
    await plan.run(60)
    const before = plan.polls.length
    plan.pauseFor(60_000)
    await plan.run(59)
    expect(plan.polls.length).toBe(before)
    await plan.run(61)
    const first = plan.polls.length - before
    await plan.run(1800)
    const then = plan.polls.length
    await plan.run(60)
    expect(first).toBeLessThan(0.8 * (plan.polls.length - then))
  })

  it('do not poll the alert of a removed subscription', async () => {
    const plan = openPlan()
    plan.auto.put('brand', '1')
    plan.auto.remove('brand')
    await plan.run(60)
    expect(plan.polls).toEqual([])
  })

  it('do not poll an alert again while its poll is running', async () => {
    const plan = openPlan()
    plan.auto.put('brand', '1')
    plan.auto.begin('1', ['brand'])
    await plan.run(60)
    expect(plan.polls).toEqual([])
  })

  it('do not plan another poll of an alert while its poll waits in the queue', async () => {
    const plan = openPlan()
    plan.auto.put('brand', '1')
    await plan.run(4)
    plan.clock.now += 1000
    expect(await plan.auto.due()).toHaveLength(1)
    await plan.run(60)
    expect(plan.polls).toEqual([])
  })

  it('do not poll an alert while its poll by a cron expression runs, and do not count the requests of that poll', async () => {
    const plan = openPlan()
    for (let alert = 0; alert < 10; alert++) plan.auto.put(`of ${alert}`, String(alert))
    const end = { requests: 50, hasFailed: false, inSpike: false }
    const poll = plan.auto.begin('0', ['with a cron expression'])
    expect(poll?.subscriptions).toEqual(['of 0'])
    await plan.run(30)
    expect(plan.countOf('0')).toBe(0)
    await poll?.end(end)
    await plan.run(60)
    expect(plan.countOf('1')).toBeGreaterThan(12)
  })

  it('have as many requests left after a poll by a cron expression that read 200 pages', async () => {
    const plan = openPlan()
    plan.auto.put('brand', '1')
    plan.auto.put('support', '2')
    const poll = plan.auto.begin('1', ['with a cron expression'])
    await poll?.end({ requests: 200, hasFailed: false, inSpike: false })
    await plan.run(60)
    expect(plan.countOf('2')).toBeGreaterThanOrEqual(10)
  })

  it('of an alert whose polls fail come once a minute, until a poll succeeds', async () => {
    const plan = openPlan()
    plan.auto.put('brand', '1')
    plan.failing.add('1')
    await plan.run(3600)
    expect(plan.countOf('1')).toBeLessThanOrEqual(65)
    expect(plan.countOf('1')).toBeGreaterThanOrEqual(55)
    plan.failing.clear()
    const before = plan.countOf('1')
    await plan.run(300)
    expect(plan.countOf('1') - before).toBeGreaterThan(30)
  })

  it('are clearly more frequent for an alert in a spike than for an otherwise equal alert', async () => {
    const plan = openPlan()
    for (let alert = 0; alert < 200; alert++) plan.auto.put(`of ${alert}`, String(alert))
    plan.spikes.add('0')
    await plan.run(3600)
    expect(plan.countOf('0') / plan.countOf('1')).toBeGreaterThan(1.6)
  })

  it('send no request at the moment when the process starts', async () => {
    const plan = openPlan()
    for (let alert = 0; alert < 300; alert++) plan.auto.put(`of ${alert}`, String(alert))
    expect(await plan.auto.due()).toEqual([])
    await plan.run(60)
    expect(plan.polls.length).toBeLessThanOrEqual(150)
  })
})

describe('the number of mentions that an alert is expected to bring', () => {
  const now = Date.UTC(2026, 0, 15, 12)
  const day = 86_400_000
  const period = (daysAgo: number, total: number) => {
    const from = new Date(now - daysAgo * day).toISOString().slice(0, 10)
    return { from, to: from, incomplete: false, value: { total, parts: [] } }
  }
  const expectationFor = (volume: AlertVolume | undefined, notify = {}) =>
    createPollExpectation({
      now: () => now,
      volume: { find: async () => volume },
      find: (name) => ({ subscription: subscriptionOf({ name, ...notify }) }),
    })('1', ['brand'])

  it('comes from the mention service’s daily totals if the alert is new', async () => {
    const days = { mentions: Array.from({ length: 14 }, (_, index) => period(index + 1, 240)), sentiment: [] }
    const seen = { watermark: '0', origin: '0', done: [] }
    const { perHour } = await expectationFor({ counts: initialCounts(now, days), seen, announced: [] })
    expect(perHour).toBeGreaterThan(8)
    expect(perHour).toBeLessThan(11)
  })

  it('is one an hour before anything is known', async () => {
    expect(await expectationFor(undefined)).toEqual({ perHour: 1, weight: 1 })
  })

  it('weighs four times as much if a subscription notifies people', async () => {
    const notify = { users: ['U1'], groups: [], here: false, when: {} }
    expect((await expectationFor(undefined, { notify })).weight).toBe(4)
  })
})

describe('an alert whose poll failed', () => {
  it('is polled again after exactly ten seconds', async () => {
    const plan = openPlan()
    plan.auto.put('brand', '1')
    await plan.run(10)
    plan.failing.add('1')
    const { length } = plan.polls
    await plan.run(60)
    const [first, second] = plan.polls.slice(length).map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBe(10_000)
  })
})

it('an alert is not planned again while its poll waits or runs', async () => {
  const plan = openPlan()
  plan.auto.put('brand', '1')
  const due = async (seconds: number) => {
    let found = 0
    for (let second = 0; second < seconds; second++) {
      plan.clock.now += 1000
      found += (await plan.auto.due()).length
    }
    return found
  }
  expect(await due(60)).toBe(1)
  const running = plan.auto.begin('1', ['brand'])
  expect(await due(600)).toBe(0)
  await running?.end({ requests: 1, hasFailed: false, inSpike: false })
  expect(await due(60)).toBe(1)
})
