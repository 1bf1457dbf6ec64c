import { describe, expect, it } from 'vitest'
import { subscriptionNameOf } from '../../src/model/subscription.ts'

describe('a subscription name that is made from the name of an alert', () => {
  it.each([
    ['has the words in lower case, with a dash between them', 'Acme brand', 'acme-brand'],
    ['keeps letters of every script, with their marks', 'Café हिन्दी 日本!', 'café-हिन्दी-日本'],
    ['neither begins nor ends with a dash', ' – Acme – ', 'acme'],
    ['is empty if the alert’s name has no letters', '!?', ''],
    [
      'is cut after sixty characters, never within a character',
      '𝒜'.repeat(3) + '𠀀'.repeat(70),
      `aaa${'𠀀'.repeat(57)}`,
    ],
    ['does not end with a dash if it is cut at one', `${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ])('%s', (_what, alert, name) => {
    expect(subscriptionNameOf(alert)).toBe(name)
  })
})
