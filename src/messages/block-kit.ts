/** The few Block Kit elements our messages are made of, each in the one form that shows foreign text as it is. */
import type {
  Button,
  ContextBlock,
  MrkdwnElement,
  PlainTextElement,
  RichTextBlock,
  RichTextChannelMention,
  RichTextDate,
  RichTextLink,
  RichTextList,
  RichTextSection,
  RichTextText,
} from '@slack/types'
import type { Block } from '../model/message.ts'

/** An element of a line of rich text. `rich_text` shows its texts literally: no markup works in them. */
export type RichPart = RichTextText | RichTextLink | RichTextDate | RichTextChannelMention

/** Words in rich text. */
export function words(text: string): RichTextText {
  return { type: 'text', text }
}

/** Bold words in rich text. */
export function bold(text: string): RichTextText {
  return { type: 'text', text, style: { bold: true } }
}

/** A line of rich text. Slack refuses empty texts, so they are left out. */
export function richLine(parts: RichPart[]): RichTextSection {
  return {
    type: 'rich_text_section',
    elements: parts.filter((part) => !('text' in part && part.text === '')),
  }
}

/** A block of rich text lines and lists. */
export function richText(...elements: (RichTextSection | RichTextList)[]): Block {
  return { type: 'rich_text', elements } satisfies RichTextBlock
}

/** Text without markup; `:smile:` stays as it is written. */
export function plainText(text: string): PlainTextElement {
  return { type: 'plain_text', text, emoji: false }
}

/** Markup of our own (a date, say). Never for foreign text. `verbatim`, or Slack would link names and addresses by itself. */
export function mrkdwn(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true }
}

/** A line of small print: at most ten elements, as Slack has it. */
export function context(...elements: (PlainTextElement | MrkdwnElement)[]): Block {
  return { type: 'context', elements } satisfies ContextBlock
}

/** A button: `label` at most 75 characters, `value` at most 2,000. */
export function button(label: string, actionId: string, value: string, style?: 'primary'): Button {
  return { type: 'button', text: plainText(label), action_id: actionId, value, ...(style && { style }) }
}
