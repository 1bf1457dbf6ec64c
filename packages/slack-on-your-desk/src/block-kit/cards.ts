import { z } from 'zod'
import { anyText, flag, identifier, plainText, webAddress } from './composition.ts'
import { button, image } from './elements.ts'
import { richText } from './rich-text.ts'
import { fault, list, text } from './schema.ts'

/** Cards, tasks and embedded content. Each block has a page under https://docs.slack.dev/reference/block-kit/blocks. */

const identified = { block_id: identifier.optional() }

/** Texts of cards may be mrkdwn or plain (the comments of `@slack/types` 3.2 say mrkdwn). */
export const card = z
  .strictObject({
    type: z.literal('card'),
    hero_image: image.optional(),
    icon: image.optional(),
    title: anyText(150).optional(),
    subtitle: anyText(150).optional(),
    body: anyText(200).optional(),
    actions: list(button, 25).optional(),
    ...identified,
  })
  .refine(
    ({ hero_image, title, actions, body }) =>
      [hero_image, title, actions, body].some((part) => part !== undefined),
    fault('missing_field', 'must provide hero_image, title, actions or body'),
  )

export const carousel = z.strictObject({
  type: z.literal('carousel'),
  elements: list(z.discriminatedUnion('type', [card]), 10),
  ...identified,
})

/** A file of another service (`files.remote.add`). */
export const file = z.strictObject({
  type: z.literal('file'),
  external_id: text(255, 1),
  source: z.literal('remote'),
  ...identified,
})

/** A call of another service (`calls.add`). It has no page; the guide "Using the Calls API" shows it. */
export const call = z.strictObject({ type: z.literal('call'), call_id: text(255, 1), ...identified })

/** Markdown, in messages only. All such blocks of a message together have at most 12,000 characters. */
export const markdown = z.strictObject({ type: z.literal('markdown'), text: text(12_000, 1), ...identified })

const secureAddress = webAddress.regex(/^https:/i)

export const video = z.strictObject({
  type: z.literal('video'),
  alt_text: text(2000, 1),
  title: plainText(199),
  title_url: secureAddress.optional(),
  thumbnail_url: webAddress,
  video_url: secureAddress,
  author_name: text(49).optional(),
  description: plainText(199).optional(),
  provider_name: text(255).optional(),
  provider_icon_url: webAddress.optional(),
  ...identified,
})

const source = z.strictObject({ type: z.literal('url'), url: webAddress, text: text(255) })

/** One step of an agent's work. */
export const taskCard = z.strictObject({
  type: z.literal('task_card'),
  task_id: text(255, 1),
  title: text(255, 1),
  details: richText.optional(),
  output: richText.optional(),
  sources: list(source, 100).optional(),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']).optional(),
  ...identified,
})

/** The steps of an agent's work. */
export const plan = z.strictObject({
  type: z.literal('plan'),
  title: text(255, 1),
  tasks: list(z.discriminatedUnion('type', [taskCard]), 50).optional(),
  ...identified,
})

/** A group of blocks with a title: https://docs.slack.dev/reference/block-kit/blocks/container-block */
export function containerOf<Child extends z.ZodType>(child: Child) {
  return z
    .strictObject({
      type: z.literal('container'),
      title: plainText(150).optional(),
      rich_text_title: richText.optional(),
      subtitle: anyText(150).optional(),
      child_blocks: list(child, 10),
      width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
      icon: image.optional(),
      is_collapsible: flag,
      default_collapsed: flag,
      has_header_divider: flag,
      ...identified,
    })
    .refine(
      ({ title, rich_text_title }) => title !== undefined || rich_text_title !== undefined,
      fault('missing_field', 'must provide title or rich_text_title'),
    )
}
