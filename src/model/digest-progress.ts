import { z } from 'zod'
import { contentSchema } from './message.ts'

/** A part of a digest that a process is about to post. `by`: that process; `at`: UTC, ms since the epoch. */
const pendingDigestPartSchema = z.object({ part: z.number(), by: z.string(), at: z.number() })
export type PendingDigestPart = z.infer<typeof pendingDigestPartSchema>

/**
 * The progress of posting one period of a digest. The messages are stored until the end, so that the process posts the same ones after a
 * restart.
 */
export const digestProgressSchema = z.object({
  period: z.string(),
  /** Channel id. */
  channel: z.string(),
  /** The content of all messages, parent first, then the thread. Empty when all parts are done. */
  messages: z.array(contentSchema),
  /** The finished parts. `ts` is absent if Slack rejected every form of the part. */
  done: z.array(z.object({ part: z.number(), ts: z.string().exactOptional() })),
  /** Present if the parent takes no replies. The remaining parts then go to the channel. */
  inChannel: z.literal(true).exactOptional(),
  pending: pendingDigestPartSchema.exactOptional(),
})
export type DigestProgress = z.infer<typeof digestProgressSchema>
