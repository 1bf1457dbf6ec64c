import type { Ms } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { mentionSchema } from '@overheard/mention-client/mention'
import { z } from 'zod'
import type { CollectionKind } from '../../model/collection.ts'
import { muteSchema } from '../../model/mute.ts'
import { reminderBase } from '../../model/reminder.ts'

/**
 * A mention of which only numbers of its words are kept. It has the fields of a mention, so that the command `forget` empties it together with
 * the other texts of an author. `snippet` has the numbers.
 */
const learnedSchema = z.object({ id: idSchema, snippet: z.string(), author: z.object({ name: z.string() }) })
export type Learned = z.infer<typeof learnedSchema>

/** People have said by what they did if a mention is about us. By alert and mention. */
const labelSchema = z.object({
  alert: idSchema,
  at: timeSchema,
  isRelevant: z.boolean(),
  mention: learnedSchema,
  /** Nobody judged the mention itself: somebody muted its author or its site on its card. */
  mute: muteSchema.pick({ channel: true, kind: true, name: true, until: true }).exactOptional(),
})
export type StoredLabel = z.infer<typeof labelSchema>

export const labelKind: CollectionKind<StoredLabel> = { name: 'relevance-labels', schema: labelSchema }

/** What else is known of an alert, by its id. */
const learningSchema = z.object({
  alert: idSchema,
  /** The newest mentions, judged by nobody. */
  seen: z.array(learnedSchema),
  /** By how many standard deviations the threshold is lower, because people brought too much back, and since when. */
  caution: z.object({ by: z.number(), at: timeSchema }).exactOptional(),
})
export type Learning = z.infer<typeof learningSchema>

export const learningKind: CollectionKind<Learning> = {
  name: 'relevance-learning',
  schema: learningSchema,
  isLarge: true,
}

/**
 * A mention that was judged not to be about us. `let-through` was posted all the same, to see how often the judgement is wrong. By subscription
 * and mention.
 */
const heldSchema = z.object({
  subscription: z.string(),
  alert: idSchema,
  at: timeSchema,
  state: z.enum(['held', 'let-through', 'brought-back']),
  mention: mentionSchema,
  /** A line in the channel has told of it. */
  told: z.literal(true).exactOptional(),
  /** Somebody said that it is not about us. It stays held back, and is on no list. An earlier version, which does not know this, lists it. */
  dismissed: z.literal(true).exactOptional(),
})
export type Held = z.infer<typeof heldSchema>

export const heldKind: CollectionKind<Held> = { name: 'relevance-held', schema: heldSchema, isLarge: true }

/** Held mentions are kept for this time, as decisions are. */
export const keptMs: Ms = 35 * 86_400_000

export const heldKey = (subscription: string, id: string): string => `${subscription} ${id}`

/** A card that is to be posted, because somebody brought its mention back. */
export const broughtBackSchema = reminderBase.extend({
  kind: z.literal('brought-back'),
  subscription: z.string(),
  alert: idSchema,
  alertName: z.string(),
  channel: z.string(),
  mention: mentionSchema,
})
export type BroughtBack = z.infer<typeof broughtBackSchema>

/** The line of a day in a channel. */
export const heldLineSchema = reminderBase.extend({
  kind: z.literal('held-line'),
  subscription: z.string(),
  channel: z.string(),
  ids: z.array(idSchema),
  words: z.array(z.string()),
})
export type HeldLine = z.infer<typeof heldLineSchema>
