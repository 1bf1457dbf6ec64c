import { parseArgs } from 'node:util'
import { type Freshness, type Policy, simulate } from '../polling/freshness/simulate.ts'

/** `npm run freshness [-- --alerts 10,300,2000 --days N]`: compares the planner with equal and with proportional poll rates. */

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
        const found = simulate({ ...plan, policy })
        equal ??= found
        say(row(policy, cells(found, equal)))
      }
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
