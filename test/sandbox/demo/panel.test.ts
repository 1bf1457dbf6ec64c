import { expect, it } from 'vitest'
import { demoPanel } from '../../../sandbox/demo/panel.ts'

type DemoFacts = Parameters<typeof demoPanel>[0]

const facts: DemoFacts = {
  counter: { made: 3, posted: 3, waiting: 0, lost: 0, twice: 0 },
  bot: { state: 'running', restarts: 0 },
  levers: [],
  received: [],
  service: { address: 'http://127.0.0.1:4281', kind: 'embedded' },
}

function figures(counter: DemoFacts['counter']) {
  const section = demoPanel({ ...facts, counter }).sections.find((one) => one.kind === 'figures')
  return section?.kind === 'figures' ? section.figures : []
}

it('the counter of the demo says that no mention is lost', () =>
  expect(figures(facts.counter)).toContainEqual({ label: 'lost', value: 0, tone: 'good' }))

it('the counter does not call a mention lost that may be muted', () => {
  const shown = figures({ ...facts.counter, lost: 1 })
  expect(shown).toContainEqual({ label: 'muted or lost', value: 1, tone: 'pending' })
  expect(shown.map(({ label }) => label)).not.toContain('lost')
})
