import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardMenuChoices, choiceValue, readChoiceValue } from '../../src/messages/kit/block-actions.ts'
import { foreignText } from '../tools/arbitrary-mention.ts'

describe('the value of a menu option', () => {
  it.each(cardMenuChoices)('is read back as it was written for the choice "%s"', (choice) =>
    expect(readChoiceValue(choiceValue(choice, '123'))).toEqual({ choice, mention: '123' }),
  )

  it.each([[''], ['why'], ['why:1:2'], ['explode:1'], ['why:x'], ['why:01']])(
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
