import { isClosed, type PostedCard, shownMention } from '../model/card.ts'
import { type MentionReminder, mentionReminderSchema } from '../model/reminder.ts'
import { type AnyReminderKind, type DueMessage, reminderKind } from './reminder-kind.ts'
import { type ReminderCard, reminderMessage } from './reminder-message.ts'

type MentionRemindersDeps = {
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  endSnooze: (reminder: MentionReminder) => Promise<unknown>
  /** Tells if a person may still see a card; `unknown` if Slack does not answer. */
  maySee: (user: string, card: Pick<PostedCard, 'channel' | 'alert'>) => Promise<'yes' | 'no' | 'unknown'>
  openDirect: (user: string) => Promise<string>
  permalink: (message: { channel: string; ts: string }) => Promise<string | undefined>
}

/** The direct messages about assigned, overdue and snoozed mentions. */
export function mentionReminders(deps: MentionRemindersDeps): AnyReminderKind[] {
  async function due(reminder: MentionReminder): Promise<DueMessage> {
    const card = await deps.findCard(reminder)
    const shown = card && shownIn(card, reminder)
    if (card === undefined || shown === undefined) return 'gone'
    const maySee = await deps.maySee(reminder.to, card)
    if (maySee === 'unknown') return 'later'
    if (maySee === 'no') return 'skip'
    const content = reminderMessage(reminder, { ...shown, permalink: await deps.permalink(reminder) })
    return { channel: await deps.openDirect(reminder.to), content }
  }
  const logFields = ({ to }: MentionReminder) => ({ user: to })
  return mentionReminderSchema.shape.kind.options.map((kind) =>
    reminderKind(kind, mentionReminderSchema, {
      due,
      logFields,
      ...(kind === 'snooze-ended' && { ended: deps.endSnooze }),
    }),
  )
}

/**
 * Returns undefined if the reminder no longer applies, because the mention is done or not relevant, or because the assignment or snooze with the id `of` is
 * gone.
 */
function shownIn(
  card: PostedCard,
  { mention, of }: MentionReminder,
): Omit<ReminderCard, 'permalink'> | undefined {
  const record = card.actions.find((one) => one.mention === mention)
  const shown = shownMention(card, mention)
  if (record === undefined || shown === undefined) return undefined
  if (isClosed(record.state)) return undefined
  return record.assigned?.id === of || record.snooze?.id === of ? { mention: shown, record } : undefined
}
