import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { type Mention, type Sentiment, sentimentSchema } from '@overheard/mention-client/mention'
import { z } from 'zod'

/**
 * A person says that the mention service rated a mention wrongly. A correction that was taken back has no `to`, and stays, so that an older
 * one cannot replace it. `by` is the person's name in Slack.
 */
export const correctionSchema = z.object({
  mention: idSchema,
  to: sentimentSchema.exactOptional(),
  /** The sentiment of the service; absent if it gave none. */
  was: sentimentSchema.exactOptional(),
  user: z.string(),
  by: z.string(),
  at: timeSchema,
})
export type Correction = z.infer<typeof correctionSchema>

/** When a subscription posted the mention. */
const postSchema = z.object({ subscription: z.string(), at: timeSchema })

/** A correction and what it means for the counts of its alert. */
export const countedCorrectionSchema = correctionSchema.extend({
  /** The time at which the mention counts. */
  countsAt: timeSchema,
  /** Our own organisation published the mention. */
  isOwn: z.literal(true).exactOptional(),
  posts: z.array(postSchema),
})
export type CountedCorrection = z.infer<typeof countedCorrectionSchema>

export const sentimentAfter = ({ to, was }: Pick<Correction, 'to' | 'was'>): Sentiment | undefined =>
  to ?? was

/** Two corrections are in the same order everywhere, so that all cards of a mention show the same one at the end. */
export function isNewer(one: Correction, other: Correction): boolean {
  return one.at === other.at ? one.user > other.user : one.at > other.at
}

export function withSentiment(mention: Mention, sentiment: Sentiment | undefined): Mention {
  const { sentiment: _, ...rest } = mention
  return sentiment === undefined ? rest : { ...rest, sentiment }
}
