import type { Id } from '@overheard/mention-client/id'
import { input, optionOf, radioButtons, textMessage } from '../../messages/kit/block-kit.ts'
import { sentences } from '../../messages/kit/labels.ts'
import { cut } from '../../messages/kit/text.ts'
import type { Choice } from '../../messages/mention/card-menu.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import { say } from './say.ts'

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
      optionOf({ label: cut(`${firstNumber + index}. ${title || say.untitled({ id })}`, 75), value: id }),
    )
  const [only] = options
  const chosen = only !== undefined && options.length === 1 ? { initial_options: [only] } : {}
  return {
    title: say.updateMentions(),
    submit: say.save(),
    blocks: [
      input(say.mentions(), entryInputs.entries, {
        type: 'checkboxes',
        action_id: entryInputs.entries,
        options,
        ...chosen,
      }),
      radioButtons(
        say.action(),
        entryInputs.action,
        choices.map(({ choice: value, label }) => ({ label, value })),
      ),
    ],
  }
}

/** `left` is the number of mentions that are not posted yet, or that could not be found. `unread` says that the thread could not be read. */
export function claimedNegatives(claimed: number, left: number, unread?: string): Content {
  if (claimed === 0 && left === 0) return textMessage(say.noNegativesLeft())
  const done = say.claimedNegatives({ claimed })
  if (left === 0) return textMessage(done)
  if (unread !== undefined) return textMessage(sentences([...(claimed === 0 ? [] : [done]), unread]))
  return textMessage(`${done} ${say.negativesStillPosted({ left })}`)
}

export const entryInputs = { entries: 'entries', action: 'action' } as const
