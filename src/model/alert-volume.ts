import { z } from 'zod'
import { silentPartSchema } from './anomaly.ts'
import { checkpointSchema } from './checkpoint.ts'

/** `counts[0]` belongs to period number `first`, and each next count to the next period. */
export const timelineSchema = z.object({ first: z.number(), counts: z.array(z.number()) })
export type Timeline = z.infer<typeof timelineSchema>

/** `total` counts all mentions, `rated` those with a sentiment, and `negative` those with a negative sentiment. */
const timelinesSchema = z.object({ total: timelineSchema, rated: timelineSchema, negative: timelineSchema })
export type Timelines = z.infer<typeof timelinesSchema>

const partCountsSchema = z.object({
  kind: z.enum(['source', 'language']),
  name: z.string(),
  hours: timelineSchema,
  lastAt: z.number(),
})
export type PartCounts = z.infer<typeof partCountsSchema>

/** All times are UTC, in ms. A period's number is floor(ms since the epoch / length of the period in ms). */
const volumeCountsSchema = z.object({
  /** When the bot began to count. Before this time, only `days` has counts, which come from the mention service. */
  since: z.number(),
  /** When the newest mention was found; equal to `since` if there was none. */
  lastAt: z.number(),
  minutes: timelinesSchema,
  hours: timelinesSchema,
  days: timelinesSchema,
  parts: z.array(partCountsSchema),
})
export type VolumeCounts = z.infer<typeof volumeCountsSchema>

/** `since` is the start of the silence (UTC, ms). */
const announcedSilenceSchema = z.object({ what: silentPartSchema, since: z.number() })
export type AnnouncedSilence = z.infer<typeof announcedSilenceSchema>

export const alertVolumeSchema = z.object({
  counts: volumeCountsSchema,
  /** The mentions that are already counted, in the form of a checkpoint. */
  seen: checkpointSchema.pick({ watermark: true, origin: true, done: true }),
  announced: z.array(announcedSilenceSchema),
})
export type AlertVolume = z.infer<typeof alertVolumeSchema>
