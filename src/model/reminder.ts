import { z } from 'zod'
import { idSchema } from './id.ts'

/**
 * A direct message to one person about one mention. `assigned`: somebody assigned the mention to the person. `overdue`:
 * the mention was not done in time. `overdue-for-other`: the person assigned it, and it was not done in time.
 * `snooze-ended`: the person's snooze is over.
 */
export const reminderSchema = z.object({
  id: z.string(),
  kind: z.enum(['assigned', 'overdue', 'overdue-for-other', 'snooze-ended']),
  to: z.string(),
  channel: z.string(),
  ts: z.string(),
  mention: idSchema,
  /**
   * The id of the assignment or snooze. If the mention now has another assignment or snooze, the reminder is dropped.
   */
  of: z.string(),
  /** All times are UTC, in ms. */
  created: z.number(),
  due: z.number(),
  /** When to try again after Slack asked to wait or refused the message. */
  retryAt: z.number().exactOptional(),
  /**
   * Present while a process is about to post the reminder. `by` is that process. `channel` is the id of the direct
   * message channel.
   */
  pending: z.object({ by: z.string(), at: z.number(), channel: z.string() }).exactOptional(),
  sent: z.literal(true).exactOptional(),
})
export type Reminder = z.infer<typeof reminderSchema>
