import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { ruleReasonSchema } from '../../model/card.ts'
import type { CollectionKind } from '../../model/collection.ts'
import { reminderBase } from '../../model/reminder.ts'

/** A posted message with mentions to which rules may apply. `tryAt` is when it is looked at next. */
const waitingSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  at: timeSchema,
  tryAt: timeSchema,
})
export type Waiting = z.infer<typeof waitingSchema>
/** By channel and `ts`. */
export const waitingKind: CollectionKind<Waiting> = { name: 'rule-waiting', schema: waitingSchema }

/** What a rule decided about a mention. Without `to`, it found nobody. */
const choiceSchema = z.object({
  mention: idSchema,
  to: z.string().exactOptional(),
  reason: ruleReasonSchema,
})
export type Choice = z.infer<typeof choiceSchema>

/**
 * The turns of a rule. `last` is the number of the last turn of each person, of `count` turns. `pending` is decided but may not be on the card yet:
 * the same write that takes the turns stores it, so that a crash neither repeats nor skips a turn.
 */
const turnsSchema = z.object({
  count: z.number(),
  last: z.record(z.string(), z.number()),
  at: timeSchema,
  pending: z.object({ channel: z.string(), ts: z.string(), choices: z.array(choiceSchema) }).exactOptional(),
})
export type Turns = z.infer<typeof turnsSchema>
/** By the hash of the rule's condition. */
export const turnsKind: CollectionKind<Turns> = { name: 'rule-turns', schema: turnsSchema }

/** Who got a mention by a rule, so that its other messages go to the same person. */
const givenSchema = z.object({
  to: z.string(),
  at: timeSchema,
  /** Who got other messages with it before, but was away or may not see the later one. The last one comes first. */
  before: z.array(z.string()).exactOptional(),
})
export type Given = z.infer<typeof givenSchema>
/** By alert and mention. */
export const givenKind: CollectionKind<Given> = { name: 'rule-assignments', schema: givenSchema }

/** The direct message to a person about the mentions of one message that a rule gave them. */
export const assignedReminderSchema = reminderBase.extend({
  kind: z.literal('assigned-by-rule'),
  to: z.string(),
  channel: z.string(),
  ts: z.string(),
  mentions: z.array(idSchema),
})
export type AssignedReminder = z.infer<typeof assignedReminderSchema>

/** Whether a person can have a mention: `unknown` if Slack does not say. */
export type Standing = 'here' | 'away' | 'unable' | 'unknown'

export const noTurns = (at: Time): Turns => ({ count: 0, last: {}, at })
