import { z } from 'zod'
import type { SpikeSign, SpikeState, SpikeSummary } from '../model/anomaly.ts'
import type { Burst, Checkpoint, PendingPost, SpikeProgress } from '../model/checkpoint.ts'
import { isId } from '../model/id.ts'
import type { Author, Location, Mention } from '../model/mention.ts'
import type { EveryKey } from './every-key.ts'
import { fingerprintSchema } from './original-card-schema.ts'

const id = z.string().refine(isId)
const ids = z.array(id)

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

const sign: z.ZodType<SpikeSign> = z.discriminatedUnion('rule', [
  z.object({
    rule: z.enum(['hour', 'half-hour', 'quarter']),
    count: number,
    baseline: number,
    chance: number,
    leastChance: number,
    threshold: z.object({ least: number, times: number }),
  }),
  z.object({
    rule: z.literal('mood'),
    least: number,
    points: number,
    rated: number,
    negative: number,
    share: number,
    baselineShare: number,
  }),
  z.object({
    rule: z.literal('bursts'),
    count: number,
    least: number,
    inLastHour: number,
    baseline: number,
    times: number,
  }),
])

const tops = z.array(z.object({ name: z.string(), count: z.number() }))

const summary: z.ZodType<SpikeSummary> = z.object({
  startedAt: number,
  total: number,
  rated: number,
  negative: number,
  reach: number,
  peak: z.object({ count: number, at: number }),
  sources: tops,
  countries: tops,
  top: z.array(mention),
  earliest: mention.exactOptional(),
  widestReach: mention.exactOptional(),
} satisfies EveryKey<SpikeSummary>)

const state: z.ZodType<SpikeState> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('calm'),
    before: z.object({ announcedAt: number, endedAt: number, peak: number }).exactOptional(),
  }),
  z.object({
    kind: z.literal('storm'),
    announcedAt: number,
    aboveBaselineAt: number,
    signs: z.array(sign),
    summary,
  }),
])

/** The shape of a storm within a kept bookmark. */
const spikeSchema: z.ZodType<SpikeProgress> = z.object({
  state,
  thread: z.string().exactOptional(),
  notified: z.literal(true).exactOptional(),
  total: z.number(),
  ids: z.array(id),
  ended: z
    .object({ thread: z.string(), summary, endedAt: z.number(), channel: z.string().exactOptional() })
    .exactOptional(),
} satisfies EveryKey<SpikeProgress>)

/** The shape of a kept bookmark. */
export const checkpointSchema: z.ZodType<Checkpoint> = z.object({
  watermark: id,
  origin: id,
  done: z.array(z.object({ at: z.number(), ids })),
  lastTs: z.string().exactOptional(),
  channel: z.string().exactOptional(),
  unannounced: z.literal(true).exactOptional(),
  pending: z
    .object({
      channel: z.string(),
      thread: z.string().exactOptional(),
      ids,
      burstIds: ids.exactOptional(),
      spike: z.enum(['card', 'call']).exactOptional(),
      fingerprint: fingerprintSchema.exactOptional(),
      at: z.number(),
    } satisfies EveryKey<PendingPost>)
    .exactOptional(),
  burst: z.object({ thread: z.string(), total: z.number(), ids } satisfies EveryKey<Burst>).exactOptional(),
  spike: spikeSchema.exactOptional(),
} satisfies EveryKey<Checkpoint>)
