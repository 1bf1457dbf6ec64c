import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buttonValue,
  cardMenuChoices,
  choiceValue,
  readButtonValue,
  readChoiceValue,
} from '../../src/messages/block-actions.ts'
import { arbitraryId, foreignText } from '../tools/arbitrary-mention.ts'

describe('the value of a button', () => {
  it('is read back as it was written, for any subscription name', () =>
    fc.assert(
      fc.property(
        fc.string({ maxLength: 100 }),
        arbitraryId,
        fc.array(arbitraryId, { maxLength: 10 }),
        (subscription, alert, mentions) => {
          expect(readButtonValue(buttonValue({ subscription, alert, mentions }))).toEqual({
            subscription,
            alert,
            mentions,
          })
        },
      ),
    ))

  it('is at most 2,000 characters, because a longer name is in the metadata only', () => {
    const target = { subscription: 'x'.repeat(3000), alert: '7', mentions: ['8'] }
    expect(readButtonValue(buttonValue(target))).toEqual({ ...target, subscription: '' })
    expect(buttonValue({ ...target, mentions: Array.from({ length: 500 }, () => '123456') })).toBe('["","7"]')
  })

  it.each([[''], ['{}'], ['[]'], ['["a"]'], ['["a","b"]'], ['["a","1","-2"]'], ['["a",1]'], ['nonsense']])(
    '%s is rejected, because the bot did not write it',
    (value) => expect(readButtonValue(value)).toBeUndefined(),
  )

  it('is rejected without an exception if somebody forged it', () =>
    fc.assert(
      fc.property(foreignText, (value) => {
        expect(() => readButtonValue(value) ?? readChoiceValue(value)).not.toThrow()
      }),
    ))
})

describe('the value of a menu option', () => {
  it.each(cardMenuChoices)('%s is read back as it was written', (choice) =>
    expect(readChoiceValue(choiceValue(choice, '123', '7') ?? '')).toEqual({
      choice,
      mention: '123',
      alert: '7',
    }),
  )

  it('is left out if the ids are longer than Slack allows', () =>
    expect(choiceValue('why', '1'.repeat(150), '7')).toBeUndefined())

  it.each([[''], ['why'], ['why:1'], ['why:1:2:3'], ['explode:1:2'], ['why:x:2'], ['why:1:02']])(
    '%s is rejected, because the bot did not write it',
    (value) => expect(readChoiceValue(value)).toBeUndefined(),
  )
})
