import { list, object, type Rule, string } from './rule.ts'
import { anyText, plainText, webAddress } from './text.ts'

/** An option of a menu: text 75 (plain), value 150, description 75. */
export const menuOption: Rule = object(
  { text: plainText(75), value: string(150) },
  { description: plainText(75) },
)

/** An option of an overflow menu, which may lead to an address. */
export const overflowOption: Rule = object(
  { text: plainText(75), value: string(150) },
  { description: plainText(75), url: webAddress },
)

/** An option of checkboxes and radio buttons, whose texts may be mrkdwn. */
export const tickOption: Rule = object(
  { text: anyText(75), value: string(150) },
  { description: anyText(75) },
)

/** A group of a menu: label 75, at most 100 options. */
export const optionGroup: Rule = object({ label: plainText(75), options: list(menuOption, 100) })
