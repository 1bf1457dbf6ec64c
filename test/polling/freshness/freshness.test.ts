import { expect, it } from 'vitest'
import { simulate } from './simulate.ts'

const plan = { alerts: 200, sigma: 1.5, bursts: true, seed: 7, warmUpDays: 1, days: 0.5 }

it('planned polls find mentions sooner than equally frequent polls with as many requests, and no alert waits more than 1.55 times as long', () => {
  const equal = simulate({ ...plan, policy: 'equal' })
  const planned = simulate({ ...plan, policy: 'planner' })
  expect(planned.requestsPerMinute).toBeLessThanOrEqual(equal.requestsPerMinute * 1.001)
  expect(planned.mean).toBeLessThan(0.6 * equal.mean)
  expect(planned.p95).toBeLessThan(1.05 * equal.p95)
  expect(planned.quietHalf).toBeLessThan(1.1 * equal.quietHalf)
  expect(planned.worst).toBeLessThan(1.55 * equal.equalPeriod)
})
