import { z } from 'zod'
import { isRecord, stringAt } from '../json.ts'
import type { Block, StateValues } from '../wire.ts'

/**
 * A user's answer in an input: text for inputs, dates and times; the value of an option; the id of a user or channel;
 * a list of them if several can be chosen; null or empty text for nothing.
 */
export const answer = z.union([z.string(), z.array(z.string()), z.null()])
export type Answer = z.infer<typeof answer>

/** By block_id, then by action_id. */
export const answers = z.record(z.string(), z.record(z.string(), answer))
export type Answers = z.infer<typeof answers>

/** The field of the state by type of element. */
const fields: Record<string, string> = {
  static_select: 'selected_option',
  external_select: 'selected_option',
  radio_buttons: 'selected_option',
  overflow: 'selected_option',
  multi_static_select: 'selected_options',
  multi_external_select: 'selected_options',
  checkboxes: 'selected_options',
  users_select: 'selected_user',
  channels_select: 'selected_channel',
  conversations_select: 'selected_conversation',
  multi_users_select: 'selected_users',
  multi_channels_select: 'selected_channels',
  multi_conversations_select: 'selected_conversations',
  datepicker: 'selected_date',
  timepicker: 'selected_time',
  datetimepicker: 'selected_date_time',
}

/** An element's state in Slack's JSON after an answer. Throws if people cannot give that answer: another option, or a list as one text. */
export function chosenValue(element: Record<string, unknown>, answer: Answer): Record<string, unknown> {
  const type = stringAt(element, 'type') ?? ''
  const field = fields[type]
  if (Array.isArray(answer) && !field?.endsWith('s'))
    throw new Error(`"${stringAt(element, 'action_id')}" takes one answer, not a list.`)
  if (field === undefined) return { type, value: answer === '' ? null : answer }
  const chosen = [answer ?? []].flat().filter((one) => one !== '')
  const values = field.startsWith('selected_option')
    ? chosen.map((value) => optionOf(element, value))
    : chosen
  if (field.endsWith('s')) return { type, [field]: values }
  const only = type === 'datetimepicker' && chosen[0] !== undefined ? Number(chosen[0]) : (values[0] ?? null)
  return { type, [field]: only }
}

/** The state of all inputs: the answers, and the initial values of inputs without an answer. */
export function stateOf(blocks: Block[], answers: Answers): StateValues {
  const values: StateValues = {}
  for (const { blockId, actionId, element, type } of elementsOf(blocks)) {
    if (type === 'button' || type === 'overflow') continue
    const answer = answers[blockId]?.[actionId]
    const value = chosenValue(element, answer === undefined ? initialAnswer(element) : answer)
    values[blockId] = { ...values[blockId], [actionId]: value }
  }
  return values
}

function isEmpty(value: Record<string, unknown> | undefined): boolean {
  const given = Object.entries(value ?? {}).filter(([key]) => key !== 'type')
  return given.every(([, one]) => one === null || one === '' || (Array.isArray(one) && one.length === 0))
}

function optionOf(element: Record<string, unknown>, value: string): Record<string, unknown> {
  if (stringAt(element, 'type')?.endsWith('external_select'))
    return { text: { type: 'plain_text', text: value, emoji: true }, value }
  const option = optionsOf(element).find((one) => one.value === value)
  if (!option) throw new Error(`There is no option "${value}" in "${stringAt(element, 'action_id')}".`)
  return option
}

function optionsOf(element: Record<string, unknown>): Record<string, unknown>[] {
  const groups = Array.isArray(element.option_groups) ? element.option_groups.filter(isRecord) : []
  return [element, ...groups].flatMap((one) =>
    Array.isArray(one.options) ? one.options.filter(isRecord) : [],
  )
}

function initialAnswer(element: Record<string, unknown>): Answer {
  const key = Object.keys(element).find((one) => one.startsWith('initial_'))
  const initial = key === undefined ? null : element[key]
  const plain = (value: unknown) => (isRecord(value) ? String(value.value) : String(value))
  if (initial === null || initial === undefined) return null
  return Array.isArray(initial) ? initial.map(plain) : plain(initial)
}

/** An element that users can act on, and its block. */
export type Element = {
  blockId: string
  block: Block
  element: Record<string, unknown>
  actionId: string
  type: string
}

/** All elements of the blocks that users can act on. */
function elementsOf(blocks: Block[]): Element[] {
  return blocks.flatMap((block) => {
    if (block.type === 'container') return elementsOf(blocksAt(block, 'child_blocks'))
    if (block.type === 'carousel') return elementsOf(blocksAt(block, 'elements'))
    const lists = [block.elements, block.actions].filter((list) => Array.isArray(list)).flat()
    const elements = [...lists, block.accessory, block.element]
    return elements.filter(isRecord).flatMap((element) => {
      const actionId = stringAt(element, 'action_id')
      const type = stringAt(element, 'type')
      if (actionId === undefined || type === undefined) return []
      return [{ blockId: block.block_id ?? '', block, element, actionId, type }]
    })
  })
}

function blocksAt(block: Block, key: string): Block[] {
  const inside = block[key]
  return Array.isArray(inside) ? inside.filter(isBlock) : []
}

const isBlock = (value: unknown): value is Block => isRecord(value) && typeof value.type === 'string'

/** Finds an element by its action_id, and by its block_id if the action_id is ambiguous. Throws if there is none. */
export function findElement(blocks: Block[], actionId: string, blockId?: string): Element {
  const found = elementsOf(blocks).find(
    (one) => one.actionId === actionId && (blockId === undefined || one.blockId === blockId),
  )
  if (!found) throw new Error(`There is no element "${actionId}" here.`)
  return found
}

/**
 * Errors that Slack's client shows before it submits, by block_id: empty required fields, texts and numbers out of
 * bounds.
 */
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
