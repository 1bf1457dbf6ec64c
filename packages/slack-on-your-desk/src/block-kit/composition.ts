import { z } from 'zod'
import { isRecord } from '../json.ts'
import { fault, list, text } from './schema.ts'

/**
 * Composition objects: texts, options, confirmation dialogs. Each has a page with its limits under
 * https://docs.slack.dev/reference/block-kit/composition-objects.
 */

export const flag = z.boolean().optional()

function plain(most: number) {
  return z.strictObject({ type: z.literal('plain_text'), text: text(most, 1), emoji: flag })
}

function mrkdwn(most: number) {
  return z.strictObject({ type: z.literal('mrkdwn'), text: text(most, 1), verbatim: flag })
}

/** A plain text object. */
export function plainText(most: number) {
  return z.discriminatedUnion('type', [plain(most)])
}

/** Both kinds of text object. */
export function textObjects(most: number) {
  return [plain(most), mrkdwn(most)] as const
}

/** A text object, mrkdwn or plain. */
export function anyText(most: number) {
  return z.discriminatedUnion('type', [...textObjects(most)])
}

/** The characters in all texts of blocks: every string under `text`. */
export function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + textLength(item), 0)
  if (!isRecord(value)) return 0
  return Object.entries(value).reduce(
    (sum, [key, item]) => sum + (key === 'text' && typeof item === 'string' ? item.length : textLength(item)),
    0,
  )
}

/** `action_id` and `block_id`. */
export const identifier = text(255)

/** The id of a user, a conversation or a group. */
export const slackId = text(255, 1)

export const webAddress = text(3000, 1).regex(/^https?:\/\/\S+$/i)

/** The dialog that asks before an action. */
export const confirmation = z.strictObject({
  title: plainText(100),
  text: anyText(300),
  confirm: plainText(30),
  deny: plainText(30),
  style: text(10).optional(),
})

/** The option object's page allows 150 characters for a value; the comments of `@slack/types` 3.2 say 75. */
const plainOption = { text: plainText(75), value: text(150), description: plainText(75).optional() }

/** An option of a select menu. */
export const menuOption = z.strictObject(plainOption)

/** An option of an overflow menu. It may open an address. */
export const overflowOption = z.strictObject({ ...plainOption, url: webAddress.optional() })

/** An option of checkboxes or radio buttons. Its texts may be mrkdwn. */
export const tickOption = z.strictObject({
  text: anyText(75),
  value: text(150),
  description: anyText(75).optional(),
})

export const optionGroup = z.strictObject({ label: plainText(75), options: list(menuOption, 100) })

/** The conversations that a menu offers. At least one field is required. */
export const conversationFilter = z
  .strictObject({
    include: list(z.enum(['im', 'mpim', 'private', 'public']), 4).optional(),
    exclude_external_shared_channels: flag,
    exclude_bot_users: flag,
  })
  .refine(
    (filter) => Object.values(filter).some((value) => value !== undefined),
    fault('missing_field', 'must provide include, exclude_external_shared_channels or exclude_bot_users'),
  )

/** When an input sends an action while the user types. */
export const dispatchConfig = z.strictObject({
  trigger_actions_on: list(z.enum(['on_enter_pressed', 'on_character_entered']), 2).optional(),
})
