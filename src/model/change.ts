import { z } from 'zod'
import { watchSwapSchema } from '../features/watch/model.ts'
import { muteSchema } from './mute.ts'
import { pauseSchema } from './pause.ts'
import { slackSubscriptionSchema } from './subscription.ts'

const changeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('subscription'),
    name: z.string(),
    before: slackSubscriptionSchema.exactOptional(),
    after: slackSubscriptionSchema,
  }),
  z.object({
    kind: z.literal('pause'),
    name: z.string(),
    alert: z.string(),
    before: pauseSchema.exactOptional(),
    after: pauseSchema.exactOptional(),
  }),
  z.object({
    kind: z.literal('mute'),
    channel: z.string(),
    added: z.array(muteSchema),
    removed: z.array(muteSchema),
  }),
  z.object({ kind: z.literal('watch'), before: watchSwapSchema.exactOptional(), after: watchSwapSchema }),
])
export type Change = z.infer<typeof changeSchema>

export const announcedChangeSchema = z.object({
  at: z.number(),
  channel: z.string(),
  what: z.string(),
  change: changeSchema,
})
export type AnnouncedChange = z.infer<typeof announcedChangeSchema>
