import { z } from 'zod'
import { mentionSchema } from './mention.ts'

/** The threshold of a window: at least `least` mentions and at least `times` the baseline. */
const thresholdSchema = z.object({ least: z.number(), times: z.number() })
export type Threshold = z.infer<typeof thresholdSchema>

/** Far more mentions than the baseline of a window. */
const volumeSignSchema = z.object({
  rule: z.enum(['hour', 'half-hour', 'quarter']),
  count: z.number(),
  /** The usual count of the window, plus the mentions that a silence right before it held back. */
  baseline: z.number(),
  /** The probability of this count by chance (0 to 1), and how small it has to be. */
  chance: z.number(),
  leastChance: z.number(),
  threshold: thresholdSchema,
})
export type VolumeSign = z.infer<typeof volumeSignSchema>

const sentimentShareSchema = z.object({
  /** Mentions of the last 24 hours whose sentiment is known, and the negative ones among them. */
  rated: z.number(),
  negative: z.number(),
  /** The negative share of them, and that of the two weeks before (0 to 1). */
  share: z.number(),
  baselineShare: z.number(),
})
export type SentimentShare = z.infer<typeof sentimentShareSchema>

/** A far greater negative share than usual: at least `least` rated mentions, at least `points` (0 to 1) more, and not by chance. */
const sentimentSignSchema = sentimentShareSchema.extend({
  rule: z.literal('mood'),
  least: z.number(),
  points: z.number(),
})

/** At least `least` bursts of one subscription in half an hour, and at least `times` the baseline of an hour. */
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

/** Names and their counts, greatest first. The names are the service's own. */
const topsSchema = z.array(z.object({ name: z.string(), count: z.number() }))
export type Tops = z.infer<typeof topsSchema>

/** The content of a spike's card. All times are UTC, ms since the epoch. */
export const spikeSummarySchema = z.object({
  startedAt: z.number(),
  /** Mentions since the start; those among them whose sentiment is known; the negative ones among these. */
  total: z.number(),
  rated: z.number(),
  negative: z.number(),
  reach: z.number(),
  /** The greatest number of mentions in one hour, and the end of that hour. */
  peak: z.object({ count: z.number(), at: z.number() }),
  sources: topsSchema,
  countries: topsSchema,
  /** The three mentions that matter most. */
  top: z.array(mentionSchema),
  /** The first mention by its own date. */
  earliest: mentionSchema.exactOptional(),
  widestReach: mentionSchema.exactOptional(),
})
export type SpikeSummary = z.infer<typeof spikeSummarySchema>

/** The spike before the current state: its times (UTC, ms) and the most mentions in one hour. */
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

/** The part of an alert that can be silent: all of it, one source or one language. */
export const silentPartSchema = z.union([
  z.object({ kind: z.literal('alert') }),
  z.object({ kind: z.enum(['source', 'language']), name: z.string() }),
])
export type SilentPart = z.infer<typeof silentPartSchema>

/** A part of an alert that is quieter than chance explains, with the inputs of the formula. */
export type Silence = {
  what: SilentPart
  /** When the last mention was found: UTC, ms since the epoch. */
  since: number
  /** Mentions in 24 hours, averaged over the last two weeks (or the known part of them). */
  perDay: number
  /** The usual number of mentions in this stretch of time, by hour and weekday. */
  expected: number
  /** The probability of no mention at all (0 to 1), and how small it has to be. */
  chance: number
  leastChance: number
  /** Like `expected`, for the second worst silence of the last two weeks. The worst one may have been a fault of the service. */
  usualGap: number
  /** The silence must miss this many times `usualGap`. */
  times: number
}

/** The use of the plan's monthly mentions. Times are UTC, ms since the epoch. */
export type PlanForecast = {
  used: number
  /** `used` divided by the plan's mentions. */
  share: number
  perDay: number
  /** When the rest is used up at the pace of the last week. Undefined if the plan's month ends before that. */
  runsOutAt: number | undefined
}
