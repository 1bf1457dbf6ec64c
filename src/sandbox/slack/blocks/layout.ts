import { button, exactlyOneSource, image, ticks } from './buttons.ts'
import { pickers, typedInputs } from './inputs.ts'
import { multiSelects, overflow, selects } from './menus.ts'
import { all, boolean, byType, holds, type as kind, list, object, type Rule, string } from './rule.ts'
import { anyText, identifier, plainText, webAddress } from './text.ts'

const anywhere = { block_id: identifier }
const { datetimepicker: _notBesideText, ...besideText } = pickers

const accessory = byType({ button, overflow, image, ...selects, ...multiSelects, ...ticks, ...besideText })
const pressed = byType({ button, overflow, ...selects, ...ticks, ...pickers })
const filledIn = byType({ ...typedInputs, ...selects, ...multiSelects, ...ticks, ...pickers })

/** A section: text 3,000, or at most 10 fields of 2,000, and one element beside them. */
export const section: Rule = all(
  object(
    { type: kind },
    { ...anywhere, text: anyText(3000), fields: list(anyText(2000), 10), accessory, expand: boolean },
  ),
  holds(
    (block) => block.text !== undefined || block.fields !== undefined,
    'missing_field',
    'must provide text or fields',
  ),
)

/** A header: plain text of 150. */
export const header: Rule = object({ type: kind, text: plainText(150) }, anywhere)

/** A line between blocks. */
export const divider: Rule = object({ type: kind }, anywhere)

/** Small print: 1 to 10 texts and pictures. */
export const small: Rule = object(
  {
    type: kind,
    elements: list(byType({ plain_text: anyText(3000), mrkdwn: anyText(3000), image }), 10),
  },
  anywhere,
)

/** A row of 1 to 25 elements with action ids that differ. */
export const actions: Rule = object({ type: kind, elements: list(pressed, 25) }, anywhere)

/** A picture as a block: title 2,000, alternative text 2,000. */
export const picture: Rule = all(
  object(
    { type: kind, alt_text: string(2000) },
    {
      ...anywhere,
      title: plainText(2000),
      image_url: webAddress,
      slack_file: object({}, { id: string(255), url: webAddress }),
    },
  ),
  exactlyOneSource(),
)

/** A field to fill in: label 2,000, hint 2,000. */
export const input: Rule = object(
  { type: kind, label: plainText(2000), element: filledIn },
  { ...anywhere, hint: plainText(2000), optional: boolean, dispatch_action: boolean },
)
