import { overdispersions, shareTold } from './inject-events.ts'
import { sensitivities } from './replay-series.ts'

const injections = 200

export function reportEvents(say: (line: string) => void): void {
  say(`Told within 15 minutes, of ${injections} injected events at 5, 50, 500 and 5,000 mentions a day.`)
  say('The second event begins three hours after the first.')
  say(`\n${'overdispersion'.padEnd(24)}${overdispersions.map((one) => String(one).padStart(20)).join('')}`)
  for (const sensitivity of sensitivities) {
    const cells = overdispersions.map((overdispersion) => {
      const { first, second } = shareTold(overdispersion, sensitivity, injections)
      return `${percent(first)}, then ${percent(second)}`.padStart(20)
    })
    say(`${sensitivity.padEnd(24)}${cells.join('')}`)
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`
