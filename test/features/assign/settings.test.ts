import { expect, it } from 'vitest'
import { readConfiguration } from '../../../src/config/configuration.ts'

const subscriptions = 'subscriptions:\n  - { name: acme, alert: Acme, channel: C1 }\n'

it.each([
  ['- { when: { language: [german] }, to: [U1] }', 'did you mean `de`?'],
  ['- { when: {}, to: [U1] }', 'an empty condition'],
  ['- { when: { language: [de] }, to: [] }', 'an empty list'],
  ['- { when: { language: [de] }, to: [U1, U1] }', "'U1' is already in the list"],
  ['- { when: { language: [de] }, to: [ana] }', 'expected a Slack member id (U…)'],
  ['- { when: { language: [de] }, to: [U1], or: U2 }', 'or'],
])('the rule %s is an error', (rule, words) => {
  const read = readConfiguration(`assign:\n  ${rule}\n${subscriptions}`)
  expect('errors' in read && read.errors.join('\n')).toContain(words)
})
