import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printableText } from '../../../src/features/backtest/report.ts'

it('a text from outside is printed without control characters, on one line and with a limited length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.integer({ min: 1, max: 40 }), (text, most) => {
      const printed = printableText(`\u001b[2J${text}\u202e\u2028`, most)
      expect(printed).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      expect([...printed].length).toBeLessThanOrEqual(most)
    }),
  )
})
