import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { sentimentSchema } from '@overheard/mention-client/mention'
import { z } from 'zod'
import { spikeStateSchema } from '../../model/anomaly.ts'
import { checkpointSchema } from '../../model/checkpoint.ts'
import { silentPartSchema } from './silence.ts'

/**
 * `first` is the number of the period that `counts[0]` counts: floor(ms since the epoch / length of the period in ms). Each later count
 * belongs to the next period.
 */
export const timelineSchema = z.object({ first: z.number(), counts: z.array(z.number()) })
export type Timeline = z.infer<typeof timelineSchema>

/** `total` counts all mentions, and `rated` counts the mentions that have a sentiment. */
const timelinesSchema = z.object({ total: timelineSchema, rated: timelineSchema, negative: timelineSchema })
export type Timelines = z.infer<typeof timelinesSchema>

const partCountsSchema = z.object({
  kind: z.enum(['source', 'language']),
  name: z.string(),
  hours: timelineSchema,
  lastAt: timeSchema,
})
export type PartCounts = z.infer<typeof partCountsSchema>

/**
 * The largest excess over the usual count on a UTC day (days since the epoch), in an hour, half an hour and 15 minutes. An excess is a
 * natural logarithm: 0 is the usual count, and ln 3 three times the usual.
 */
const dayBurstsSchema = z.object({
  day: z.number(),
  /** The minute of the day at which the largest 15 minutes ended. */
  at: timeSchema,
  hour: z.number(),
  'half-hour': z.number(),
  quarter: z.number(),
  /** How many spikes the rule called at each sensitivity. Missing on the days of 0.2. */
  called: z.object({ calm: z.number(), normal: z.number(), alert: z.number() }).exactOptional(),
})
export type DayBursts = z.infer<typeof dayBurstsSchema>

const volumeCountsSchema = z.object({
  /** When the bot began to count the alert's mentions (UTC, ms). The counts of earlier days come from the mention service. */
  since: timeSchema,
  /** When the bot found the newest mention (UTC, ms); equal to `since` if it has found none. */
  lastAt: timeSchema,
  minutes: timelinesSchema,
  hours: timelinesSchema,
  days: timelinesSchema,
  /** The first UTC day (days since the epoch) from which on the mention service told the total of each day until `since`. Missing in older stores. */
  daysFrom: z.number().exactOptional(),
  parts: z.array(partCountsSchema),
  /** In the order of their days. Missing before a burst was learned, as in the stores of 0.2. */
  bursts: z.array(dayBurstsSchema).exactOptional(),
  /** The spikes that the rule calls at each sensitivity, without their signs and mentions. Missing in the stores of 0.2. */
  watched: z
    .object({ calm: spikeStateSchema, normal: spikeStateSchema, alert: spikeStateSchema })
    .exactOptional(),
})
export type VolumeCounts = z.infer<typeof volumeCountsSchema>

const announcedSilenceSchema = z.object({
  what: silentPartSchema,
  since: timeSchema,
  /** The ids of the notices about the silence. */
  notices: z.array(z.string()).exactOptional(),
})
export type AnnouncedSilence = z.infer<typeof announcedSilenceSchema>

/** The sentiment with which a mention counts after a correction. `at` is the time at which the mention counts. */
const countedSentimentSchema = z.object({
  id: idSchema,
  at: timeSchema,
  sentiment: sentimentSchema.exactOptional(),
})

export const alertVolumeSchema = z.object({
  counts: volumeCountsSchema,
  /** A mention that is done in this checkpoint is already counted. */
  seen: checkpointSchema.pick({ watermark: true, origin: true, done: true }),
  /** The ids of the commands `start-again` that the counts have taken into account. Missing in older stores. */
  restarts: z.array(z.string()).exactOptional(),
  announced: z.array(announcedSilenceSchema),
  /** The corrections that are in the counts. */
  corrected: z.array(countedSentimentSchema).exactOptional(),
})
export type AlertVolume = z.infer<typeof alertVolumeSchema>
