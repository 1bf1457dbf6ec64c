import { timeSchema } from '@overheard/base/time-schema'
import { writtenAlertSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { muteSchema } from './mute.ts'
import { pauseSchema, plannedPauseSchema } from './pause.ts'
import { slackSubscriptionSchema } from './subscription.ts'

/** A change that a person made. Only the owner of its kind knows its other fields. */
export type Change = { kind: string }
export const anyChangeSchema: z.ZodType<Change> = z.looseObject({ kind: z.string() })

export const subscriptionChangeSchema = z.object({
  kind: z.literal('subscription'),
  name: z.string(),
  before: slackSubscriptionSchema.exactOptional(),
  after: slackSubscriptionSchema,
})

export const pauseChangeSchema = z.object({
  kind: z.literal('pause'),
  name: z.string(),
  alert: z.string(),
  before: pauseSchema.exactOptional(),
  after: pauseSchema.exactOptional(),
})

/** Somebody planned a pause, or cancelled a planned one. */
export const pausePlanChangeSchema = z.object({
  kind: z.literal('pause-plan'),
  name: z.string(),
  alert: z.string(),
  before: plannedPauseSchema.exactOptional(),
  after: plannedPauseSchema.exactOptional(),
})

export const muteChangeSchema = z.object({
  kind: z.literal('mute'),
  channel: z.string(),
  added: z.array(muteSchema),
  removed: z.array(muteSchema),
})

/**
 * What a person changed from Slack, or undid, at a time. `what` ends a sentence that begins with the person's name. `alerts` are the
 * alerts that it is about; none if it is about the channel itself. Each change has its own `id`.
 */
export const toldChangeSchema = z.object({
  id: z.string(),
  at: timeSchema,
  channel: z.string(),
  user: z.string(),
  by: z.string(),
  what: z.string(),
  alerts: z.array(writtenAlertSchema),
})
export type ToldChange = z.infer<typeof toldChangeSchema>

/** A line behind `/mentions` that waits until the person confirms it. It is kept beside the announced changes, as their `what`. */
export const askedChangeSchema = z.object({ kind: z.literal('asked'), user: z.string() })

export const announcedChangeSchema = z.object({
  at: timeSchema,
  channel: z.string(),
  what: z.string(),
  change: anyChangeSchema,
})
export type AnnouncedChange = z.infer<typeof announcedChangeSchema>
