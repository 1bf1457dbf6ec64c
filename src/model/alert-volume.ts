import { z } from 'zod'
import { silentPartSchema } from './anomaly.ts'
import { checkpointSchema } from './checkpoint.ts'

/** Counts of neighbouring periods of one length, such as hours, without holes: `counts[0]` is that of the period `first`. */
export const timelineSchema = z.object({ first: z.number(), counts: z.array(z.number()) })
export type Timeline = z.infer<typeof timelineSchema>

/** All mentions of a period, those with a known sentiment, and the negative ones among these. */
const timelinesSchema = z.object({ total: timelineSchema, rated: timelineSchema, negative: timelineSchema })
export type Timelines = z.infer<typeof timelinesSchema>

/** One source or language of an alert. `lastAt`: when its newest mention was found (UTC, ms). */
const partCountsSchema = z.object({
  kind: z.enum(['source', 'language']),
  name: z.string(),
  hours: timelineSchema,
  lastAt: z.number(),
})
export type PartCounts = z.infer<typeof partCountsSchema>

/** The counts of one alert. Periods are numbered from the epoch in UTC: period = floor(ms / length). */
const volumeCountsSchema = z.object({
  /** When counting started: UTC, ms. Before it only `days` are known, from the service. */
  since: z.number(),
  /** When the newest mention was found: UTC, ms; `since` if there was none. */
  lastAt: z.number(),
  minutes: timelinesSchema,
  hours: timelinesSchema,
  days: timelinesSchema,
  parts: z.array(partCountsSchema),
})
export type VolumeCounts = z.infer<typeof volumeCountsSchema>

/** A silence that was announced, and its start: UTC, ms. */
const announcedSilenceSchema = z.object({ what: silentPartSchema, since: z.number() })
export type AnnouncedSilence = z.infer<typeof announcedSilenceSchema>

/** The stored volume of an alert. `seen`: the counted mentions, with the look-back of a checkpoint. */
export const alertVolumeSchema = z.object({
  counts: volumeCountsSchema,
  seen: checkpointSchema.pick({ watermark: true, origin: true, done: true }),
  announced: z.array(announcedSilenceSchema),
})
export type AlertVolume = z.infer<typeof alertVolumeSchema>
