import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfigurationBytes } from '../../src/config/configuration.ts'
import { describeEncodingError } from '../../src/model/file-errors.ts'
import { anyCodePoint } from '../tools/arbitrary-mention.ts'

describe('the check that a file is UTF-8', () => {
  it('accepts any UTF-8 text, including the replacement character U+FFFD', () => {
    const text = fc.string({ unit: anyCodePoint }).map((letters) => `\ufffd\n${letters}`)
    fc.assert(fc.property(text, (written) => describeEncodingError(Buffer.from(written)) === undefined))
  })

  it('reports the first line that is not UTF-8', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''))
    fc.assert(
      fc.property(fc.array(line), fc.array(line), line, (before, after, start) => {
        const lost = Buffer.from([...Buffer.from(start), 0xe9])
        const file = [
          ...before.map((text) => Buffer.from(text)),
          lost,
          ...after.map((text) => Buffer.from(text)),
        ]
        const bytes = Buffer.concat(file.flatMap((part) => [part, Buffer.from('\n')]))
        expect(describeEncodingError(bytes)).toBe(
          `line ${before.length + 1}: a character is not UTF-8: save the file as UTF-8`,
        )
      }),
    )
  })

  it('reports a configuration file in Latin-1 with a single error, because such a file is not parsed', () => {
    const bytes = Buffer.from('subscriptions:\n  - {name: a, alert: Café}', 'latin1')
    expect(readConfigurationBytes(bytes)).toEqual({
      errors: ['line 2: a character is not UTF-8: save the file as UTF-8'],
    })
  })
})
