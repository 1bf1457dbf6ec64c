/** The inputs that our modals are made of. What an input is called is also the name of its action. */
import type { InputBlock, PlainTextOption } from '@slack/types'
import type { Block } from '../model/message.ts'
import { plainText } from './block-kit.ts'

/** A choice as it is shown (at most 75 characters) and as it is read (at most 150). */
type InputChoice = { label: string; value: string }

/** An input with its label; one that is optional may be left empty. */
export function input(label: string, name: string, element: InputBlock['element'], optional = false): Block {
  return { type: 'input', block_id: name, label: plainText(label), element, optional } satisfies InputBlock
}

/** One of up to a hundred choices, `initial` being chosen already. */
export function select(
  label: string,
  name: string,
  choices: InputChoice[],
  initial: string | undefined,
): Block {
  const options = choices.map(optionOf)
  const chosen = options.find(({ value }) => value === initial)
  return input(label, name, {
    type: 'static_select',
    action_id: name,
    options,
    ...(chosen === undefined ? {} : { initial_option: chosen }),
  })
}

/** Text that may be left empty: at most a thousand characters. */
export function textInput(label: string, name: string, initial: string | undefined): Block {
  const element = { type: 'plain_text_input' as const, action_id: name, max_length: 1000 }
  const filled = initial === undefined ? element : { ...element, initial_value: initial.slice(0, 1000) }
  return input(label, name, filled, true)
}

/** A time of day (`HH:mm`) that may be left empty. */
export function timeInput(label: string, name: string, initial: string | undefined): Block {
  const element = { type: 'timepicker' as const, action_id: name }
  return input(label, name, initial === undefined ? element : { ...element, initial_time: initial }, true)
}

/** A choice as Slack takes it. */
export function optionOf({ label, value }: InputChoice): PlainTextOption & { value: string } {
  return { text: plainText(label), value }
}
