import type { Time } from '@overheard/base/time'
import { msSchema, timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { reminderBase } from '../../model/reminder.ts'

/** The configuration of the watch. `users` are Slack member ids in the order of their turns. */
export type WatchPlan = {
  users: string[]
  rotate: 'daily' | 'weekly'
  /** The first day of the first turn, such as `2026-11-23`. */
  from: string
  /** Every turn begins at this wall-clock time (`HH:MM`) of the time zone (IANA). */
  handover: string
  timezone: string
}

/** A person has handed the watch on for a while. */
export const watchSwapSchema = z.object({
  /** Every swap gets a new id. */
  id: z.string(),
  by: z.string(),
  at: timeSchema,
  to: z.string(),
  until: timeSchema,
})
export type WatchSwap = z.infer<typeof watchSwapSchema>

export const swapChangeSchema = z.object({
  kind: z.literal('watch'),
  before: watchSwapSchema.exactOptional(),
  after: watchSwapSchema,
})
export type SwapChange = z.infer<typeof swapChangeSchema>

/** The urgent mentions of a card, or of a burst or spike, in the messages that show them. `thread` is the `ts` of the first message. */
const urgentMentions = reminderBase.extend({
  subscription: z.string(),
  channel: z.string(),
  thread: z.string(),
  messages: z.array(z.object({ ts: z.string(), mentions: z.array(idSchema) })),
})
export type UrgentMentions = z.infer<typeof urgentMentions>

/**
 * Calls people because of urgent mentions that nobody has claimed: first the person on watch, then the people of `notify`. The urgent
 * mentions of a burst or spike are one call.
 */
export const watchCallSchema = urgentMentions.extend({
  kind: z.literal('watch-call'),
  stage: z.enum(['person', 'group']),
  /** The time between the two calls, in ms. */
  afterMs: msSchema,
  /** The Slack member id of the person who was called. */
  called: z.string().exactOptional(),
  /** Slack refused the message in the thread, so it is posted in the channel. */
  outsideThread: z.literal(true).exactOptional(),
})
export type WatchCall = z.infer<typeof watchCallSchema>

/** Looks at the mentions of a call whose last stage is over: whether somebody has claimed them in the meantime. */
export const watchOutcomeSchema = urgentMentions.extend({ kind: z.literal('watch-outcome') })
export type WatchOutcome = z.infer<typeof watchOutcomeSchema>

/** `until` is the end of the turn or of the swap (UTC, ms), and `next` is on watch after that. */
export type OnWatch = { user: string; until: Time; next: string }
