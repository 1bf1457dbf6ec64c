import { expect, it } from 'vitest'
import { demoPanel } from '../../../sandbox/demo/panel.ts'

type DemoFacts = Parameters<typeof demoPanel>[0]

const facts: DemoFacts = {
  counter: { made: 3, posted: 3, waiting: 0, leftOut: 0, lost: 0, twice: 0 },
  bot: { state: 'running', restarts: 0 },
  levers: [],
  received: [],
  service: { address: 'http://127.0.0.1:4281', kind: 'embedded' },
}

function figures(counter: DemoFacts['counter']) {
  const section = demoPanel({ ...facts, counter }).sections.find((one) => one.kind === 'figures')
  if (section?.kind !== 'figures') throw new Error('the panel has no figures')
  return section
}

it('the counter of the demo says that no mention is lost', () =>
  expect(figures(facts.counter).figures).toContainEqual({ label: 'lost', value: 0, tone: 'good' }))

it('the counter shows muted mentions beside lost ones, in words without markup', () => {
  const { figures: shown, note } = figures({ ...facts.counter, leftOut: 16 })
  expect(shown).toContainEqual({ label: 'left out', value: 16 })
  expect(shown).toContainEqual({ label: 'lost', value: 0, tone: 'good' })
  expect(note).not.toMatch(/[`*]/)
})

it('a lost mention is bad, whatever is muted', () =>
  expect(figures({ ...facts.counter, leftOut: 16, lost: 1 }).figures).toContainEqual({
    label: 'lost',
    value: 1,
    tone: 'bad',
  }))
