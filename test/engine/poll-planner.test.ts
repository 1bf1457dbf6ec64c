import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  alertsToPoll,
  intervalCapMs,
  type PlannedAlert,
  type PollBudget,
  refill,
  requestsPerMinute,
} from '../../src/engine/schedule/poll-planner.ts'

const limits = { mostPerMinute: 250, share: 0.5, fastestMs: 5000, slowestMs: 300_000 }
const alert = (name: string, changes: Partial<PlannedAlert> = {}): PlannedAlert => ({
  alert: name,
  expectedPerHour: 1,
  requests: 1,
  polledAt: 0,
  ...changes,
})
const names = (alerts: PlannedAlert[]) => alerts.map((one) => one.alert)
const oneRequest = { requests: 1, capMs: 600_000, fastestMs: 5000 }

describe('the number of requests that polls may plan for a minute', () => {
  it.each([
    [1, 125],
    [10, 125],
    [300, 150],
    [500, 250],
    [20_000, 250],
  ])('is, for %i alerts, %i', (alerts, requests) => {
    expect(requestsPerMinute(alerts, limits)).toBe(requests)
  })

  it('is smaller for few alerts if the configuration sets a smaller share', () => {
    expect(requestsPerMinute(10, { mostPerMinute: 250, share: 0.1 })).toBe(25)
    expect(requestsPerMinute(1000, { mostPerMinute: 250, share: 0.1 })).toBe(250)
  })
})

describe('the longest interval of an alert', () => {
  it('is one and a half times the interval at equal rates', () => {
    expect(intervalCapMs(300, 150, limits)).toBe(180_000)
  })
  it('is the slowest interval of the configuration if that is smaller and still leaves room', () => {
    expect(intervalCapMs(1000, 250, limits)).toBe(300_000)
  })
  it('is longer than the slowest interval of the configuration if the requests do not suffice for that', () => {
    expect(intervalCapMs(2000, 250, limits)).toBe(720_000)
  })
  it('is not shorter than the fastest interval', () => {
    expect(intervalCapMs(1, 125, limits)).toBe(5000)
  })
})

describe('the alert that is polled next', () => {
  it('is the busier of two alerts that wait equally long', () => {
    const both = [alert('quiet'), alert('busy', { expectedPerHour: 4 })]
    expect(names(alertsToPoll(both, 60_000, oneRequest))).toEqual(['busy'])
  })
  it('is a quiet alert if it waits more than twice as long as an alert with four times the mentions', () => {
    const both = [alert('quiet'), alert('busy', { expectedPerHour: 4, polledAt: 35_000 })]
    expect(names(alertsToPoll(both, 60_000, oneRequest))).toEqual(['quiet'])
  })
  it('is the alert with fewer pages to read of two otherwise equal alerts', () => {
    const both = [alert('three pages', { requests: 3 }), alert('one page')]
    expect(names(alertsToPoll(both, 60_000, oneRequest))).toEqual(['one page'])
  })
  it('is the alert that has waited longest, if some alerts have waited longer than the longest interval', () => {
    const three = [
      alert('busy', { expectedPerHour: 1e6 }),
      alert('over', { polledAt: -600_000 }),
      alert('longer over', { polledAt: -700_000 }),
    ]
    const all = alertsToPoll(three, 60_000, { ...oneRequest, requests: 3 })
    expect(names(all)).toEqual(['longer over', 'over', 'busy'])
  })
  it('is never an alert that was polled within the fastest interval', () => {
    expect(alertsToPoll([alert('just polled', { polledAt: 58_000 })], 60_000, oneRequest)).toEqual([])
  })
  it('is none while no request is free', () => {
    expect(alertsToPoll([alert('waiting')], 60_000, { ...oneRequest, requests: 0 })).toEqual([])
  })
})

const someAlerts = fc.uniqueArray(
  fc.record({
    alert: fc.string(),
    expectedPerHour: fc.double({ min: 0.01, max: 10_000, noNaN: true }),
    requests: fc.integer({ min: 1, max: 10 }),
    polledAt: fc.integer({ min: -1_000_000, max: 100_000 }),
  }),
  { selector: (one) => one.alert, maxLength: 40 },
)

describe('the plan of the next polls for any alerts', () => {
  it('contains the most urgent alerts, as a plain sort finds them, until the requests are used up', () => {
    fc.assert(
      fc.property(someAlerts, fc.integer({ min: 0, max: 30 }), (alerts, requests) => {
        const plan = { requests, capMs: 200_000, fastestMs: 5000 }
        const waited = (one: PlannedAlert) => 100_000 - one.polledAt
        const isOver = (one: PlannedAlert) => waited(one) >= plan.capMs
        const index = (one: PlannedAlert) => (one.expectedPerHour * waited(one) ** 2) / one.requests
        const sorted = alerts
          .filter((one) => waited(one) >= plan.fastestMs)
          .sort((a, b) => {
            if (isOver(a) !== isOver(b)) return isOver(a) ? -1 : 1
            return isOver(a) ? waited(b) - waited(a) : index(b) - index(a)
          })
        const expected: PlannedAlert[] = []
        let cost = 0
        for (const one of sorted) {
          if (cost >= requests) break
          expected.push(one)
          cost += one.requests
        }
        const urgencies = (list: PlannedAlert[]) =>
          list.map((one) => (isOver(one) ? waited(one) : index(one)))
        expect(urgencies(alertsToPoll(alerts, 100_000, plan))).toEqual(urgencies(expected))
      }),
    )
  })
})

describe('the budget of requests', () => {
  it('begins empty and grows by the requests a minute', () => {
    const begun: PollBudget = { requests: 0, at: 0 }
    expect(refill(begun, 1000, 120)).toEqual({ requests: 2, at: 1000 })
  })
  it('saves the requests of at most two seconds, so that a pause is not followed by many polls at once', () => {
    expect(refill({ requests: 0, at: 0 }, 3_600_000, 120).requests).toBe(4)
  })
  it('is negative after a poll that cost more requests than were left, and grows from there', () => {
    expect(refill({ requests: -6, at: 0 }, 1000, 120).requests).toBe(-4)
  })
  it('does not shrink when the clock is set back', () => {
    expect(refill({ requests: 1, at: 10_000 }, 5000, 120)).toEqual({ requests: 1, at: 5000 })
  })
  it('lets through at most the planned requests of an hour and the rest of one poll, whatever the polls cost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 250 }),
        (costs, perMinute) => {
          let budget: PollBudget = { requests: 0, at: 0 }
          let spent = 0
          for (let second = 1; second <= 3600; second++) {
            budget = refill(budget, second * 1000, perMinute)
            while (budget.requests > 0) {
              const cost = costs[spent % costs.length] ?? 1
              budget = { ...budget, requests: budget.requests - cost }
              spent += cost
            }
          }
          expect(spent).toBeLessThanOrEqual(perMinute * 60 + Math.max(...costs))
        },
      ),
    )
  })
})

it('of alerts that are equally urgent, those that come first in the list are polled first', () => {
  const equal = ['a', 'b', 'c'].map((name) => alert(name))
  expect(names(alertsToPoll(equal, 60_000, { ...oneRequest, requests: 2 }))).toEqual(['a', 'b'])
})
