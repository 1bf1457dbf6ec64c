import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  confirmation,
  conversationFilter,
  dispatchConfig,
  flag,
  identifier,
  menuOption,
  optionGroup,
  overflowOption,
  plainText,
  slackId,
  tickOption,
  webAddress,
} from './composition.ts'
import { fault, list, text } from './schema.ts'

/**
 * Block Kit elements and the blocks that take them. Each element has a page with its limits under
 * https://docs.slack.dev/reference/block-kit/block-elements.
 */

const choiceFields = {
  action_id: identifier.optional(),
  confirm: confirmation.optional(),
  focus_on_load: flag,
}
const menuFields = { ...choiceFields, placeholder: plainText(150).optional() }
const multiFields = { ...menuFields, max_selected_items: z.number().min(1).optional() }

type Choice = {
  options?: unknown[] | undefined
  option_groups?: { options: unknown[] }[] | undefined
  initial_option?: unknown
  initial_options?: unknown[] | undefined
}

/** An initial option must equal one of the element's options in all fields. */
function startsAmongOptions({ options = [], option_groups = [], ...initial }: Choice): boolean {
  const offered = [...options, ...option_groups.flatMap((group) => group.options)]
  const chosen = initial.initial_options ?? [initial.initial_option ?? offered[0]]
  return chosen.every((one) => offered.some((option) => isDeepStrictEqual(option, one)))
}
const unknownOption = fault('mismatch', 'must match an option', ['initial_option'])
const unknownOptions = fault('mismatch', 'must match options', ['initial_options'])

/** Checkboxes and radio buttons. */
const checkable = [
  z
    .strictObject({
      type: z.literal('checkboxes'),
      options: list(tickOption, 10),
      initial_options: list(tickOption, 10).optional(),
      ...choiceFields,
    })
    .refine(startsAmongOptions, unknownOptions),
  z
    .strictObject({
      type: z.literal('radio_buttons'),
      options: list(tickOption, 10),
      initial_option: tickOption.optional(),
      ...choiceFields,
    })
    .refine(startsAmongOptions, unknownOption),
] as const

const choices = {
  options: list(menuOption, 100).optional(),
  option_groups: list(optionGroup, 100).optional(),
}
const notOneList = fault('missing_field', 'must provide either options or option_groups')

function hasOneList(chosen: { options?: unknown; option_groups?: unknown }): boolean {
  return (chosen.options === undefined) !== (chosen.option_groups === undefined)
}

const searched = { min_query_length: z.number().min(0).optional() }
const conversations = { filter: conversationFilter.optional(), default_to_current_conversation: flag }

/** Menus with one choice. */
const selects = [
  z
    .strictObject({
      type: z.literal('static_select'),
      ...menuFields,
      ...choices,
      initial_option: menuOption.optional(),
    })
    .refine(hasOneList, notOneList)
    .refine(startsAmongOptions, unknownOption),
  z.strictObject({
    type: z.literal('external_select'),
    ...menuFields,
    ...searched,
    initial_option: menuOption.optional(),
  }),
  z.strictObject({ type: z.literal('users_select'), ...menuFields, initial_user: slackId.optional() }),
  z.strictObject({
    type: z.literal('channels_select'),
    ...menuFields,
    initial_channel: slackId.optional(),
    response_url_enabled: flag,
  }),
  z.strictObject({
    type: z.literal('conversations_select'),
    ...menuFields,
    ...conversations,
    initial_conversation: slackId.optional(),
    response_url_enabled: flag,
  }),
] as const

const initialOptions = { initial_options: list(menuOption, 100).optional() }
const initialIds = list(slackId, 100).optional()

/** Menus with several choices. */
const multiSelects = [
  z
    .strictObject({ type: z.literal('multi_static_select'), ...multiFields, ...choices, ...initialOptions })
    .refine(hasOneList, notOneList)
    .refine(startsAmongOptions, unknownOptions),
  z.strictObject({
    type: z.literal('multi_external_select'),
    ...multiFields,
    ...searched,
    ...initialOptions,
  }),
  z.strictObject({ type: z.literal('multi_users_select'), ...multiFields, initial_users: initialIds }),
  z.strictObject({ type: z.literal('multi_channels_select'), ...multiFields, initial_channels: initialIds }),
  z.strictObject({
    type: z.literal('multi_conversations_select'),
    ...multiFields,
    ...conversations,
    initial_conversations: initialIds,
  }),
] as const

