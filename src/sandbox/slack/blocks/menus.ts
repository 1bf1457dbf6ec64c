import { menuOption, optionGroup, overflowOption } from './options.ts'
import { all, boolean, holds, type as kind, list, number, object, oneOf, type Rule, string } from './rule.ts'
import { confirmation, identifier, plainText } from './text.ts'

const shared = {
  action_id: identifier,
  confirm: confirmation,
  focus_on_load: boolean,
  placeholder: plainText(150),
}
const several = { ...shared, max_selected_items: number(1) }
const id = string(255, 1)
const ids = list(id, 100)
const choices = { options: list(menuOption, 100), option_groups: list(optionGroup, 100) }
const filter = object(
  {},
  {
    include: list(oneOf('im', 'mpim', 'private', 'public'), 4),
    exclude_external_shared_channels: boolean,
    exclude_bot_users: boolean,
  },
)
const conversations = { filter, default_to_current_conversation: boolean }

const eitherOptionsOrGroups = holds(
  (menu) => (menu.options === undefined) !== (menu.option_groups === undefined),
  'missing_field',
  'must provide either options or option_groups',
)

/** Menus that choose one: at most 100 options. */
export const selects: Record<string, Rule> = {
  static_select: all(
    object({ type: kind }, { ...shared, ...choices, initial_option: menuOption }),
    eitherOptionsOrGroups,
  ),
  external_select: object(
    { type: kind },
    { ...shared, min_query_length: number(0), initial_option: menuOption },
  ),
  users_select: object({ type: kind }, { ...shared, initial_user: id }),
  channels_select: object({ type: kind }, { ...shared, initial_channel: id, response_url_enabled: boolean }),
  conversations_select: object(
    { type: kind },
    { ...shared, ...conversations, initial_conversation: id, response_url_enabled: boolean },
  ),
}

/** Menus that choose several. */
export const multiSelects: Record<string, Rule> = {
  multi_static_select: all(
    object({ type: kind }, { ...several, ...choices, initial_options: list(menuOption, 100) }),
    eitherOptionsOrGroups,
  ),
  multi_external_select: object(
    { type: kind },
    { ...several, min_query_length: number(0), initial_options: list(menuOption, 100) },
  ),
  multi_users_select: object({ type: kind }, { ...several, initial_users: ids }),
  multi_channels_select: object({ type: kind }, { ...several, initial_channels: ids }),
  multi_conversations_select: object(
    { type: kind },
    { ...several, ...conversations, initial_conversations: ids },
  ),
}

/** The overflow menu: one to five options. */
export const overflow: Rule = object(
  { type: kind, options: list(overflowOption, 5) },
  { action_id: identifier, confirm: confirmation },
)
