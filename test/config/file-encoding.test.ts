import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfigurationBytes } from '../../src/config/configuration.ts'
import { describeEncodingError } from '../../src/config/file-errors.ts'

describe('a file', () => {
  it('that is UTF-8 is readable, whatever letters it has, the sign for a lost one included', () => {
    const text = fc.string({ unit: 'binary' }).map((letters) => `\ufffd\n${letters}`)
    fc.assert(fc.property(text, (written) => describeEncodingError(Buffer.from(written)) === undefined))
  })

  it('that is not is told by its first such line', () => {
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
          `line ${before.length + 1}: a letter here is not UTF-8: save the file as UTF-8`,
        )
      }),
    )
  })

  it('of settings that is Latin-1 is told by that alone, and is not read', () => {
    const bytes = Buffer.from('subscriptions:\n  - {name: a, alert: Café}', 'latin1')
    expect(readConfigurationBytes(bytes)).toEqual({
      faults: ['line 2: a letter here is not UTF-8: save the file as UTF-8'],
    })
  })
})
