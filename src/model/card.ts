import { z } from 'zod'
import { type Id, idSchema } from './id.ts'
import { type Mention, mentionSchema, sentimentSchema } from './mention.ts'
import { cardStyles, notifySchema } from './subscription.ts'

/** The state that people gave to one mention in one message. A mention that nobody touched has no record. */
const cardRecordSchema = z.object({
  /** Channel id and `ts` of the message that shows the mention. */
  channel: z.string(),
  ts: z.string(),
  subscription: z.string(),
  alert: idSchema,
  mention: idSchema,
  sentiment: sentimentSchema.exactOptional(),
  state: z.enum(['claimed', 'assigned', 'snoozed', 'done', 'not-relevant']),
  /** The Slack member id of the person who has the mention or set the state, and the name that Slack shows for them. */
  user: z.string(),
  by: z.string(),
  /** When the state was set: UTC, ms since the epoch. */
  at: z.number(),
  /** When somebody set the first state: UTC, ms since the epoch. */
  firstAt: z.number(),
  /** The person who assigned the mention. `id`: of this assignment. */
  assigned: z
    .object({ id: z.string(), from: z.string(), fromName: z.string(), note: z.string().exactOptional() })
    .exactOptional(),
  /** When a snoozed mention is open again: UTC, ms. `id`: of this snooze. */
  snooze: z.object({ id: z.string(), until: z.number() }).exactOptional(),
})
export type CardRecord = z.infer<typeof cardRecordSchema>

/**
 * The distinct words of a title and its numbers, each in alphabetical order. Numbers are separate because "Q3 2025" and "Q3 2026" are two
 * stories.
 */
const titleWordsSchema = z.object({ words: z.array(z.string()), numbers: z.array(z.string()) })
export type TitleWords = z.infer<typeof titleWordsSchema>

/** The kind of similarity that makes a mention a duplicate. `likeness`: the share of common title words, from 0 to 1. */
const similaritySchema = z.union([
  z.object({ by: z.enum(['address', 'title']) }),
  z.object({ by: z.literal('likeness'), likeness: z.number() }),
])
export type Similarity = z.infer<typeof similaritySchema>

/** A mention that joined the card of an earlier one. The address was written by a stranger. */
const duplicateSchema = z.object({
  id: idSchema,
  url: z.string(),
  reach: z.number().exactOptional(),
  similarity: similaritySchema.exactOptional(),
})
export type Duplicate = z.infer<typeof duplicateSchema>

/** The keys by which later mentions find a new card to join. The address was written by a stranger. */
export const fingerprintSchema = z.object({
  url: z.string(),
  reach: z.number(),
  /** The keys of its fingerprints. */
  keys: z.array(z.string()),
  /** Present if whole stories are folded: mentions with a similar title join, too. */
  title: titleWordsSchema.exactOptional(),
  /** The story comes up again with this card: the mention of its earlier card, and that card's address for a browser. */
  resurfaces: z.object({ from: idSchema, link: z.string().exactOptional() }).exactOptional(),
})
export type Fingerprint = z.infer<typeof fingerprintSchema>

/** The story of a card. Its addresses were written by strangers. */
const storySchema = z.object({
  url: z.string(),
  reach: z.number(),
  title: titleWordsSchema,
  /** The story's reach when it last appeared as a new card. */
  shownReach: z.number(),
  /** The mentions on its earlier cards. Not empty if the story came up again. */
  earlier: z.array(duplicateSchema),
  /** The address of its earlier card for a browser. */
  link: z.string().exactOptional(),
})
/** A card that later mentions with the same address or title join, and the mentions that joined it. */
const originalCardSchema = z.object({
  subscription: z.string(),
  alert: idSchema,
  mention: idSchema,
  /** The message's channel id and `ts`. */
  channel: z.string(),
  ts: z.string(),
  /** When it was posted: UTC, ms since the epoch. */
  at: z.number(),
  /** The keys of its fingerprints, and those of the card whose story it continues. */
  keys: z.array(z.string()),
  duplicates: z.array(duplicateSchema),
  /** Present if mentions with a similar title join, too. The card then shows the story's reach. */
  story: storySchema.exactOptional(),
  /** The mention with which its story came up again. Duplicates join that one's card from then on. */
  successor: idSchema.exactOptional(),
})
export type OriginalCard = z.infer<typeof originalCardSchema>

/** The keys that identify a mention: of its address and title, and for stories the words of its title. */
export type FingerprintKeys = Pick<Fingerprint, 'keys' | 'title'>

/** The original of a duplicate, and how the two are similar. */
export type OriginalMatch<T> = { original: T; similarity: Similarity }

/** The mentions that a later one can be a duplicate of. Times are UTC, ms. */
export type OriginalIndex<T> = {
  /** Adds or replaces an original. If two have a key in common, the younger one has it. */
  add(original: T, fingerprint: FingerprintKeys): void
  remove(mention: Id): void
  /** Removes originals that are too old at this time. */
  dropOld(at: number): void
  /** Finds an original, at most seven days older: by address, else by title, else by the most similar title. */
  find(fingerprint: FingerprintKeys, at: number): OriginalMatch<T> | undefined
}

/** The people whom a message notifies: Slack member ids, user group ids, and everybody who is active in the channel. */
const notifiedSchema = notifySchema.omit({ when: true })

/** The content of a message with mentions, so that it can be drawn again without a request to the mention service or to Slack. */
export const shownMentionsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('card'),
    mention: mentionSchema,
    style: z.enum(cardStyles),
    /** Only if the card names its alert, because the channel has several. */
    alertName: z.string().exactOptional(),
    notify: notifiedSchema.exactOptional(),
  }),
  /** A message of a burst's thread. `firstNumber`: the number of its first mention. */
  z.object({ kind: z.literal('thread'), mentions: z.array(mentionSchema), firstNumber: z.number() }),
  /** The parent of a burst. The texts describe the whole burst; `mentions` are those that it lists. */
  z.object({
    kind: z.literal('burst'),
    headline: z.string(),
    facts: z.string(),
    more: z.string(),
    mentions: z.array(mentionSchema),
    /** The negative mentions of the whole burst, which one button claims. */
    negative: z.array(idSchema),
    notify: notifiedSchema.exactOptional(),
  }),
])
export type ShownMentions = z.infer<typeof shownMentionsSchema>

/** The mentions that a message shows, in its order. */
export function mentionsOf(shows: ShownMentions): Mention[] {
  return shows.kind === 'card' ? [shows.mention] : shows.mentions
}

/** Everything that is kept of a message with mentions. */
export const postedCardSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  subscription: z.string(),
  alert: idSchema,
  shows: shownMentionsSchema,
  /** The actions of people on its mentions. */
  actions: z.array(cardRecordSchema),
  /** Present if later mentions may join the card. */
  original: originalCardSchema.exactOptional(),
})
export type PostedCard = z.infer<typeof postedCardSchema>
