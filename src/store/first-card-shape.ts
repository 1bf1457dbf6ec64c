import { z } from 'zod'
import type { CardPrints, FirstCard, Joined, Sameness, Story, TitleWords } from '../model/first-card.ts'
import { isId } from '../model/id.ts'
import type { EveryKey } from './every-key.ts'

const id = z.string().refine(isId)

const title: z.ZodType<TitleWords> = z.object({ words: z.array(z.string()), numbers: z.array(z.string()) })

const sameness: z.ZodType<Sameness> = z.union([
  z.object({ by: z.enum(['address', 'title']) }),
  z.object({ by: z.literal('likeness'), likeness: z.number() }),
])

/** Records from before stories were told have `id` and `url` only. */
const joined: z.ZodType<Joined> = z.object({
  id,
  url: z.string(),
  reach: z.number().exactOptional(),
  same: sameness.exactOptional(),
} satisfies EveryKey<Joined>)

/** The shape of a kept first card. */
export const firstCardShape: z.ZodType<FirstCard> = z.object({
  subscription: z.string(),
  alert: id,
  mention: id,
  channel: z.string(),
  ts: z.string(),
  at: z.number(),
  keys: z.array(z.string()),
  also: z.array(joined),
  story: z
    .object({
      url: z.string(),
      reach: z.number(),
      title,
      shown: z.number(),
      before: z.array(joined),
      link: z.string().exactOptional(),
    } satisfies EveryKey<Story>)
    .exactOptional(),
  next: id.exactOptional(),
} satisfies EveryKey<FirstCard>)

/** The shape of what a card is known by, as the intent to post it keeps it. */
export const cardPrintsShape: z.ZodType<CardPrints> = z.object({
  url: z.string(),
  reach: z.number(),
  keys: z.array(z.string()),
  title: title.exactOptional(),
  again: z.object({ from: id, link: z.string().exactOptional() }).exactOptional(),
} satisfies EveryKey<CardPrints>)
