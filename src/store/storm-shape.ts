import { z } from 'zod'
import type { Storm } from '../model/bookmark.ts'
import { isId } from '../model/id.ts'
import type { Author, Location, Mention } from '../model/mention.ts'
import type { Sign, StormState, StormTale } from '../model/storm.ts'
import type { EveryKey } from './every-key.ts'

const id = z.string().refine(isId)
const number = z.number()

const mention: z.ZodType<Mention> = z.object({
  id,
  date: number,
  reach: number,
  language: z.string(),
  url: z.string(),
  snippet: z.string(),
  title: z.string(),
  done: z.boolean(),
  starred: z.boolean(),
  tags: z.array(z.string()),
  author: z.object({
    name: z.string(),
    avatar: z.string(),
    audience: number,
    url: z.string(),
    description: z.string().exactOptional(),
    writtenBy: z.string().exactOptional(),
  } satisfies EveryKey<Author>),
  sentiment: z.enum(['positive', 'negative', 'neutral']).exactOptional(),
  source: z.string(),
  location: z
    .object({
      country: z.string().exactOptional(),
      latitude: z.number().exactOptional(),
      longitude: z.number().exactOptional(),
    } satisfies EveryKey<Location>)
    .exactOptional(),
  highlights: z.array(z.object({ text: z.string(), start: z.number(), end: z.number() })),
  flaws: z.array(z.string()),
} satisfies EveryKey<Mention>)

const sign: z.ZodType<Sign> = z.discriminatedUnion('rule', [
  z.object({
    rule: z.enum(['hour', 'half-hour', 'quarter']),
    count: number,
    usual: number,
    chance: number,
    leastChance: number,
    threshold: z.object({ least: number, times: number }),
  }),
  z.object({
    rule: z.literal('mood'),
    least: number,
    points: number,
    judged: number,
    negative: number,
    share: number,
    usualShare: number,
  }),
  z.object({
    rule: z.literal('bursts'),
    count: number,
    least: number,
    inLastHour: number,
    usual: number,
    times: number,
  }),
])

const tops = z.array(z.object({ name: z.string(), count: z.number() }))

const tale: z.ZodType<StormTale> = z.object({
  startedAt: number,
  total: number,
  judged: number,
  negative: number,
  reach: number,
  peak: z.object({ count: number, at: number }),
  sources: tops,
  countries: tops,
  loudest: z.array(mention),
  earliest: mention.exactOptional(),
  mostSeen: mention.exactOptional(),
} satisfies EveryKey<StormTale>)

const state: z.ZodType<StormState> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('calm'),
    before: z.object({ toldAt: number, endedAt: number, peak: number }).exactOptional(),
  }),
  z.object({ kind: z.literal('storm'), toldAt: number, loudAt: number, signs: z.array(sign), tale }),
])

/** The shape of a storm within a kept bookmark. */
export const stormShape: z.ZodType<Storm> = z.object({
  state,
  thread: z.string().exactOptional(),
  called: z.literal(true).exactOptional(),
  total: z.number(),
  ids: z.array(id),
  over: z
    .object({ thread: z.string(), tale, endedAt: z.number(), channel: z.string().exactOptional() })
    .exactOptional(),
} satisfies EveryKey<Storm>)
