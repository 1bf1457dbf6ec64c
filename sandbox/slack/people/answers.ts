import type { Block } from '../../../src/model/message.ts'
import { isRecord, stringAt } from '../json.ts'
import type { StateValues } from '../wire.ts'
import { elementsOf } from './elements.ts'

/**
 * What somebody types or chooses: text for inputs, dates and times; the value of an option; the id of a person or
 * channel; a list of those where several can be chosen; null or an empty text for nothing.
 */
export type Answer = string | string[] | null

/** Answers by block_id, then by action_id. */
export type Answers = Record<string, Record<string, Answer>>

/** Names of the state's field by the type of the element. */
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

/** An element's state in Slack's JSON, after an answer. Throws where the answer is not among its options. */
export function chosenValue(element: Record<string, unknown>, answer: Answer): Record<string, unknown> {
  const type = stringAt(element, 'type') ?? ''
  const field = fields[type]
  if (field === undefined) return { type, value: answer === '' ? null : answer }
  const chosen = [answer ?? []].flat().filter((one) => one !== '')
  const values = field.startsWith('selected_option')
    ? chosen.map((value) => optionOf(element, value))
    : chosen
  if (field.endsWith('s')) return { type, [field]: values }
  const only = type === 'datetimepicker' && chosen[0] !== undefined ? Number(chosen[0]) : (values[0] ?? null)
  return { type, [field]: only }
}

/** The state of all inputs: what was answered, and where nothing was, what stood there at first. */
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

/** Whether nothing was typed or chosen. */
export function isEmpty(value: Record<string, unknown> | undefined): boolean {
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
