import { expect, it } from 'vitest'
import { readConfiguration } from '../../../src/config/configuration.ts'

const subscriptions = 'subscriptions:\n  - { name: acme, alert: Acme, channel: C1 }\n'

it.each([
  ['- { when: { sentiment: [negative] } }', 'neither claim nor done'],
  ['- { when: { sentiment: [bad] }, claim: 2h }', 'sentiment'],
  ['- { when: { sentiment: [negative] }, claim: 2w }', "'2w' is not working time"],
  ['- { when: { sentiment: [negative] }, claim: 0h }', "'0h' is not working time"],
  ['- { when: { sentiment: [negative] }, done: 91d }', "'91d' is not working time"],
  ['- { when: {}, done: 1d }', 'an empty condition'],
])('the target %s is an error', (target, words) => {
  const read = readConfiguration(`targets:\n  ${target}\n${subscriptions}`)
  expect('errors' in read && read.errors.join('\n')).toContain(words)
})
