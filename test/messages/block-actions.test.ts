import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChoiceValue } from '../../src/listeners/texts/more-form.ts'
import { foreignText } from '../tools/arbitrary-mention.ts'

describe('the value of a menu option', () => {
  it.each([[''], ['why'], ['why:1:2'], ['why:x'], ['why:01']])(
    'is rejected if it is "%s", because the bot never writes such a value',
    (value) => expect(readChoiceValue(value)).toBeUndefined(),
  )

  it('is read without an exception, whatever somebody forges', () =>
    fc.assert(
      fc.property(foreignText, (value) => {
        expect(() => readChoiceValue(value)).not.toThrow()
      }),
    ))
})
