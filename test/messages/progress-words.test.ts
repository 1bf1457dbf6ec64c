import { expect, it } from 'vitest'
import { progressWords } from '../../src/messages/progress-words.ts'

const polledAt = Date.UTC(2026, 10, 20, 14, 2)

it.each([
  [polledAt, { count: 0, more: false }, 'acme: last poll 20 Nov 2026, 14:02 UTC; nothing waits.'],
  [polledAt, { count: 1, more: false }, 'acme: last poll 20 Nov 2026, 14:02 UTC; 1 mention waiting.'],
  [
    polledAt,
    { count: 300, more: true },
    'acme: last poll 20 Nov 2026, 14:02 UTC; about 300 mentions or more waiting.',
  ],
  [undefined, undefined, 'acme: no poll to the end is known yet; how many mentions wait cannot be told now.'],
])('%s and %o are told', (at, waiting, words) => {
  expect(progressWords({ name: 'acme', polledAt: at, waiting })).toBe(words)
})
