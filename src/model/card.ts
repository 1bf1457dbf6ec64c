import { z } from 'zod'
import { type Id, idSchema } from './id.ts'
import { type Mention, mentionSchema, sentimentSchema } from './mention.ts'
import { cardStyles, notifySchema } from './subscription.ts'

/** The state that people gave to one mention in one message. A mention that nobody touched has no record. */
const cardRecordSchema = z.object({
  /** Channel id of the message that shows the mention. */
  channel: z.string(),
  ts: z.string(),
  subscription: z.string(),
  alert: idSchema,
  mention: idSchema,
  sentiment: sentimentSchema.exactOptional(),
  state: z.enum(['claimed', 'assigned', 'snoozed', 'done', 'not-relevant']),
  /** Slack member id of the person who has the mention or who set its state. */
  user: z.string(),
  /** The name that Slack shows for `user`. */
  by: z.string(),
  /** When the state was set: UTC, ms since the epoch. */
  at: z.number(),
  /** When somebody set the first state: UTC, ms since the epoch. */
  firstAt: z.number(),
  /** The assignment. `from`: Slack member id of the person who assigned the mention; `fromName`: the name of that person. */
  assigned: z
    .object({ id: z.string(), from: z.string(), fromName: z.string(), note: z.string().exactOptional() })
    .exactOptional(),
  snooze: z.object({ id: z.string(), until: z.number() }).exactOptional(),
})
export type CardRecord = z.infer<typeof cardRecordSchema>

/**
 * `words`: the distinct words of a title, sorted. `numbers`: the words among them that contain a digit. Titles with different numbers, such
 * as "Q3 2025" and "Q3 2026", are different stories.
 */
const titleWordsSchema = z.object({ words: z.array(z.string()), numbers: z.array(z.string()) })
export type TitleWords = z.infer<typeof titleWordsSchema>

/** Why a mention is a duplicate: same address, same title, or similar titles. `likeness`: the share of common title words, 0 to 1. */
const similaritySchema = z.union([
  z.object({ by: z.enum(['address', 'title']) }),
  z.object({ by: z.literal('likeness'), likeness: z.number() }),
])
export type Similarity = z.infer<typeof similaritySchema>

/** A mention that joined the card of an earlier mention. `url` is untrusted: a stranger wrote it. */
const duplicateSchema = z.object({
  id: idSchema,
  url: z.string(),
  reach: z.number().exactOptional(),
  similarity: similaritySchema.exactOptional(),
})
export type Duplicate = z.infer<typeof duplicateSchema>

/** The address and the title of a card, by which later mentions find the card. `url` is untrusted: a stranger wrote it. */
export const fingerprintSchema = z.object({
  url: z.string(),
  reach: z.number(),
  /** A mention with one of these keys joins the card. A key stands for an address or a title. */
  keys: z.array(z.string()),
  /** Present with `dedupe: story`. A mention with a similar title then joins the card, too. */
  title: titleWordsSchema.exactOptional(),
  /** Present if the story had an earlier card. `from`: the mention of that card; `link`: the address of that card for a browser. */
  resurfaces: z.object({ from: idSchema, link: z.string().exactOptional() }).exactOptional(),
})
export type Fingerprint = z.infer<typeof fingerprintSchema>

/** The story of a card. `url` is untrusted: a stranger wrote it. */
const storySchema = z.object({
  url: z.string(),
  reach: z.number(),
  title: titleWordsSchema,
  /** The story's reach when it last appeared as a new card. */
  shownReach: z.number(),
  /** The mentions on the story's earlier cards. Empty if this is its first card. */
  earlier: z.array(duplicateSchema),
  /** The address of the story's earlier card, for a browser. */
  link: z.string().exactOptional(),
})
/** A card that later mentions may join, and the mentions that have joined it. */
const originalCardSchema = z.object({
  subscription: z.string(),
  alert: idSchema,
  mention: idSchema,
  channel: z.string(),
  ts: z.string(),
  at: z.number(),
  /** A mention with one of these keys joins the card. With a story, the keys of duplicates and of the earlier card are among them. */
  keys: z.array(z.string()),
  duplicates: z.array(duplicateSchema),
  /** Present if mentions with a similar title join, too. The card then shows the story's reach. */
  story: storySchema.exactOptional(),
  /** The mention of the story's next card. Duplicates join that card instead of this one. */
  successor: idSchema.exactOptional(),
})
export type OriginalCard = z.infer<typeof originalCardSchema>

export type FingerprintKeys = Pick<Fingerprint, 'keys' | 'title'>

export type OriginalMatch<T> = { original: T; similarity: Similarity }

/** Finds the original of a duplicate. Times are UTC, ms. */
export type OriginalIndex<T> = {
  /** Adds or replaces an original. If two originals share a key, `find` returns the one that was posted later. */
  add(original: T, fingerprint: FingerprintKeys): void
  remove(mention: Id): void
  /** Removes the originals that are more than seven days older than `at`. */
  dropOld(at: number): void
  /** Finds an original that is at most seven days older than `at`: by address, otherwise by title, otherwise by similar title. */
  find(fingerprint: FingerprintKeys, at: number): OriginalMatch<T> | undefined
}

const notifiedSchema = notifySchema.omit({ when: true })

/** The content of a message with mentions. It is stored so that the bot can draw the message again without any request. */
export const shownMentionsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('card'),
    mention: mentionSchema,
    style: z.enum(cardStyles),
    /** Present if the card names its alert, because several alerts post to the channel. */
    alertName: z.string().exactOptional(),
    notify: notifiedSchema.exactOptional(),
  }),
  /** One message in the thread of a burst. `firstNumber`: the position of the message's first mention in the whole burst, from 1. */
  z.object({ kind: z.literal('thread'), mentions: z.array(mentionSchema), firstNumber: z.number() }),
  /** The first message of a burst. The texts describe the whole burst; `mentions` has only those that the message lists. */
  z.object({
    kind: z.literal('burst'),
    headline: z.string(),
    facts: z.string(),
    more: z.string(),
    mentions: z.array(mentionSchema),
    /** The negative mentions of the whole burst. One button claims all of them. */
    negative: z.array(idSchema),
    notify: notifiedSchema.exactOptional(),
  }),
])
export type ShownMentions = z.infer<typeof shownMentionsSchema>

export function mentionsOf(shows: ShownMentions): Mention[] {
  return shows.kind === 'card' ? [shows.mention] : shows.mentions
}

export function shownMention({ shows }: Pick<PostedCard, 'shows'>, id: Id): Mention | undefined {
  return mentionsOf(shows).find((mention) => mention.id === id)
}

export const postedCardSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  subscription: z.string(),
  alert: idSchema,
  shows: shownMentionsSchema,
  /** One record for each mention that somebody has handled. */
  actions: z.array(cardRecordSchema),
  original: originalCardSchema.exactOptional(),
})
export type PostedCard = z.infer<typeof postedCardSchema>
