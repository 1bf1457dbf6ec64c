import { msSchema, timeSchema } from '@overheard/base/time-schema'
import { writtenAlertSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import type { CollectionKind } from '../../model/collection.ts'
import { contentSchema } from '../../model/message.ts'
import { reminderBase } from '../../model/reminder.ts'

export const scenarios = ['urgent', 'burst', 'spike'] as const
export type Scenario = (typeof scenarios)[number]

/** A person who pressed the button of a drill, and when. */
const answerSchema = z.object({ user: z.string(), name: z.string(), at: timeSchema })
export type Answer = z.infer<typeof answerSchema>

/** The drill of a channel: the last one, or the one that runs. `content` is its message without the answers. */
const drillSchema = z.object({
  id: z.string(),
  channel: z.string(),
  alert: writtenAlertSchema,
  subscription: z.string(),
  startedAt: timeSchema,
  /** The name of the person who began it. */
  by: z.string(),
  content: contentSchema,
  answers: z.array(answerSchema),
  /** The message in the channel, as far as somebody has seen it. */
  ts: z.string().exactOptional(),
  over: z.literal(true).exactOptional(),
})
export type Drill = z.infer<typeof drillSchema>

/** By channel, so that a channel has one drill at a time. */
export const drillKind: CollectionKind<Drill> = { name: 'drills', schema: drillSchema }

/** `unknown`: an earlier version has begun the drill. */
const othersSchema = z.enum(['groups', 'here', 'both', 'unknown'])
export type Others = z.infer<typeof othersSchema>

/** The messages of a drill, one after the other: each is sent exactly once. */
export const drillStepSchema = reminderBase.extend({
  kind: z.literal('drill'),
  channel: z.string(),
  subscription: z.string(),
  scenario: z.enum(scenarios),
  stage: z.enum(['post', 'person', 'group', 'report']),
  /** The stage takes place then, or earlier if somebody has answered. */
  at: timeSchema,
  /** The time between two calls; absent if nobody is called. */
  afterMs: msSchema.exactOptional(),
  /** Absent until the drill is posted. */
  thread: z.string().exactOptional(),
  /** The person who was called. */
  called: z.string().exactOptional(),
  /** The people whose names the message has. */
  notified: z.array(z.string()),
  /** People were called in the channel, of whom nobody knows the names. */
  others: z.boolean(),
  whichOthers: othersSchema.exactOptional(),
  outsideThread: z.literal(true).exactOptional(),
})
export type DrillStep = z.infer<typeof drillStepSchema>
