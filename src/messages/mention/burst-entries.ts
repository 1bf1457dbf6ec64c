import type { Id } from '../../model/id.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import { type OfferedAction, offeredActions } from '../../model/subscription.ts'
import { input, optionOf, radioButtons, textMessage } from '../kit/block-kit.ts'
import { grouped, plural } from '../kit/numbers.ts'
import { cut } from '../kit/text.ts'

/** Each action of the form is offered if the message offers one of these actions of a card. */
const entryActions: Record<string, { label: string; from: OfferedAction[] }> = {
  claim: { label: 'Claim', from: ['claim'] },
  done: { label: 'Done', from: ['done'] },
  'not-relevant': { label: 'Not relevant', from: ['not-relevant'] },
  'open-again': { label: 'Open again', from: ['claim', 'done', 'not-relevant'] },
  ticket: { label: 'More…', from: ['ticket'] },
  'mute-author': { label: 'Mute their authors for 7 days', from: ['mute'] },
  why: { label: 'Show why they were posted', from: ['why'] },
}

export function entryChoices(offers: readonly OfferedAction[] = offeredActions) {
  return Object.entries(entryActions)
    .filter(([, { from }]) => from.some((one) => offers.includes(one)))
    .map(([value, { label }]) => ({ label, value }))
}

/**
 * Slack allows ten checkboxes with 75 characters each. `firstNumber` is the number of the first entry, so that the form numbers the entries
 * as the message does.
 */
export function entriesModal(
  entries: { id: Id; title: string }[],
  firstNumber = 1,
  offers?: readonly OfferedAction[],
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
      radioButtons('Action', entryInputs.action, entryChoices(offers)),
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
