import type { Mention } from '@overheard/mention-client/mention'
import { actionIds } from '../messages/kit/block-actions.ts'
import { actions, bold, button, contextOf, richLine, richText, words } from '../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../messages/kit/dates.ts'
import { messages } from '../messages/kit/say.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../messages/kit/text.ts'
import { cardText } from '../messages/mention/card-text.ts'
import { metadataParts } from '../messages/mention/fields.ts'
import { personName, signParts, titleOf, titleParts } from '../messages/mention/mention-parts.ts'
import { openValue } from '../messages/mention/open-target.ts'
import { longestNote } from '../messages/mention/reminders.ts'
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
  const about = aboutAssignment(reminder.kind, record)
  const blocks: Block[] = [
    richText(richLine([bold(news), words(' · '), ...signParts(mention), ...titleParts(title)])),
    ...(about.length === 0 ? [] : [richText(richLine(sentenceAsRichText(about)))]),
    ...contextOf(metadataParts(mention, title)),
    ...actions(elements),
  ]
  const text = cardText(mention, title, { kind: 'open' }, news)
  return {
    text:
      about.length === 0 ? text : ellipsize(`${text}\n${escapeMrkdwn(sentenceAsText(about))}`, longestText),
    blocks,
  }
}

/** The note, and with an overdue assignment its time. */
function aboutAssignment(kind: MentionReminder['kind'], { assigned, at }: Handling): Sentence {
  const note = isolate(cut(assigned?.note ?? '', longestNote))
  if (kind === 'overdue' || kind === 'overdue-for-other') {
    const day = { at, as: 'date' } as const
    return note === '' ? say.assignedOn({ day }) : say.assignedWithNote({ day, note })
  }
  return note === '' ? [] : [say.noteFrom({ person: personName(assigned?.fromName ?? ''), note })]
}

function headline(kind: MentionReminder['kind'], { by, assigned }: Handling): string {
  const person = personName(assigned?.fromName ?? '')
  switch (kind) {
    case 'assigned':
      return say.assigned({ person })
    case 'overdue':
      return say.overdue({ person })
    case 'overdue-for-other':
      return say.overdueForOther({ holder: personName(by) })
    case 'snooze-ended':
      return say.snoozeEnded()
  }
}
