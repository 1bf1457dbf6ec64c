import type { Block } from '../../../src/model/message.ts'
import type { StateValues } from '../wire.ts'
import { isEmpty } from './answers.ts'
import { type Element, elementsOf } from './elements.ts'

/** What Slack's client does not let through, by block_id: empty required fields, texts and numbers out of bounds. */
export function inputErrors(blocks: Block[], values: StateValues): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const one of elementsOf(blocks)) {
    if (one.block.type !== 'input') continue
    const error = errorOf(one, values[one.blockId]?.[one.actionId])
    if (error) errors[one.blockId] = error
  }
  return errors
}

function errorOf(one: Element, value: Record<string, unknown> | undefined): string | undefined {
  if (isEmpty(value)) return one.block.optional === true ? undefined : 'Please complete this required field.'
  const text = typeof value?.value === 'string' ? value.value : undefined
  if (text === undefined) return undefined
  return one.type === 'number_input' ? numberError(one.element, text) : lengthError(one.element, text)
}

function lengthError({ min_length, max_length }: Record<string, unknown>, text: string): string | undefined {
  if (typeof min_length === 'number' && text.length < min_length)
    return `Enter at least ${min_length} characters.`
  if (typeof max_length === 'number' && text.length > max_length)
    return `Enter at most ${max_length} characters.`
  return undefined
}

function numberError(element: Record<string, unknown>, text: string): string | undefined {
  const number = Number(text)
  if (Number.isNaN(number)) return 'Enter a number.'
  if (element.is_decimal_allowed !== true && !Number.isInteger(number)) return 'Enter a whole number.'
  if (typeof element.min_value === 'string' && number < Number(element.min_value))
    return `Enter ${element.min_value} or more.`
  if (typeof element.max_value === 'string' && number > Number(element.max_value))
    return `Enter ${element.max_value} or less.`
  return undefined
}
