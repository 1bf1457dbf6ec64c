import type { InputBlock } from '@slack/types'
import { dateOf } from '../../model/calendar-date.ts'
import type { Handling } from '../../model/card.ts'
import { defined } from '../../model/defined.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'
import type { MentionReminder } from '../../model/reminder.ts'
import { type SnoozeTerm, snoozeTerms } from '../../people/snooze.ts'
import { actionIds } from '../kit/block-actions.ts'
import {
  actions,
  bold,
  button,
  context,
  contextOf,
  input,
  plainText,
  radioButtons,
  richLine,
  richText,
  words,
} from '../kit/block-kit.ts'
import { dayWords } from '../kit/dates.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../kit/text.ts'
import { cardText } from './card-text.ts'
import { metadataParts } from './fields.ts'
import { type CardState, personName, signParts, stateWords, titleOf, titleParts } from './mention-parts.ts'
import { openValue } from './open-target.ts'

export type ReminderCard = { mention: Mention; record: Handling; permalink: string | undefined }

export function reminderMessage(reminder: Pick<MentionReminder, 'kind'>, card: ReminderCard): Content {
  const { mention, record, permalink } = card
  const title = titleOf(mention)
  const news = headline(reminder.kind, record)
  const note = record.assigned?.note
  const { channel, ts, alert } = record
  const value = openValue({ scope: 'mine', page: 0, channel, ts, alert, mention: mention.id })
  const link =
    permalink === undefined
      ? []
      : [{ ...button('Open message', actionIds.reminderLink, value), url: permalink }]
  const elements = [
    button('Done', actionIds.reminderDone, value, 'primary'),
    button('Snooze…', actionIds.reminderSnooze, value),
    ...link,
  ]
  const quoted = note === undefined ? '' : isolate(cut(note, longestNote))
  const whose =
    reminder.kind === 'overdue-for-other'
      ? 'Your note'
      : `Note from ${personName(record.assigned?.fromName ?? '')}`
  const quotedNote = `${whose}: “${quoted}”`
  const blocks: Block[] = [
    richText(richLine([bold(news), words(' · '), ...signParts(mention), ...titleParts(title)])),
    ...(quoted === '' ? [] : [richText(richLine([words(quotedNote)]))]),
    ...contextOf(metadataParts(mention, title)),
    ...actions(elements),
  ]
  const text = cardText(mention, title, { kind: 'open' }, news)
  return {
    text: quoted === '' ? text : ellipsize(`${text}\n${escapeMrkdwn(quotedNote)}`, longestText),
    blocks,
  }
}

export function answeredReminder(mention: Mention, state: CardState): Content {
  const title = titleOf(mention)
  const blocks = [
    richText(richLine([...signParts(mention), ...titleParts(title)])),
    context(plainText(stateWords(state))),
  ]
  return { text: cardText(mention, title, state), blocks }
}

function headline(kind: MentionReminder['kind'], { by, assigned, at }: Handling): string {
  const from = personName(assigned?.fromName ?? '')
  const day = dayWords(dateOf(at))
  return {
    assigned: `${from} assigned this to you`,
    overdue: `Still open: ${from} assigned this to you on ${day}`,
    'overdue-for-other': `Still open: you assigned this to ${personName(by)} on ${day}`,
    'snooze-ended': 'Open again: you snoozed this',
  }[kind]
}

const longestNote = 500

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
