import { z } from 'zod'
import { idSchema } from './id.ts'

const base = z.object({
  id: z.string(),
  /** When the reminder was created: UTC, ms since the epoch, like `due` and `retryAt`. */
  created: z.number(),
  due: z.number(),
  /** The reminder is tried again at this time, because the last attempt failed. */
  retryAt: z.number().exactOptional(),
  /**
   * Present while a process is about to post the reminder. `by` is the id of that process, and `channel` is the id of the message's
   * channel.
   */
  pending: z.object({ by: z.string(), at: z.number(), channel: z.string() }).exactOptional(),
  sent: z.literal(true).exactOptional(),
})

/**
 * The bot sends this reminder to one person about one mention. If the mention was not done in time, the person who has it gets `overdue`,
 * and the person who assigned it gets `overdue-for-other`.
 */
const mentionReminderSchema = base.extend({
  kind: z.enum(['assigned', 'overdue', 'overdue-for-other', 'snooze-ended']),
  to: z.string(),
  channel: z.string(),
  ts: z.string(),
  mention: idSchema,
  /**
   * The id of the assignment or snooze. If the mention now has another assignment or snooze, the reminder is dropped.
   */
  of: z.string(),
})
export type MentionReminder = z.infer<typeof mentionReminderSchema>

/**
 * At the end of a long pause, this reminder asks the channel a question. `of` is the id of the pause. The reminder is dropped if the
 * subscription has another pause.
 */
const catchUpReminderSchema = base.extend({
  kind: z.literal('catch-up'),
  subscription: z.string(),
  of: z.string(),
})

export const reminderSchema = z.discriminatedUnion('kind', [mentionReminderSchema, catchUpReminderSchema])
export type Reminder = z.infer<typeof reminderSchema>

type Unsent<One> = One extends Reminder ? Omit<One, 'created' | 'pending' | 'sent'> : never
export type NewReminder = Unsent<Reminder>
