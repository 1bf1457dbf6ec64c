import { z } from 'zod'
import { idSchema } from './id.ts'
import { contentSchema } from './message.ts'

const base = z.object({
  id: z.string(),
  /** When the reminder was created: UTC, ms since the epoch, like `due` and `retryAt`. */
  created: z.number(),
  due: z.number(),
  /** The reminder is tried again at this time, because the last attempt failed. */
  retryAt: z.number().exactOptional(),
  /**
   * Present while a process is about to post the reminder. `by` is the id of that process, and `channel` is the id of the message's
   * channel. `thread` and `called` are those of a watch call.
   */
  pending: z
    .object({
      by: z.string(),
      at: z.number(),
      channel: z.string(),
      thread: z.string().exactOptional(),
      called: z.string().exactOptional(),
    })
    .exactOptional(),
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

/**
 * Calls people because of urgent mentions that nobody has claimed: first the person on watch, then the people of `notify`. `thread` is the
 * `ts` of the card, or of the first message of a burst or spike, whose urgent mentions are one call.
 */
const watchCallSchema = base.extend({
  kind: z.literal('watch-call'),
  subscription: z.string(),
  channel: z.string(),
  thread: z.string(),
  messages: z.array(z.object({ ts: z.string(), mentions: z.array(idSchema) })),
  stage: z.enum(['person', 'group']),
  /** The time between the two calls, in ms. */
  afterMs: z.number(),
  /** The Slack member id of the person who was called. */
  called: z.string().exactOptional(),
  /** Slack refused the message in the thread, so it is posted in the channel. */
  outsideThread: z.literal(true).exactOptional(),
})
export type WatchCall = z.infer<typeof watchCallSchema>

/**
 * Tells a channel about a silence or about the plan. The record of the announcement contains the id of its notices. A notice whose
 * announcement was not stored, or does not hold any more, is dropped.
 */
const noticeSchema = base.extend({
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

export const reminderSchema = z.discriminatedUnion('kind', [
  mentionReminderSchema,
  catchUpReminderSchema,
  watchCallSchema,
  noticeSchema,
])
export type Reminder = z.infer<typeof reminderSchema>

type Unsent<One> =
  One extends Exclude<Reminder, WatchCall | Notice> ? Omit<One, 'created' | 'pending' | 'sent'> : never
export type NewReminder = Unsent<Reminder>
