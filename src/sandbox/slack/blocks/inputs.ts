import { boolean, type as kind, list, number, object, oneOf, type Rule, string } from './rule.ts'
import { confirmation, identifier, plainText } from './text.ts'

const shared = { action_id: identifier, placeholder: plainText(150), focus_on_load: boolean }
const dispatch = object(
  {},
  { trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), 2) },
)
const typed = { ...shared, initial_value: string(3000), dispatch_action_config: dispatch }
const picked = { ...shared, confirm: confirmation }

/** What is typed: text of at most 3,000 characters, numbers, addresses. */
export const typedInputs: Record<string, Rule> = {
  plain_text_input: object(
    { type: kind },
    { ...typed, multiline: boolean, min_length: number(0, 3000), max_length: number(1, 3000) },
  ),
  number_input: object(
    { type: kind, is_decimal_allowed: boolean },
    { ...typed, min_value: string(30), max_value: string(30) },
  ),
  email_text_input: object({ type: kind }, typed),
  url_text_input: object({ type: kind }, typed),
}

/** What is picked from a calendar or a clock. */
export const pickers = {
  datepicker: object({ type: kind }, { ...picked, initial_date: string(10, 10, /^\d{4}-\d\d-\d\d$/) }),
  timepicker: object(
    { type: kind },
    { ...picked, initial_time: string(5, 5, /^([01]\d|2[0-3]):[0-5]\d$/), timezone: string(100) },
  ),
  datetimepicker: object({ type: kind }, { ...picked, initial_date_time: number(0) }),
} satisfies Record<string, Rule>
