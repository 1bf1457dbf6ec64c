import { expect, it } from 'vitest'
import { timeSpan } from '../../src/health/status-page.ts'

it.each([
  [0, '0 seconds'],
  [1000, '1 second'],
  [59_400, '59 seconds'],
  [60_000, '1 minute'],
  [12 * 60_000, '12 minutes'],
  [3_600_000, '1 hour'],
  [50 * 3_600_000, '2 days'],
])('%d ms are %s', (ms, words) => {
  expect(timeSpan(ms)).toBe(words)
})
