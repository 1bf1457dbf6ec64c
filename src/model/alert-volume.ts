import { z } from 'zod'
import { silentPartSchema } from './anomaly.ts'
import { checkpointSchema } from './checkpoint.ts'

/** Counts of consecutive periods of one length, such as hours. `counts[0]` belongs to period number `first`. */
export const timelineSchema = z.object({ first: z.number(), counts: z.array(z.number()) })
export type Timeline = z.infer<typeof timelineSchema>

/** `total`: all mentions. `rated`: mentions with a sentiment. `negative`: mentions with a negative sentiment. */
const timelinesSchema = z.object({ total: timelineSchema, rated: timelineSchema, negative: timelineSchema })
export type Timelines = z.infer<typeof timelinesSchema>

const partCountsSchema = z.object({
  kind: z.enum(['source', 'language']),
  name: z.string(),
  hours: timelineSchema,
  /** When its newest mention was found: UTC, ms. */
  lastAt: z.number(),
})
export type PartCounts = z.infer<typeof partCountsSchema>

/** The counts of one alert. The number of a period is floor(ms since the epoch / length of the period). */
const volumeCountsSchema = z.object({
  /** When the bot began to count: UTC, ms. Before this time, only `days` has counts. They come from the service. */
  since: z.number(),
  /** When the newest mention was found: UTC, ms. Equal to `since` if there was none. */
  lastAt: z.number(),
  minutes: timelinesSchema,
  hours: timelinesSchema,
  days: timelinesSchema,
  parts: z.array(partCountsSchema),
})
export type VolumeCounts = z.infer<typeof volumeCountsSchema>

/** A silence that the bot has announced. `since`: its start (UTC, ms). */
const announcedSilenceSchema = z.object({ what: silentPartSchema, since: z.number() })
export type AnnouncedSilence = z.infer<typeof announcedSilenceSchema>

export const alertVolumeSchema = z.object({
  counts: volumeCountsSchema,
  /** The mentions that are counted already, in the form of a checkpoint. */
  seen: checkpointSchema.pick({ watermark: true, origin: true, done: true }),
  announced: z.array(announcedSilenceSchema),
})
export type AlertVolume = z.infer<typeof alertVolumeSchema>
