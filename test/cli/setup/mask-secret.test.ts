import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskSecret } from '../../../src/cli/setup/prompt.ts'

describe('a masked secret', () => {
  it.each([
    ['the prefix and the last characters of a Slack token', 'xoxb-1234-5678-abcdefgh', 'xoxb-…efgh'],
    ['the last characters of another secret', '0123456789abcdef', '…cdef'],
    ['no characters if it is short', 'short-secret', '…'],
  ])('shows %s', (_what, secret, shown) => {
    expect(maskSecret(secret)).toBe(shown)
  })

  it('shows besides the prefix at most four characters, and at most a quarter of the secret', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 100 }), (secret) => {
        const shown = maskSecret(secret)
          .replace(/^x[a-z]{3}-/, '')
          .replace('…', '')
        expect(shown.length).toBeLessThanOrEqual(Math.min(4, secret.length / 4))
      }),
    )
  })
})
