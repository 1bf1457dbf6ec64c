import { overdispersions, shareTold, volumes } from './inject-events.ts'
import { sensitivities } from './replay-series.ts'

const injections = 200

export function reportEvents(say: (line: string) => void): void {
  say(`Told within 15 minutes, of ${injections} injected events at 5, 50, 500 and 5,000 mentions a day.`)
  say('The second event begins three hours after the first.')
  for (const sensitivity of sensitivities) {
    say(
      `\n${sensitivity.padEnd(24)}${['all', ...volumes.map((perDay) => `${perDay} a day`)].map(cell).join('')}`,
    )
    for (const overdispersion of overdispersions) {
      const told = shareTold(overdispersion, sensitivity, { injections })
      const cells = [told, ...told.ofVolume].map(({ first, second }) =>
        cell(`${percent(first)}, then ${percent(second)}`),
      )
      say(`${`overdispersion ${overdispersion}`.padEnd(24)}${cells.join('')}`)
    }
  }
}

const cell = (text: string) => text.padStart(22)
const percent = (share: number) => `${(100 * share).toFixed(1)}%`
