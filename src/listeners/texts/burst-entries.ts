import { input, optionOf, radioButtons, textMessage } from '../../messages/kit/block-kit.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { cut } from '../../messages/kit/text.ts'
import type { Choice } from '../../messages/mention/card-menu.ts'
import type { Id } from '../../model/id.ts'
import type { Content, ModalContent } from '../../model/message.ts'

/**
 * Slack allows ten checkboxes with 75 characters each. `firstNumber` is the number of the first entry, so that the form numbers the entries
 * as the message does.
 */
export function entriesModal(
  entries: { id: Id; title: string }[],
  choices: Choice[],
  firstNumber = 1,
): ModalContent {
  const options = entries
    .slice(0, 10)
    .map(({ id, title }, index) =>
      optionOf({ label: cut(`${firstNumber + index}. ${title || `Mention ${id}`}`, 75), value: id }),
    )
  const [only] = options
  const chosen = only !== undefined && options.length === 1 ? { initial_options: [only] } : {}
  return {
    title: 'Update mentions',
    submit: 'Save',
    blocks: [
      input('Mentions', entryInputs.entries, {
        type: 'checkboxes',
        action_id: entryInputs.entries,
        options,
        ...chosen,
      }),
      radioButtons(
        'Action',
        entryInputs.action,
        choices.map(({ choice: value, label }) => ({ label, value })),
      ),
    ],
  }
}

/** `left` is the number of mentions that are not posted yet, or that could not be found. */
export function claimedNegatives(claimed: number, left: number): Content {
  if (claimed === 0 && left === 0)
    return textMessage('All negative mentions of this burst are claimed already.')
  const done = `You claimed ${plural(claimed, 'negative mention')}.`
  if (left === 0) return textMessage(done)
  return textMessage(
    `${done} ${grouped(left)} could not be claimed yet: they are still being posted. Press again in a minute.`,
  )
}

export const entryInputs = { entries: 'entries', action: 'action' } as const
