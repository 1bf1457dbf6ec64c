import { tickOption } from './options.ts'
import { all, boolean, holds, type as kind, list, object, oneOf, type Rule, string } from './rule.ts'
import { confirmation, identifier, plainText, webAddress } from './text.ts'

/** A button: text 75, value 2,000, address 3,000, spoken label 75. */
export const button: Rule = object(
  { type: kind, text: plainText(75) },
  {
    action_id: identifier,
    value: string(2000),
    url: webAddress,
    style: oneOf('primary', 'danger'),
    confirm: confirmation,
    accessibility_label: string(75),
  },
)

/** Checkboxes and radio buttons: one to ten options. */
export const ticks: Record<string, Rule> = {
  checkboxes: object(
    { type: kind, options: list(tickOption, 10) },
    {
      action_id: identifier,
      initial_options: list(tickOption, 10),
      confirm: confirmation,
      focus_on_load: boolean,
    },
  ),
  radio_buttons: object(
    { type: kind, options: list(tickOption, 10) },
    { action_id: identifier, initial_option: tickOption, confirm: confirmation, focus_on_load: boolean },
  ),
}

/** A picture: an address or a file of Slack's, and a text for those who do not see it (2,000). */
export const image: Rule = all(
  object(
    { type: kind, alt_text: string(2000) },
    { image_url: webAddress, slack_file: object({}, { id: string(255), url: webAddress }) },
  ),
  exactlyOneSource(),
)

/** Exactly one of `image_url` and `slack_file`. */
export function exactlyOneSource(): Rule {
  return holds(
    (picture) => (picture.image_url === undefined) !== (picture.slack_file === undefined),
    'missing_field',
    'must provide exactly one of image_url and slack_file',
  )
}
