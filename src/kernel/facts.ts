import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { spikeSummarySchema } from '../model/anomaly.ts'
import { cardChangeSchema, postedCardSchema } from '../model/card.ts'
import { toldChangeSchema } from '../model/change.ts'
import { contentSchema } from '../model/message.ts'
import { subscriptionSchema } from '../model/subscription.ts'

const spikeCard = z.object({ subscription: z.string(), alert: idSchema, channel: z.string(), ts: z.string() })

/** What happened, for features. Whoever tells a fact waits for the features that hear it, before it stores the cause as done. */
const schemas = {
  /** A message with mentions was posted. `thread` is the first message of its thread. The record of the card is not stored yet. */
  posted: z.object({
    subscription: subscriptionSchema,
    card: postedCardSchema,
    thread: z.string().exactOptional(),
  }),
  /** The card of a spike was posted. `startedAt` and `announcedAt` are UTC, ms, and `signs` are the rules that detected the spike. */
  spikeStarted: spikeCard.extend({
    startedAt: timeSchema,
    announcedAt: timeSchema,
    signs: z.array(z.string()),
  }),
  spikeEnded: spikeCard.extend({ endedAt: timeSchema, summary: spikeSummarySchema }),
  /** People claimed mentions, marked them as done and so on. The record of the card has these changes until everybody has heard them. */
  handled: z.object({ card: postedCardSchema, changes: z.array(cardChangeSchema) }),
  /** `messages` are the whole digest: its first message, then its thread. Facts that an earlier version missed have none. */
  digestPosted: z.object({
    digest: z.string(),
    period: z.string(),
    channel: z.string(),
    ts: z.string(),
    messages: z.array(contentSchema).default([]),
  }),
  /**
   * A person, or the people of `notify` (`group`), were called about mentions of a card that nobody had claimed, or nobody has claimed them in
   * time after the last call (`unanswered`). It is told once for each mention and stage.
   */
  escalated: z.object({
    card: postedCardSchema,
    mentions: z.array(idSchema),
    stage: z.enum(['person', 'group', 'unanswered']),
    called: z.object({ id: z.string(), name: z.string() }).exactOptional(),
    at: timeSchema,
  }),
  /** A person changed from Slack what channels get, or undid it: subscriptions, alerts, mutes, pauses, the watch, false alarms. */
  changed: toldChangeSchema,
}

export type FactName = keyof typeof schemas
export type Facts = { [Name in FactName]: z.output<(typeof schemas)[Name]> }
export const factSchemas: { [Name in FactName]: z.ZodType<Facts[Name]> } = schemas

/**
 * A hook hears a fact. It writes to the store and does nothing else that takes time. It is called again with the same fact until it has
 * resolved and the cause is stored, so it stores under keys that follow from the fact. It may reject only if the store fails.
 */
export type Hooks = { [Name in FactName]: (fact: Facts[Name]) => Promise<void> }
