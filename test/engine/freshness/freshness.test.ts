import { expect, it } from 'vitest'
import { expectedPerHour } from '../../../src/engine/anomalies/expected-rate.ts'
import { assessSpike } from '../../../src/engine/anomalies/spike-detector.ts'
import { countMention, dayMs, initialCounts } from '../../../src/engine/anomalies/volume-counts.ts'
import { createAutoPolls } from '../../../src/engine/schedule/auto-polls.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { simulate } from './simulate.ts'

const plan = { alerts: 200, sigma: 1.5, bursts: true, seed: 7, warmUpDays: 1, days: 0.5 }

it('planned polls find mentions sooner than equally frequent polls with as many requests, and no alert waits more than 1.51 times as long', async () => {
  const equal = await simulate({ ...plan, policy: 'equal' })
  const planned = await simulate({ ...plan, policy: 'planner' })
  expect(planned.requestsPerMinute).toBeLessThanOrEqual(equal.requestsPerMinute * 1.001)
  expect(planned.mean).toBeLessThan(0.45 * equal.mean)
  expect(planned.p95).toBeLessThan(1.05 * equal.p95)
  expect(planned.quietHalf).toBeLessThan(1.1 * equal.quietHalf)
  expect(planned.worst).toBeLessThanOrEqual(1.51 * equal.equalPeriod)
})

it('polls of 300 alerts find a crisis of a quiet alert within three minutes, and after one more poll come about every five seconds', async () => {
  const start = Date.UTC(2026, 0, 5)
  const crisisAt = start + 8 * dayMs
  let now = crisisAt - 600_000
  const alerts = Array.from({ length: 300 }, (_, index) => String(index))
  const perDay = (ago: number) => ({
    from: new Date(start - ago * dayMs).toISOString(),
    value: { total: 2, parts: [] },
  })
  let counts = initialCounts(start, { mentions: [1, 2, 3, 4, 5, 6, 7].map(perDay) as never, sentiment: [] })
  let read = crisisAt
  const auto = createAutoPolls({
    steady: () => now,
    limits: { mostPerMinute: 250, share: 0.5, fastestMs: 5000, slowestMs: 300_000 },
    expectation: async (alert) => ({
      perHour: alert === '7' ? expectedPerHour(counts, now) : 1.7,
      weight: 1,
    }),
    pausedForMs: async () => 0,
  })
  for (const alert of alerts) auto.put(alert, alert)
  const polls: number[] = []
  for (; now < crisisAt + 600_000; now += 1000)
    for (const { alert, subscriptions } of await auto.due()) {
      const begun = auto.begin(alert, subscriptions)
      let inSpike = false
      if (alert === '7' && now >= crisisAt) {
        polls.push(now)
        for (; read <= now; read += 3000) counts = countMention(counts, sampleMention({ date: read }), now)
        inSpike = assessSpike(counts, { now, sensitivity: 'normal', bursts: [] }).signs.length > 0
      }
      await begun?.end({ requests: 1, hasFailed: false, inSpike })
    }
  const [found = 0, ...later] = polls
  expect(found - crisisAt).toBeLessThanOrEqual(181_000)
  const gaps = later.map((at, index) => at - (polls[index] ?? at))
  expect(Math.max(...gaps.slice(1))).toBeLessThanOrEqual(6000)
})
