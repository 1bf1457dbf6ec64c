import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { contentSchema } from './message.ts'

/** What all kinds of reminders have. A kind adds its own fields. */
export const reminderBase = z.object({
  id: z.string(),
  /** When the reminder was created: UTC, ms since the epoch, like `due` and `retryAt`. */
  created: timeSchema,
  due: timeSchema,
  /** The reminder is tried again at this time, because the last attempt failed. */
  retryAt: timeSchema.exactOptional(),
  /**
   * Present while a process is about to post the reminder. `by` is the id of that process, and `channel` is the id of the message's
   * channel. `called` is the person whom the message calls, and `shows` is what it shows, in words of the owner of the kind.
   */
  pending: z
    .object({
      by: z.string(),
      at: timeSchema,
      slackAt: timeSchema.exactOptional(),
      channel: z.string(),
      thread: z.string().exactOptional(),
      called: z.string().exactOptional(),
      shows: z.array(z.string()).exactOptional(),
    })
    .exactOptional(),
  sent: z.literal(true).exactOptional(),
  /** The message of the last stage. Absent if it was not posted. */
  postedAs: z.object({ channel: z.string(), ts: z.string() }).exactOptional(),
})

/** A reminder of any kind. Only the owner of its kind knows its other fields. */
export type Reminder = z.infer<typeof reminderBase> & { kind: string }

/**
 * The bot sends this reminder to one person about one mention. If the mention was not done in time, the person who has it gets `overdue`,
 * and the person who assigned it gets `overdue-for-other`.
 */
export const mentionReminderSchema = reminderBase.extend({
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
export const catchUpReminderSchema = reminderBase.extend({
  kind: z.literal('catch-up'),
  subscription: z.string(),
  of: z.string(),
})
export type CatchUpReminder = z.infer<typeof catchUpReminderSchema>

/**
 * Tells a channel about a silence or about the plan. The record of the announcement contains the id of its notices. A notice whose
 * announcement was not stored, or does not hold any more, is dropped.
 */
export const noticeSchema = reminderBase.extend({
  kind: z.literal('notice'),
  channel: z.string(),
  content: contentSchema,
  about: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('silence'), alert: idSchema }),
    z.object({ kind: z.enum(['plan-limit', 'plan-forecast']) }),
  ]),
})
export type Notice = z.infer<typeof noticeSchema>

export type NewNotice = Pick<Notice, 'channel' | 'content' | 'about'>

type Unsent<One> = Omit<One, 'created' | 'pending' | 'sent'>

export type NewReminder = Unsent<MentionReminder> | Unsent<CatchUpReminder>
