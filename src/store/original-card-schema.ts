import { z } from 'zod'
import type { Duplicate, Fingerprint, OriginalCard, Similarity, Story, TitleWords } from '../model/card.ts'
import { isId } from '../model/id.ts'
import type { EveryKey } from './every-key.ts'

const id = z.string().refine(isId)

const title: z.ZodType<TitleWords> = z.object({ words: z.array(z.string()), numbers: z.array(z.string()) })

const sameness: z.ZodType<Similarity> = z.union([
  z.object({ by: z.enum(['address', 'title']) }),
  z.object({ by: z.literal('likeness'), likeness: z.number() }),
])

/** Records from before stories were told have `id` and `url` only. */
const duplicate: z.ZodType<Duplicate> = z.object({
  id,
  url: z.string(),
  reach: z.number().exactOptional(),
  similarity: sameness.exactOptional(),
} satisfies EveryKey<Duplicate>)

/** The shape of a kept first card. */
export const originalCardSchema: z.ZodType<OriginalCard> = z.object({
  subscription: z.string(),
  alert: id,
  mention: id,
  channel: z.string(),
  ts: z.string(),
  at: z.number(),
  keys: z.array(z.string()),
  duplicates: z.array(duplicate),
  story: z
    .object({
      url: z.string(),
      reach: z.number(),
      title,
      shownReach: z.number(),
      earlier: z.array(duplicate),
      link: z.string().exactOptional(),
    } satisfies EveryKey<Story>)
    .exactOptional(),
  successor: id.exactOptional(),
} satisfies EveryKey<OriginalCard>)

/** The shape of what a card is known by, as the intent to post it keeps it. */
export const fingerprintSchema: z.ZodType<Fingerprint> = z.object({
  url: z.string(),
  reach: z.number(),
  keys: z.array(z.string()),
  title: title.exactOptional(),
  resurfaces: z.object({ from: id, link: z.string().exactOptional() }).exactOptional(),
} satisfies EveryKey<Fingerprint>)
