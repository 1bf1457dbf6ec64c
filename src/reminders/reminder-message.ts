import type { Mention } from '@overheard/mention-client/mention'
import { actionIds } from '../messages/kit/block-actions.ts'
import { actions, bold, button, contextOf, richLine, richText, words } from '../messages/kit/block-kit.ts'
import { dayWords } from '../messages/kit/dates.ts'
import { messages } from '../messages/kit/say.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../messages/kit/text.ts'
import { cardText } from '../messages/mention/card-text.ts'
import { metadataParts } from '../messages/mention/fields.ts'
import { personName, signParts, titleOf, titleParts } from '../messages/mention/mention-parts.ts'
import { openValue } from '../messages/mention/open-target.ts'
import { longestNote } from '../messages/mention/reminders.ts'
import { dateOf } from '../model/calendar-date.ts'
import type { Handling } from '../model/card.ts'
import type { Block, Content } from '../model/message.ts'
import type { MentionReminder } from '../model/reminder.ts'
import { en } from './texts.en.ts'

const say = messages(en, (language) => import(`./texts.${language}.ts`))

export type ReminderCard = { mention: Mention; record: Handling; permalink: string | undefined }

export function reminderMessage(reminder: Pick<MentionReminder, 'kind'>, card: ReminderCard): Content {
  const { mention, record, permalink } = card
  const title = titleOf(mention)
  const news = headline(reminder.kind, record)
  const { channel, ts, alert } = record
  const value = openValue({ scope: 'mine', page: 0, channel, ts, alert, mention: mention.id })
  const link =
    permalink === undefined
      ? []
      : [{ ...button(say.openMessage(), actionIds.reminderLink, value), url: permalink }]
  const elements = [
    button(say.done(), actionIds.reminderDone, value, 'primary'),
    button(say.snooze(), actionIds.reminderSnooze, value),
    ...link,
  ]
  const note = isolate(cut(record.assigned?.note ?? '', longestNote))
  const quotedNote =
    reminder.kind === 'overdue-for-other'
      ? say.yourNote({ note })
      : say.noteFrom({ person: personName(record.assigned?.fromName ?? ''), note })
  const blocks: Block[] = [
    richText(richLine([bold(news), words(' · '), ...signParts(mention), ...titleParts(title)])),
    ...(note === '' ? [] : [richText(richLine([words(quotedNote)]))]),
    ...contextOf(metadataParts(mention, title)),
    ...actions(elements),
  ]
  const text = cardText(mention, title, { kind: 'open' }, news)
  return {
    text: note === '' ? text : ellipsize(`${text}\n${escapeMrkdwn(quotedNote)}`, longestText),
    blocks,
  }
}

function headline(kind: MentionReminder['kind'], { by, assigned, at }: Handling): string {
  const person = personName(assigned?.fromName ?? '')
  const day = dayWords(dateOf(at))
  switch (kind) {
    case 'assigned':
      return say.assigned({ person })
    case 'overdue':
      return say.overdue({ person, day })
    case 'overdue-for-other':
      return say.overdueForOther({ holder: personName(by), day })
    case 'snooze-ended':
      return say.snoozeEnded()
  }
}
