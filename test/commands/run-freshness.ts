import { parseArgs } from 'node:util'
import { type Freshness, type Policy, simulate } from '../engine/freshness/simulate.ts'

/**
 * `npm run freshness [-- --alerts 10,300,2000 --days N]`: compares the planner with equal and with proportional poll rates. Ends with exit
 * code 1 if the planner misses a limit.
 */

const { values } = parseArgs({
  options: {
    alerts: { type: 'string', default: '10,300,2000' },
    days: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const policies: Policy[] = ['equal', 'proportional', 'planner']

say(
  'Seconds from visible to found. Worst: the longest interval of an alert. Shares of equal rates in brackets.',
)
for (const alerts of values.alerts.split(',').map(Number))
  for (const bursts of [false, true])
    for (const sigma of [1, 1.5, 2]) {
      const plan = {
        alerts,
        sigma,
        bursts,
        seed: Number(values.seed),
        warmUpDays: 3,
        days: Number(values.days),
      }
      say(`\n${alerts} alerts, σ ${sigma}, ${bursts ? 'with' : 'without'} bursts`)
      say(row('', ['mean', 'p95', 'quiet half', 'worst', 'requests/min', 'most/min']))
      let equal: Freshness | undefined
      for (const policy of policies) {
        const found = await simulate({ ...plan, policy })
        equal ??= found
        say(row(policy, cells(found, equal)))
        for (const miss of policy === 'planner' ? misses(plan, found, equal) : []) {
          say(`MISSED: ${miss}`)
          process.exitCode = 1
        }
      }
    }

/** With bursts and so many alerts that the requests are scarce, the planner must be better than equal rates by this much. */
function misses(
  { alerts, sigma, bursts }: { alerts: number; sigma: number; bursts: boolean },
  found: Freshness,
  equal: Freshness,
): string[] {
  if (!bursts || alerts < 300) return []
  const mostMean = sigma < 1.5 ? 0.7 : 0.45
  const limits: [what: string, value: number, most: number][] = [
    ['mean', found.mean, mostMean * equal.mean],
    ['p95', found.p95, 1.05 * equal.p95],
    ['mean of the quiet half', found.quietHalf, 1.1 * equal.quietHalf],
    // The planner decides once a second.
    ['longest interval', found.worst, 1.5 * equal.equalPeriod + 1],
    ['requests a minute', found.requestsPerMinute, 1.001 * equal.requestsPerMinute],
  ]
  return limits
    .filter(([, value, most]) => value > most)
    .map(([what, value, most]) => `${what} is ${value.toFixed(1)}, but may be ${most.toFixed(1)} at most`)
}

function cells(found: Freshness, equal: Freshness): string[] {
  const share = (value: number, of: number) => `${value.toFixed(1)} (${(value / of).toFixed(2)})`
  return [
    share(found.mean, equal.mean),
    share(found.p95, equal.p95),
    share(found.quietHalf, equal.quietHalf),
    share(found.worst, equal.equalPeriod),
    found.requestsPerMinute.toFixed(1),
    String(found.mostInAMinute),
  ]
}

function row(name: string, columns: string[]): string {
  return [name.padEnd(14), ...columns.map((column) => column.padStart(16))].join('')
}
