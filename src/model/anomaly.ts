import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { mentionSchema, sentimentSchema } from '@overheard/mention-client/mention'
import { z } from 'zod'

/** A window is above the threshold if it has at least `least` mentions and at least `times` times the baseline. */
const thresholdSchema = z.object({ least: z.number(), times: z.number() })

/**
 * `chance` (0 to 1): how likely an ordinary day of the alert has such a burst, learned from its last `days` days. A spike needs a chance of
 * at most `maxChance`.
 */
const ordinaryBurstsSchema = z.object({ chance: z.number(), maxChance: z.number(), days: z.number() })

/** This rule reports a spike if the last 60, 30 or 15 minutes have far more mentions than usual. */
const volumeSignSchema = z.object({
  rule: z.enum(['hour', 'half-hour', 'quarter']),
  count: z.number(),
  /** The usual count of the window, plus the mentions that were missed in a silence directly before it. */
  baseline: z.number(),
  chance: z.number(),
  maxChance: z.number(),
  threshold: thresholdSchema,
  /** Missing if no earlier day of the alert is known, and in the spikes of versions before 0.3. */
  ordinary: ordinaryBurstsSchema.exactOptional(),
})
export type VolumeSign = z.infer<typeof volumeSignSchema>

const sentimentShareSchema = z.object({
  /** The number of mentions that have a sentiment, in the last 24 hours. */
  rated: z.number(),
  negative: z.number(),
  share: z.number(),
  /** The share of negative mentions in the two weeks that ended with the day before yesterday (0 to 1, UTC days). */
  baselineShare: z.number(),
})

/**
 * This rule reports a spike if at least `least` mentions have a sentiment, their negative share is at least `points` (0 to 1) above the
 * baseline, and chance does not explain the rise.
 */
const sentimentSignSchema = sentimentShareSchema.extend({
  rule: z.literal('sentiment'),
  least: z.number(),
  points: z.number(),
})

/**
 * This rule reports a spike if one subscription had at least `least` bursts in half an hour and the last hour has at least `times` times
 * its baseline.
 */
const burstsSignSchema = z.object({
  rule: z.literal('bursts'),
  count: z.number(),
  least: z.number(),
  inLastHour: z.number(),
  baseline: z.number(),
  times: z.number(),
})

export const spikeSignSchema = z.discriminatedUnion('rule', [
  volumeSignSchema,
  sentimentSignSchema,
  burstsSignSchema,
])
export type SpikeSign = z.infer<typeof spikeSignSchema>

const topsSchema = z.array(z.object({ name: z.string(), count: z.number() }))
export type Tops = z.infer<typeof topsSchema>

const correctedInSpikeSchema = z.object({ id: idSchema, sentiment: sentimentSchema.exactOptional() })

export const spikeSummarySchema = z.object({
  startedAt: timeSchema,
  total: z.number(),
  rated: z.number(),
  negative: z.number(),
  reach: z.number(),
  /** The largest number of mentions in one hour. */
  peak: z.number(),
  sources: topsSchema,
  countries: topsSchema,
  top: z.array(mentionSchema),
  earliest: mentionSchema.exactOptional(),
  widestReach: mentionSchema.exactOptional(),
  /** The sentiments with which corrected mentions count here. */
  corrected: z.array(correctedInSpikeSchema).exactOptional(),
})
export type SpikeSummary = z.infer<typeof spikeSummarySchema>

const previousSpikeSchema = z.object({ announcedAt: timeSchema, endedAt: timeSchema, peak: z.number() })

export const spikeStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('calm'), before: previousSpikeSchema.exactOptional() }),
  z.object({
    kind: z.literal('spike'),
    announcedAt: timeSchema,
    aboveBaselineAt: timeSchema,
    signs: z.array(spikeSignSchema),
    summary: spikeSummarySchema,
  }),
])
export type SpikeState = z.infer<typeof spikeStateSchema>

export const sensitivities = ['calm', 'normal', 'alert'] as const

/** How many spikes the rule called at a sensitivity in the last `days` days, today included. */
export const calledCountSchema = z.object({
  sensitivity: z.enum(sensitivities),
  count: z.number(),
  days: z.number(),
})
export type CalledCount = z.infer<typeof calledCountSchema>

/** The necessary counts are multiplied by this after one, two, and three or more false alarms. */
const strictness = [1.5, 2, 3] as const

/** Returns how many times as many mentions a spike needs because of false alarms. */
export function strictnessAfter(falseAlarms: number): number {
  return falseAlarms <= 0 ? 1 : (strictness[falseAlarms - 1] ?? 3)
}
