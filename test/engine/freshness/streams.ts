import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { hourMs } from '../../../src/engine/anomalies/volume-counts.ts'

/** `sigma`: of the log-normal rates, with a mean of 40 mentions a day. */
export type StreamPlan = { alerts: number; sigma: number; bursts: boolean; seed: number }

/** `times`: when the mentions become visible (UTC, ms), ascending. */
export type Stream = { perDay: number; times: number[] }

const meanPerDay = 40
/**
 * A news item brings an alert 30 to 600 mentions an hour for some hours, also if the alert is usually quiet. About two thirds of the
 * mentions come in bursts.
 */
const burst = { perDay: 0.2, leastHours: 0.5, mostHours: 4, leastPerHour: 30, mostPerHour: 600 }

export function streamsOf({ alerts, sigma, bursts, seed }: StreamPlan, start: number, end: number): Stream[] {
  const random = createRandom(seed).next
  return Array.from({ length: alerts }, () => {
    const perDay = meanPerDay * Math.exp(sigma * normal(random) - (sigma * sigma) / 2)
    const phase = random() * 24
    const perHour = (at: number) =>
      (perDay / 24) * (1 + 0.8 * Math.sin(((at / hourMs + phase) / 24) * 2 * Math.PI))
    const times = arrivals(random, perHour, (perDay / 24) * 1.8, start, end)
    if (bursts)
      for (const from of arrivals(random, () => burst.perDay / 24, burst.perDay / 24, start, end)) {
        const length = burst.leastHours * (burst.mostHours / burst.leastHours) ** random() * hourMs
        const rate = burst.leastPerHour * (burst.mostPerHour / burst.leastPerHour) ** random()
        times.push(...arrivals(random, () => rate, rate, from, Math.min(end, from + length)))
      }
    return { perDay, times: times.sort((a, b) => a - b) }
  })
}

/** A Poisson process by thinning: `most` is an upper bound of the rate. */
function arrivals(
  random: () => number,
  perHour: (at: number) => number,
  most: number,
  start: number,
  end: number,
): number[] {
  const times: number[] = []
  for (let at = start; ; ) {
    at += (-Math.log(1 - random()) / most) * hourMs
    if (at >= end) return times
    if (random() * most < perHour(at)) times.push(at)
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
