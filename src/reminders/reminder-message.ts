import { actionIds } from '../messages/kit/block-actions.ts'
import { actions, bold, button, contextOf, richLine, richText, words } from '../messages/kit/block-kit.ts'
import { dayWords } from '../messages/kit/dates.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../messages/kit/text.ts'
import { cardText } from '../messages/mention/card-text.ts'
import { metadataParts } from '../messages/mention/fields.ts'
import { personName, signParts, titleOf, titleParts } from '../messages/mention/mention-parts.ts'
import { openValue } from '../messages/mention/open-target.ts'
import { longestNote } from '../messages/mention/reminders.ts'
import { dateOf } from '../model/calendar-date.ts'
import type { Handling } from '../model/card.ts'
import type { Mention } from '../model/mention.ts'
import type { Block, Content } from '../model/message.ts'
import type { MentionReminder } from '../model/reminder.ts'

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
