import { z } from 'zod'
import { flag, identifier, slackId } from './composition.ts'
import { list, text } from './schema.ts'

/** Rich text: https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */

/** Slack names no limit for one element. The limit for all texts of a message is lower than this one. */
const longText = text(20_000, 1)
const mostElements = 1000

const styled = {
  style: z
    .strictObject({
      bold: flag,
      italic: flag,
      strike: flag,
      underline: flag,
      code: flag,
      highlight: flag,
      client_highlight: flag,
      unlink: flag,
    })
    .optional(),
}

/** Elements in a line of rich text. */
const inline = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: longText, ...styled }),
  z.strictObject({
    type: z.literal('link'),
    url: text(3000, 1),
    text: longText.optional(),
    unsafe: flag,
    ...styled,
  }),
  z.strictObject({
    type: z.literal('emoji'),
    name: text(255, 1),
    unicode: text(255).optional(),
    skin_tone: z.number().optional(),
    ...styled,
  }),
  z.strictObject({ type: z.literal('user'), user_id: slackId, ...styled }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: slackId, ...styled }),
  z.strictObject({ type: z.literal('channel'), channel_id: slackId, ...styled }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), ...styled }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.number().min(0),
    format: text(255, 1),
    url: text(3000).optional(),
    fallback: text(255).optional(),
    ...styled,
  }),
  z.strictObject({ type: z.literal('color'), value: text(255, 1), ...styled }),
])

const line = { elements: list(inline, mostElements, 0) }
const bordered = { border: z.number().min(0).max(1).optional() }
const section = z.strictObject({ type: z.literal('rich_text_section'), ...line })

/** A rich text block: sections, lists, quotes and preformatted text. It can also be a cell of a table. */
export const richText = z.strictObject({
  type: z.literal('rich_text'),
  elements: list(
    z.discriminatedUnion('type', [
      section,
      z.strictObject({
        type: z.literal('rich_text_list'),
        style: z.enum(['bullet', 'ordered']),
        elements: list(z.discriminatedUnion('type', [section]), mostElements, 0),
        indent: z.number().min(0).max(8).optional(),
        offset: z.number().min(0).optional(),
        ...bordered,
      }),
      z.strictObject({ type: z.literal('rich_text_quote'), ...line, ...bordered }),
      z.strictObject({
        type: z.literal('rich_text_preformatted'),
        ...line,
        ...bordered,
        language: text(255).optional(),
      }),
    ]),
    mostElements,
  ),
  block_id: identifier.optional(),
})
