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

it('a number that is another text is an error in the filter of a rule, too', () => {
  const withSource = (source: string) =>
    readConfiguration(`assign: [{ when: { source: [${source}] }, to: [U0000000ANA] }]\n`).errors
  expect(withSource('007')).toEqual([
    "line 1: assign[0].when.source[0]: 007 is read as the number 7: write '007' in quotes",
  ])
  expect(withSource("'007'")).toEqual([])
})
