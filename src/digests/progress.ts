import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import { contentSchema } from '../model/message.ts'

const pendingDigestPartSchema = z.object({
  part: z.number(),
  by: z.string(),
  at: timeSchema,
  slackAt: timeSchema.exactOptional(),
})
export type PendingDigestPart = z.infer<typeof pendingDigestPartSchema>

/** The messages are stored until the end, so that the process posts the same messages after a restart. */
export const digestProgressSchema = z.object({
  period: z.string(),
  channel: z.string(),
  /** The content of the parent, then of the messages in its thread. Empty when all parts are done. */
  messages: z.array(contentSchema),
  /** The parts that are posted or given up. `ts` is absent if the part was given up. */
  done: z.array(z.object({ part: z.number(), ts: z.string().exactOptional() })),
  /** Present if Slack refused replies to the parent. The remaining parts are then posted to the channel. */
  inChannel: z.literal(true).exactOptional(),
  pending: pendingDigestPartSchema.exactOptional(),
})
export type DigestProgress = z.infer<typeof digestProgressSchema>