/** An input of a date and a time. Slack does not allow it in a section. */
const datetimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...menuFields,
  initial_date_time: z.number().min(0).optional(),
})

/** A date, or a time of day. */
const pickers = [
  z.strictObject({
    type: z.literal('datepicker'),
    ...menuFields,
    initial_date: text(10, 10)
      .regex(/^\d{4}-\d\d-\d\d$/)
      .optional(),
  }),
  z.strictObject({
    type: z.literal('timepicker'),
    ...menuFields,
    initial_time: text(5, 5)
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .optional(),
    timezone: text(100).optional(),
  }),
] as const

const typedFields = {
  action_id: identifier.optional(),
  placeholder: plainText(150).optional(),
  focus_on_load: flag,
  initial_value: text(3000).optional(),
  dispatch_action_config: dispatchConfig.optional(),
}

/** A number as text. The element's page has the examples 0.25, 5.5 and -10. */
const numeral = text(30)
  .regex(/^-?\d+(\.\d+)?$/)
  .optional()

/** Text fields. */
const typedInputs = [
  z.strictObject({
    type: z.literal('plain_text_input'),
    ...typedFields,
    multiline: flag,
    min_length: z.number().min(0).max(3000).optional(),
    max_length: z.number().min(1).max(3000).optional(),
  }),
  z
    .strictObject({
      type: z.literal('number_input'),
      is_decimal_allowed: z.boolean(),
      ...typedFields,
      initial_value: numeral,
      min_value: numeral,
      max_value: numeral,
    })
    .refine(
      ({ min_value, max_value }) => !(Number(min_value) > Number(max_value)),
      fault('mismatch', 'min_value cannot be greater than max_value', ['min_value']),
    ),
  z.strictObject({ type: z.literal('email_text_input'), ...typedFields }),
  z.strictObject({ type: z.literal('url_text_input'), ...typedFields }),
] as const

const actionFields = { action_id: identifier.optional(), confirm: confirmation.optional() }

export const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  ...actionFields,
  value: text(2000).optional(),
  url: webAddress.optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: text(75).optional(),
})

const overflow = z.strictObject({
  type: z.literal('overflow'),
  options: list(overflowOption, 5),
  ...actionFields,
})

const feedbackButton = z.strictObject({
  text: plainText(75),
  value: text(2000),
  accessibility_label: text(75).optional(),
})

/** Elements of a context actions block. The trash is the only icon. */
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
    ...actionFields,
    value: text(2000).optional(),
    accessibility_label: text(75).optional(),
    visible_to_user_ids: list(slackId, Infinity).optional(),
  }),
] as const

/** The fields of an image, both as an element and as a block. */
export const pictureFields = {
  type: z.literal('image'),
  alt_text: text(2000),
  image_url: webAddress.optional(),
  slack_file: z.strictObject({ id: text(255).optional(), url: webAddress.optional() }).optional(),
}

/** An image has either an address or a Slack file. */
export function hasOneSource(picture: { image_url?: unknown; slack_file?: unknown }): boolean {
  return (picture.image_url === undefined) !== (picture.slack_file === undefined)
}

export const notOneSource = fault('missing_field', 'must provide exactly one of image_url and slack_file')

export const image = z.strictObject(pictureFields).refine(hasOneSource, notOneSource)

/** Elements beside the text of a section. */
export const accessories = [
  button,
  overflow,
  image,
  ...checkable,
  ...selects,
  ...multiSelects,
  ...pickers,
] as const

/** Elements of an actions block. */
export const actionElements = [
  button,
  overflow,
  ...checkable,
  ...selects,
  ...pickers,
  datetimepicker,
] as const

/** Elements of an input block. */
export const inputElements = [
  ...typedInputs,
  ...checkable,
  ...selects,
  ...multiSelects,
  ...pickers,
  datetimepicker,
] as const

/** The types of elements that have an `action_id`. */
export const interactiveTypes: ReadonlySet<string> = new Set(
  [...actionElements, ...inputElements, ...contextActions].map(({ shape }) => shape.type.value),
)
