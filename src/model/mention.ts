import { z } from 'zod'
import { idSchema } from './id.ts'

/** The sentiment that the mention service gave to a mention. A mention without a rating has none. */
export const sentimentSchema = z.enum(['positive', 'negative', 'neutral'])
export type Sentiment = z.infer<typeof sentimentSchema>

/** The person, channel or site that published a mention. */
const authorSchema = z.object({
  name: z.string(),
  /** The URL of a picture on another server. It is never shown, because that server would learn who looks at it. */
  avatar: z.string(),
  /** Zero or greater. */
  audience: z.number(),
  /** May lack a scheme. */
  url: z.string(),
  description: z.string().exactOptional(),
  writtenBy: z.string().exactOptional(),
})
export type Author = z.infer<typeof authorSchema>

/** A matched term in a mention's snippet. `start` and `end` count UTF-16 units. They come from the service and may be wrong. */
const highlightSchema = z.object({ text: z.string(), start: z.number(), end: z.number() })
export type Highlight = z.infer<typeof highlightSchema>

/** The place of publication, as far as the service knows. `country` is an uppercase ISO code. */
const locationSchema = z.object({
  country: z.string().exactOptional(),
  latitude: z.number().exactOptional(),
  longitude: z.number().exactOptional(),
})
export type Location = z.infer<typeof locationSchema>

/**
 * One published piece of content that matched an alert. Its texts were written by strangers: never trust their markup. The decoder of the
 * mention service limits their length.
 */
export const mentionSchema = z.object({
  id: idSchema,
  /** When the content was published, not when the service collected it: UTC, ms since the epoch. */
  date: z.number(),
  /** Zero or greater. */
  reach: z.number(),
  /** ISO language code; empty if the service does not know it. */
  language: z.string(),
  url: z.string(),
  snippet: z.string(),
  title: z.string(),
  done: z.boolean(),
  starred: z.boolean(),
  tags: z.array(z.string()),
  author: authorSchema,
  sentiment: sentimentSchema.exactOptional(),
  /** `reddit`, `web`, …; the service may add others. */
  source: z.string(),
  location: locationSchema.exactOptional(),
  highlights: z.array(highlightSchema),
  /** The fields with invalid values, one phrase for each (`reach: expected number`). */
  flaws: z.array(z.string()),
})
export type Mention = z.infer<typeof mentionSchema>
