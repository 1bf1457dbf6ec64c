import type { InputBlock } from '@slack/types'
import { context, input, plainText, radioButtons, richLine, richText } from '../../messages/kit/block-kit.ts'
import { cardText } from '../../messages/mention/card-text.ts'
import {
  type CardState,
  signParts,
  stateWords,
  titleOf,
  titleParts,
} from '../../messages/mention/mention-parts.ts'
import { longestNote } from '../../messages/mention/reminders.ts'
import { defined } from '../../model/defined.ts'
import type { Mention } from '../../model/mention.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import { type SnoozeTerm, snoozeTerms } from '../../people/snooze.ts'

export function answeredReminder(mention: Mention, state: CardState): Content {
  const title = titleOf(mention)
  const blocks = [
    richText(richLine([...signParts(mention), ...titleParts(title)])),
    context(plainText(stateWords(state))),
  ]
  return { text: cardText(mention, title, state), blocks }
}

export const assignInputs = { person: 'person', note: 'note' } as const

export function assignModal(holder?: string): ModalContent {
  const person: InputBlock['element'] = {
    type: 'users_select',
    action_id: assignInputs.person,
    ...defined({ initial_user: holder }),
  }
  const note: InputBlock['element'] = {
    type: 'plain_text_input',
    action_id: assignInputs.note,
    multiline: true,
    max_length: longestNote,
  }
  return {
    title: 'Assign mention',
    submit: 'Assign',
    blocks: [
      input('Person', assignInputs.person, person),
      input('Note', assignInputs.note, note, true),
      context(plainText('They get a direct message with the mention. The card shows who has it.')),
    ],
  }
}

export const snoozeInput = 'until'

const snoozeLabels: Record<SnoozeTerm, string> = {
  '1h': '1 hour',
  '4h': '4 hours',
  tomorrow: 'Tomorrow at 9:00',
  'working-day': 'Next working day',
  monday: 'Next Monday at 9:00',
}

export function snoozeModal(): ModalContent {
  const terms = snoozeTerms.map((term) => ({ label: snoozeLabels[term], value: term }))
  return {
    title: 'Snooze mention',
    submit: 'Snooze',
    blocks: [
      radioButtons('Until', snoozeInput, terms),
      context(
        plainText('Then you get one reminder, and the mention is open again. Times are in your time zone.'),
      ),
    ],
  }
}

export const assigneeRefusals = {
  bot: 'An app cannot be assigned a mention. Choose a person.',
  unknown: 'Slack does not answer who this person is right now. Try again in a minute.',
  'may-not-read': 'This person may not see this alert. Choose a member of its channel.',
} as const
