import { defined } from '@overheard/base/defined'
import type {
  ActionsBlock,
  Button,
  ContextBlock,
  HeaderBlock,
  InputBlock,
  MrkdwnElement,
  PlainTextElement,
  PlainTextOption,
  RichTextBlock,
  RichTextChannelMention,
  RichTextDate,
  RichTextLink,
  RichTextList,
  RichTextSection,
  RichTextText,
  SectionBlock,
} from '@slack/types'
import type { Block, Content } from '../../model/message.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'
import { say } from './texts.ts'

// These functions build Block Kit elements in the form that shows text of strangers literally.

export type RichPart = RichTextText | RichTextLink | RichTextDate | RichTextChannelMention

export function words(text: string): RichTextText {
  return { type: 'text', text }
}

export function bold(text: string): RichTextText {
  return { type: 'text', text, style: { bold: true } }
}

export function code(text: string): RichTextText {
  return { type: 'text', text, style: { code: true } }
}

export function richLine(parts: RichPart[]): RichTextSection {
  return {
    type: 'rich_text_section',
    elements: parts.filter((part) => !('text' in part && part.text === '')),
  }
}

/** Writes a sentence that has parts, or lists of parts. */
export const partsOf = <Part extends RichPart>(
  sentence: (string | Part | Part[])[],
): (RichTextText | Part)[] => sentence.flatMap((part) => (typeof part === 'string' ? words(part) : part))

export function richText(...elements: (RichTextSection | RichTextList)[]): Block {
  return { type: 'rich_text', elements } satisfies RichTextBlock
}

/** Slack shows this text literally: even `:smile:` stays as it is written. */
export function plainText(text: string): PlainTextElement {
  return { type: 'plain_text', text, emoji: false }
}

/**
 * Pass only our own markup, such as a date, and never text of strangers. `verbatim` stops Slack from linking names and
 * addresses.
 */
export function mrkdwn(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true }
}

/** The caller must pass at most ten elements (Slack's limit). */
export function context(...elements: (PlainTextElement | MrkdwnElement)[]): Block {
  return { type: 'context', elements } satisfies ContextBlock
}

/** Returns no block if there are no elements, because Slack refuses an empty one. */
export const contextOf = (elements: (PlainTextElement | MrkdwnElement)[]): Block[] =>
  elements.length === 0 ? [] : [context(...elements)]

/** Shows the text literally. `more` has the fields and the accessory of the section. */
export function section(
  text: string,
  more: Pick<SectionBlock, 'fields' | 'accessory' | 'block_id'> = {},
): Block {
  return { type: 'section', text: plainText(text), ...more } satisfies SectionBlock
}

export function header(text: string): Block {
  return { type: 'header', text: plainText(text) } satisfies HeaderBlock
}

/** Returns no block if there are no elements, because Slack refuses an empty one. */
export function actions(elements: ActionsBlock['elements']): Block[] {
  return elements.length === 0 ? [] : [{ type: 'actions', elements } satisfies ActionsBlock]
}

export function bullets(elements: RichTextSection[]): RichTextList {
  return { type: 'rich_text_list', style: 'bullet', elements }
}

/**
 * The caller must pass at most 100 rows and 20 columns (Slack's limits). The first column is text. All other columns are numbers and
 * aligned to the right.
 */
export function table(header: string[], rows: string[][]): Block {
  const cells = [header, ...rows].map((row) => row.map((text) => ({ type: 'raw_text', text: text || '–' })))
  const settings = header.map((_, index) => (index === 0 ? { is_wrapped: true } : { align: 'right' }))
  return { type: 'table', rows: cells, column_settings: settings }
}

/** Slack's limit for the value of a button, in characters. */
const longestButtonValue = 2000

/** The caller must pass a `label` of at most 75 characters (Slack's limit). */
export function button(label: string, actionId: string, value?: string, style?: 'primary'): Button {
  const rest = { ...(value && { value: value.slice(0, longestButtonValue) }), ...defined({ style }) }
  return { type: 'button', text: plainText(label), action_id: actionId, ...rest }
}

export type Guess = { label: string; value: string }

function guessButtons(guesses: Guess[], actionPrefix: string): Block[] {
  const elements = guesses
    .filter(({ value }) => value.length <= 2000)
    .slice(0, 5)
    .map(({ label, value }, index) =>
      button(isolate(cut(label, 73)) || '?', `${actionPrefix}${index}`, value),
    )
  return actions(elements)
}

// The `name` of a modal's input is also its action id.

/** Slack's limit for an option's value, in characters. */
export const longestChoice = 150

export type InputChoice = { label: string; value: string }

export function input(label: string, name: string, element: InputBlock['element'], optional = false): Block {
  return { type: 'input', block_id: name, label: plainText(label), element, optional } satisfies InputBlock
}

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
    ...defined({ initial_option: chosen }),
  })
}

/** The first choice is chosen at the beginning. */
export function radioButtons(label: string, name: string, choices: InputChoice[]): Block {
  const options = choices.map(optionOf)
  const [first] = options
  const initial = first && { initial_option: first }
  return input(label, name, { type: 'radio_buttons', action_id: name, options, ...initial })
}

/** Slack's limit for the text of an input, in characters. */
export const longestInput = 3000

/** The caller must pass an `initial` text that fits: a text that was cut would be stored if the form is saved. */
export function textInput(label: string, name: string, initial: string | undefined): Block {
  const element = { type: 'plain_text_input' as const, action_id: name, max_length: longestInput }
  const filled = initial === undefined ? element : { ...element, initial_value: initial }
  return input(label, name, filled, true)
}

export function optionOf({ label, value }: InputChoice): PlainTextOption & { value: string } {
  return { text: plainText(label), value }
}

export function textMessage(...sentences: string[]): Content {
  const text = sentences.join('\n')
  return {
    text: escapeMrkdwn(text),
    blocks: [section(cutLines(text))],
  }
}

export function withGuesses(sentence: string, guesses: Guess[], actionPrefix: string): Content {
  const buttons = guessButtons(guesses, actionPrefix)
  if (buttons.length === 0) return textMessage(sentence)
  const names = guesses
    .map(({ label }) => say.inQuotes({ words: isolate(cut(label, 73)) }))
    .reduce((one, other) => say.or({ one, other }))
  const { text, blocks } = textMessage(say.didYouMean({ sentence, names }))
  return { text, blocks: [...blocks, ...buttons] }
}

/** Slack accepts at most 3,000 characters in a section. */
const cutLines = (text: string) => (text.length > 2900 ? `${text.slice(0, 2899)}…` : text)

export const divider: Block = { type: 'divider' }

/** Rows under a heading; nothing if there are none. */
export const headed = (heading: string, rows: Block[][]): Block[] =>
  rows.length === 0 ? [] : [divider, header(heading), ...rows.flat()]
