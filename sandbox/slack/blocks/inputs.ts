/**
 * What people choose, tick, pick and type: elements with a state. The limits are those of the pages under
 * https://docs.slack.dev/reference/block-kit/block-elements, one for each element.
 */
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
  plainText,
  slackId,
  tickOption,
} from './composition.ts'
import { fault, list, text } from './schema.ts'

const ticked = {
  action_id: identifier.optional(),
  confirm: confirmation.optional(),
  focus_on_load: flag,
}
const menu = { ...ticked, placeholder: plainText(150).optional() }
const several = { ...menu, max_selected_items: z.number().min(1).optional() }

type Choice = {
  options?: unknown[] | undefined
  option_groups?: { options: unknown[] }[] | undefined
  initial_option?: unknown
  initial_options?: unknown[] | undefined
}

/** What is chosen at first exactly matches options of the element, in all their fields. */
function startsAmongOptions({ options = [], option_groups = [], ...initial }: Choice): boolean {
  const offered = [...options, ...option_groups.flatMap((group) => group.options)]
  const chosen = initial.initial_options ?? [initial.initial_option ?? offered[0]]
  return chosen.every((one) => offered.some((option) => isDeepStrictEqual(option, one)))
}
const unknownOption = fault('mismatch', 'must match an option', ['initial_option'])
const unknownOptions = fault('mismatch', 'must match options', ['initial_options'])

/** Lists of options that stand open. */
export const ticks = [
  z
    .strictObject({
      type: z.literal('checkboxes'),
      options: list(tickOption, 10),
      initial_options: list(tickOption, 10).optional(),
      ...ticked,
    })
    .refine(startsAmongOptions, unknownOptions),
  z
    .strictObject({
      type: z.literal('radio_buttons'),
      options: list(tickOption, 10),
      initial_option: tickOption.optional(),
      ...ticked,
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

/** Menus that choose one. */
export const selects = [
  z
    .strictObject({
      type: z.literal('static_select'),
      ...menu,
      ...choices,
      initial_option: menuOption.optional(),
    })
    .refine(hasOneList, notOneList)
    .refine(startsAmongOptions, unknownOption),
  z.strictObject({
    type: z.literal('external_select'),
    ...menu,
    ...searched,
    initial_option: menuOption.optional(),
  }),
  z.strictObject({ type: z.literal('users_select'), ...menu, initial_user: slackId.optional() }),
  z.strictObject({
    type: z.literal('channels_select'),
    ...menu,
    initial_channel: slackId.optional(),
    response_url_enabled: flag,
  }),
  z.strictObject({
    type: z.literal('conversations_select'),
    ...menu,
    ...conversations,
    initial_conversation: slackId.optional(),
    response_url_enabled: flag,
  }),
] as const

const initialOptions = { initial_options: list(menuOption, 100).optional() }
const initialIds = list(slackId, 100).optional()

/** Menus that choose several. */
export const multiSelects = [
  z
    .strictObject({ type: z.literal('multi_static_select'), ...several, ...choices, ...initialOptions })
    .refine(hasOneList, notOneList)
    .refine(startsAmongOptions, unknownOptions),
  z.strictObject({ type: z.literal('multi_external_select'), ...several, ...searched, ...initialOptions }),
  z.strictObject({ type: z.literal('multi_users_select'), ...several, initial_users: initialIds }),
  z.strictObject({ type: z.literal('multi_channels_select'), ...several, initial_channels: initialIds }),
  z.strictObject({
    type: z.literal('multi_conversations_select'),
    ...several,
    ...conversations,
    initial_conversations: initialIds,
  }),
] as const

/** A day and a time in one: not beside the text of a section. */
export const datetimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...menu,
  initial_date_time: z.number().min(0).optional(),
})

/** A day, or a time of day. */
export const pickers = [
  z.strictObject({
    type: z.literal('datepicker'),
    ...menu,
    initial_date: text(10, 10)
      .regex(/^\d{4}-\d\d-\d\d$/)
      .optional(),
  }),
  z.strictObject({
    type: z.literal('timepicker'),
    ...menu,
    initial_time: text(5, 5)
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .optional(),
    timezone: text(100).optional(),
  }),
] as const

const typed = {
  action_id: identifier.optional(),
  placeholder: plainText(150).optional(),
  focus_on_load: flag,
  initial_value: text(3000).optional(),
  dispatch_action_config: dispatchConfig.optional(),
}

/** A number as text: 0.25, 5.5 and -10 are the examples of its page. */
const numeral = text(30)
  .regex(/^-?\d+(\.\d+)?$/)
  .optional()

/** What is typed. */
export const typedInputs = [
  z.strictObject({
    type: z.literal('plain_text_input'),
    ...typed,
    multiline: flag,
    min_length: z.number().min(0).max(3000).optional(),
    max_length: z.number().min(1).max(3000).optional(),
  }),
  z
    .strictObject({
      type: z.literal('number_input'),
      is_decimal_allowed: z.boolean(),
      ...typed,
      initial_value: numeral,
      min_value: numeral,
      max_value: numeral,
    })
    .refine(
      ({ min_value, max_value }) => !(Number(min_value) > Number(max_value)),
      fault('mismatch', 'min_value cannot be greater than max_value', ['min_value']),
    ),
  z.strictObject({ type: z.literal('email_text_input'), ...typed }),
  z.strictObject({ type: z.literal('url_text_input'), ...typed }),
] as const
