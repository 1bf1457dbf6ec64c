import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import { idSchema } from './id.ts'
import { identitySchema } from './identity.ts'

export const sentimentSchema = z.enum(['positive', 'negative', 'neutral'])
export type Sentiment = z.infer<typeof sentimentSchema>

const authorSchema = z.object({
  name: z.string(),
  audience: z.number(),
  url: z.string(),
  writtenBy: z.string().exactOptional(),
})

/** `start` and `end` count UTF-16 units. They come from the service and may be wrong. */
const highlightSchema = z.object({ text: z.string(), start: z.number(), end: z.number() })
export type Highlight = z.infer<typeof highlightSchema>

const locationSchema = z.object({ country: z.string().exactOptional() })

/** Strangers wrote the texts, so never trust markup in them. The decoder of the mention service limits the length of the texts. */
export const mentionSchema = z.object({
  id: idSchema,
  /** When the content was published, not when the service collected it (UTC, ms). 0 if nobody knows. */
  date: timeSchema,
  reach: z.number(),
  /** An ISO language code; empty if the service does not know the language. */
  language: z.string(),
  url: z.string(),
  snippet: z.string(),
  title: z.string(),
  done: z.boolean(),
  starred: z.boolean(),
  tags: z.array(z.string()),
  author: authorSchema,
  sentiment: sentimentSchema.exactOptional(),
  source: z.string(),
  location: locationSchema.exactOptional(),
  highlights: z.array(highlightSchema),
  /** By each rule, the newest last. Absent if the mention service is not our own. */
  identities: z.array(identitySchema).exactOptional(),
  /** The first pages that it links to. Absent if there are none, or if the mention service is not our own. */
  links: z.array(z.string()).exactOptional(),
  /** Other mentions have the same address. Absent if the mention service is not our own. */
  sharesAddress: z.literal(true).exactOptional(),
  /** The title is that of the thread in which the mention was written. Absent if the mention service is not our own. */
  isTitleBorrowed: z.literal(true).exactOptional(),
  /** The fields with invalid values, one phrase for each field (`reach: expected number`). */
  flaws: z.array(z.string()),
})
export type Mention = z.infer<typeof mentionSchema>
