import { z } from 'zod'
import { idSchema } from './id.ts'

/**
 * A direct message to one person about one mention, at its time. `assigned`: somebody gave them the mention. `overdue`: it is not done.
 * `overdue-for-other`: the same, for the person who assigned it. `snooze-ended`: they snoozed it until now.
 */
export const reminderSchema = z.object({
  id: z.string(),
  kind: z.enum(['assigned', 'overdue', 'overdue-for-other', 'snooze-ended']),
  /** Slack member id. */
  to: z.string(),
  /** The message that shows the mention. */
  channel: z.string(),
  ts: z.string(),
  mention: idSchema,
  /** The id of the assignment or snooze. A reminder of an earlier one is dropped. */
  of: z.string(),
  /** UTC, ms since the epoch. */
  created: z.number(),
  due: z.number(),
  /** Slack asked to wait, or refused it. */
  retryAt: z.number().exactOptional(),
  /** A process is about to post it. `channel`: the direct message's id. */
  pending: z.object({ by: z.string(), at: z.number(), channel: z.string() }).exactOptional(),
  /** Slack has it. */
  sent: z.literal(true).exactOptional(),
})
export type Reminder = z.infer<typeof reminderSchema>
