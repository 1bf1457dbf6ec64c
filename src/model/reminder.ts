import { z } from 'zod'
import { idSchema } from './id.ts'

/**
 * A direct message to one person about one mention. `assigned`: somebody assigned the mention to this person. `overdue`: the mention is not
 * done in time. `overdue-for-other`: the same, for the person who assigned it. `snooze-ended`: the snooze of this person is over.
 */
export const reminderSchema = z.object({
  id: z.string(),
  kind: z.enum(['assigned', 'overdue', 'overdue-for-other', 'snooze-ended']),
  /** Slack member id. */
  to: z.string(),
  /** Channel id of the message that shows the mention. */
  channel: z.string(),
  ts: z.string(),
  mention: idSchema,
  /** The id of the assignment or snooze. The reminder is dropped if the mention now has another one. */
  of: z.string(),
  /** When the reminder was created: UTC, ms since the epoch, like `due` and `retryAt`. */
  created: z.number(),
  due: z.number(),
  /** When to try again, because Slack asked to wait or refused the message. */
  retryAt: z.number().exactOptional(),
  /** Present while a process is about to post the reminder. `by`: that process. `channel`: the channel id of the direct message. */
  pending: z.object({ by: z.string(), at: z.number(), channel: z.string() }).exactOptional(),
  sent: z.literal(true).exactOptional(),
})
export type Reminder = z.infer<typeof reminderSchema>
