import { expect, it } from 'vitest'
import { readConfiguration } from '../../../src/config/configuration.ts'

it('a number that is another text is an error in the words of a namesake, too', () => {
  const withWord = (word: string) =>
    readConfiguration(
      `subscriptions:\n  - { name: acme, alert: Acme, channel: C1, about: { text: Acme, always: { text: [${word}] } } }\n`,
    ).errors
  expect(withWord('007')).toEqual([
    "line 2: subscriptions[0].about.always.text[0]: 007 is read as the number 7: write '007' in quotes",
  ])
  expect(withWord("'007'")).toEqual([])
})
