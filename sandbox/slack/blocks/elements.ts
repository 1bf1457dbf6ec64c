/**
 * What people press and see, and which elements stand in which block. The limits are those of the pages under
 * https://docs.slack.dev/reference/block-kit/block-elements, one for each element.
 */
import { z } from 'zod'
import { confirmation, identifier, overflowOption, plainText, slackId, webAddress } from './composition.ts'
import { datetimepicker, multiSelects, pickers, selects, ticks, typedInputs } from './inputs.ts'
import { fault, list, text } from './schema.ts'

const acted = { action_id: identifier.optional(), confirm: confirmation.optional() }

const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  ...acted,
  value: text(2000).optional(),
  url: webAddress.optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: text(75).optional(),
})

const overflow = z.strictObject({ type: z.literal('overflow'), options: list(overflowOption, 5), ...acted })

const feedbackButton = z.strictObject({
  text: plainText(75),
  value: text(2000),
  accessibility_label: text(75).optional(),
})

/** What stands in a row of context actions. The trash is the only icon there is. */
export const contextActions = [
  z.strictObject({
    type: z.literal('feedback_buttons'),
    positive_button: feedbackButton,
    negative_button: feedbackButton,
    action_id: identifier.optional(),
  }),
  z.strictObject({
    type: z.literal('icon_button'),
    icon: z.enum(['trash']),
    text: plainText(75),
    ...acted,
    value: text(2000).optional(),
    accessibility_label: text(75).optional(),
    visible_to_user_ids: list(slackId, Infinity).optional(),
  }),
] as const

/** The fields of a picture, as an element and as a block. */
export const pictureFields = {
  type: z.literal('image'),
  alt_text: text(2000),
  image_url: webAddress.optional(),
  slack_file: z.strictObject({ id: text(255).optional(), url: webAddress.optional() }).optional(),
}

/** Whether a picture comes from exactly one place. */
export function hasOneSource(picture: { image_url?: unknown; slack_file?: unknown }): boolean {
  return (picture.image_url === undefined) !== (picture.slack_file === undefined)
}

/** What is said of a picture that comes from nowhere, or from two places. */
export const notOneSource = fault('missing_field', 'must provide exactly one of image_url and slack_file')

/** A picture. */
export const image = z.strictObject(pictureFields).refine(hasOneSource, notOneSource)

/** What stands beside the text of a section. */
export const accessories = [
  button,
  overflow,
  image,
  ...ticks,
  ...selects,
  ...multiSelects,
  ...pickers,
] as const

/** What stands in a row of actions. */
export const pressed = [button, overflow, ...ticks, ...selects, ...pickers, datetimepicker] as const

/** What is filled in. */
export const filledIn = [
  ...typedInputs,
  ...ticks,
  ...selects,
  ...multiSelects,
  ...pickers,
  datetimepicker,
] as const

/** The types of elements that people act on: those have an `action_id`. */
export const actedOn: ReadonlySet<string> = new Set(
  [...pressed, ...filledIn, ...contextActions].map(({ shape }) => shape.type.value),
)
