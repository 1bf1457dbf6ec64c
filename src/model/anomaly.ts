import { z } from 'zod'
import { mentionSchema } from './mention.ts'

/** A window exceeds the threshold with at least `least` mentions and at least `times` times the baseline. */
const thresholdSchema = z.object({ least: z.number(), times: z.number() })
export type Threshold = z.infer<typeof thresholdSchema>

/** A sign of a spike: a window (the last 60, 30 or 15 minutes) has far more mentions than usual. */
const volumeSignSchema = z.object({
  rule: z.enum(['hour', 'half-hour', 'quarter']),
  count: z.number(),
  /** The usual count of the window, plus the mentions that were missed in a silence directly before it. */
  baseline: z.number(),
  /** The probability of such a count by chance, 0 to 1. */
  chance: z.number(),
  /** The sign needs a `chance` of at most this. */
  leastChance: z.number(),
  threshold: thresholdSchema,
})
export type VolumeSign = z.infer<typeof volumeSignSchema>

const sentimentShareSchema = z.object({
  /** Mentions of the last 24 hours with a known sentiment. */
  rated: z.number(),
  negative: z.number(),
  /** `negative` divided by `rated`, 0 to 1. */
  share: z.number(),
  /** The negative share of the two weeks before, 0 to 1. */
  baselineShare: z.number(),
})
export type SentimentShare = z.infer<typeof sentimentShareSchema>

/** A sign of a spike: the negative share is at least `points` (0 to 1) above the baseline. At least `least` mentions are rated. */
const sentimentSignSchema = sentimentShareSchema.extend({
  rule: z.literal('mood'),
  least: z.number(),
  points: z.number(),
})

/**
 * A sign of a spike: at least `least` bursts of one subscription in half an hour. The last hour has at least `times` times its baseline.
 */
const burstsSignSchema = z.object({
  rule: z.literal('bursts'),
  count: z.number(),
  least: z.number(),
  inLastHour: z.number(),
  baseline: z.number(),
  times: z.number(),
})
export type BurstsSign = z.infer<typeof burstsSignSchema>

/** One reason to announce a spike, with the inputs of its formula. */
export const spikeSignSchema = z.discriminatedUnion('rule', [
  volumeSignSchema,
  sentimentSignSchema,
  burstsSignSchema,
])
export type SpikeSign = z.infer<typeof spikeSignSchema>

/** Names from the mention service and their counts, greatest count first. */
const topsSchema = z.array(z.object({ name: z.string(), count: z.number() }))
export type Tops = z.infer<typeof topsSchema>

/** The content of a spike's card. All times are UTC, ms since the epoch. */
export const spikeSummarySchema = z.object({
  startedAt: z.number(),
  /** Mentions since the start of the spike. */
  total: z.number(),
  /** Mentions with a known sentiment. */
  rated: z.number(),
  negative: z.number(),
  reach: z.number(),
  /** `count`: the greatest number of mentions in one hour. `at`: the end of that hour. */
  peak: z.object({ count: z.number(), at: z.number() }),
  sources: topsSchema,
  countries: topsSchema,
  top: z.array(mentionSchema),
  earliest: mentionSchema.exactOptional(),
  widestReach: mentionSchema.exactOptional(),
})
export type SpikeSummary = z.infer<typeof spikeSummarySchema>

/** The previous spike. Times are UTC, ms. `peak`: its greatest number of mentions in one hour. */
const previousSpikeSchema = z.object({ announcedAt: z.number(), endedAt: z.number(), peak: z.number() })
export type PreviousSpike = z.infer<typeof previousSpikeSchema>

/** The spike state of one subscription. Times are UTC, ms since the epoch. */
export const spikeStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('calm'), before: previousSpikeSchema.exactOptional() }),
  z.object({
    kind: z.literal('spike'),
    announcedAt: z.number(),
    /** When the volume was last clearly above the baseline. */
    aboveBaselineAt: z.number(),
    signs: z.array(spikeSignSchema),
    summary: spikeSummarySchema,
  }),
])
export type SpikeState = z.infer<typeof spikeStateSchema>

/** The whole alert, one of its sources, or one of its languages. */
export const silentPartSchema = z.union([
  z.object({ kind: z.literal('alert') }),
  z.object({ kind: z.enum(['source', 'language']), name: z.string() }),
])
export type SilentPart = z.infer<typeof silentPartSchema>

export type Silence = {
  what: SilentPart
  /** When the last mention was found: UTC, ms since the epoch. */
  since: number
  /** Mean number of mentions per day in the last two weeks, or in the counted part of them. */
  perDay: number
  /** The usual number of mentions for the hours and weekdays of the silence. */
  expected: number
  /** The probability of such a silence by chance, 0 to 1. */
  chance: number
  /** A silence is reported only if `chance` is at most this. */
  leastChance: number
  /** The missed mentions of the second worst silence of the last two weeks. The worst may have been a fault of the service. */
  usualGap: number
  /** A silence is reported only if `expected` is at least this many times `usualGap`. */
  times: number
}

/** The use of the plan's monthly mentions. Times are UTC, ms since the epoch. */
export type PlanForecast = {
  used: number
  /** `used` divided by the plan's mentions. */
  share: number
  perDay: number
  /** When the plan is used up at the pace of the last week; undefined if the plan's month ends earlier. */
  runsOutAt: number | undefined
}
