import { z } from 'zod'
import { muteSchema } from './mute.ts'
import { slackSubscriptionSchema } from './subscription.ts'

/** A change that somebody made in Slack, with the data that is needed to undo it. */
const changeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('subscription'),
    name: z.string(),
    /** Absent if the change created the subscription. */
    before: slackSubscriptionSchema.exactOptional(),
    after: slackSubscriptionSchema,
  }),
  z.object({
    kind: z.literal('mute'),
    channel: z.string(),
    added: z.array(muteSchema),
    removed: z.array(muteSchema),
  }),
])
export type Change = z.infer<typeof changeSchema>

export const announcedChangeSchema = z.object({
  /** UTC, ms since the epoch. */
  at: z.number(),
  channel: z.string(),
  /** The text of the announcement. */
  what: z.string(),
  change: changeSchema,
})
export type AnnouncedChange = z.infer<typeof announcedChangeSchema>
