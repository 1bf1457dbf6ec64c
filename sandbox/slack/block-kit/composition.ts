import { z } from 'zod'
import { isRecord } from '../json.ts'
import { fault, list, text } from './schema.ts'

/**
 * Composition objects: texts, options, confirmation dialogs. The limits are those of the pages under
 * https://docs.slack.dev/reference/block-kit/composition-objects, one for each object.
 */

/** True or false, or left out. */
export const flag = z.boolean().optional()

function plain(most: number) {
  return z.strictObject({ type: z.literal('plain_text'), text: text(most, 1), emoji: flag })
}

function mrkdwn(most: number) {
  return z.strictObject({ type: z.literal('mrkdwn'), text: text(most, 1), verbatim: flag })
}

/** A plain text object of at most so many characters. */
export function plainText(most: number) {
  return z.discriminatedUnion('type', [plain(most)])
}

/** The two kinds of text object, of at most so many characters each. */
export function textObjects(most: number) {
  return [plain(most), mrkdwn(most)] as const
}

/** A text object, mrkdwn or plain, of at most so many characters. */
export function anyText(most: number) {
  return z.discriminatedUnion('type', [...textObjects(most)])
}

/** Characters in all texts of blocks: every string under `text`. */
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

/** The id of a person, a conversation or a group. */
export const slackId = text(255, 1)

/** An address on the web. */
export const webAddress = text(3000, 1).regex(/^https?:\/\/\S+$/i)

/** The dialog that asks before an action. */
export const confirmation = z.strictObject({
  title: plainText(100),
  text: anyText(300),
  confirm: plainText(30),
  deny: plainText(30),
  style: text(10).optional(),
})

/** A value has 150 characters on the page of the option object (75 in the comments of `@slack/types` 3.2). */
const plainOption = { text: plainText(75), value: text(150), description: plainText(75).optional() }

/** An option of a select menu. */
export const menuOption = z.strictObject(plainOption)

/** An option of an overflow menu, which may lead to an address. */
export const overflowOption = z.strictObject({ ...plainOption, url: webAddress.optional() })

/** An option of checkboxes and radio buttons, whose texts may be mrkdwn. */
export const tickOption = z.strictObject({
  text: anyText(75),
  value: text(150),
  description: anyText(75).optional(),
})

/** A group of options of a select menu. */
export const optionGroup = z.strictObject({ label: plainText(75), options: list(menuOption, 100) })

/** Which conversations a menu shows: it says at least one thing about them. */
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

/** When an input sends an action while somebody types. */
export const dispatchConfig = z.strictObject({
  trigger_actions_on: list(z.enum(['on_enter_pressed', 'on_character_entered']), 2).optional(),
})
