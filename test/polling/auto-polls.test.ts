import { describe, expect, it } from 'vitest'
import { createAutoPolls } from '../../src/polling/auto-polls.ts'

const limits = { share: 0.5, fastestMs: 5000, slowestMs: 300_000 }

/** Planned polls on a moved clock. Each poll ends at once, and costs the pages that the test sets. */
function openPlan({ perHour = {} as Record<string, number>, weight = {} as Record<string, number> } = {}) {
  const clock = { now: 0 }
  const pages = new Map<string, number>()
  let pausedUntil = 0
  const auto = createAutoPolls({
    now: () => clock.now,
    limits,
    expectation: async (alert) => ({ perHour: perHour[alert] ?? 1, weight: weight[alert] ?? 1 }),
    pausedForMs: async () => Math.max(0, pausedUntil - clock.now),
  })
  const polls: { alert: string; at: number }[] = []
  return {
    auto,
    polls,
    pages,
    pauseFor: (ms: number) => {
      pausedUntil = clock.now + ms
    },
    async run(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        clock.now += 1000
        for (const { alert } of await auto.due()) {
          polls.push({ alert, at: clock.now })
          auto.begun(alert)
          await auto.ended(alert, pages.get(alert) ?? 1)
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

  it('poll the subscriptions of one alert together', async () => {
    const plan = openPlan()
    plan.auto.put('brand', '1')
    plan.auto.put('support', '1')
    await plan.run(6)
    expect(plan.polls).toHaveLength(1)
    expect(plan.countOf('1')).toBe(1)
  })

  it('poll a busy alert more often than quiet ones, and no quiet one less often than 1.5 times the equal interval', async () => {
    const plan = openPlan({ perHour: { 0: 400 } })
    for (let alert = 0; alert < 300; alert++) plan.auto.put(`of ${alert}`, String(alert))
    await plan.run(3600)
    expect(plan.countOf('0')).toBeGreaterThan(5 * plan.countOf('1'))
    const quiet = plan.polls.filter(({ alert }) => alert === '7').map(({ at }) => at)
    const gaps = quiet.slice(1).map((at, index) => at - (quiet[index] ?? at))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(182_000)
  })

  it('are about twice as frequent for an alert that notifies people as for an otherwise equal one', async () => {
    const plan = openPlan({ weight: { 0: 4 } })
    for (let alert = 0; alert < 200; alert++) plan.auto.put(`of ${alert}`, String(alert))
    await plan.run(3600)
    expect(plan.countOf('0') / plan.countOf('1')).toBeGreaterThan(1.6)
  })

  it('count every page that a poll reads as a request', async () => {
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
    plan.auto.begun('1')
    await plan.run(60)
    expect(plan.polls).toEqual([])
  })
})
