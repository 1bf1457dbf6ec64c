import { z } from 'zod'
import { idSchema } from './id.ts'
import { msSchema, timeSchema } from './time.ts'

/** The file of the bot's own mention service in the data folder. SQLite puts others beside it, whose names begin with this. */
export const mentionsFile = 'mentions.sqlite'

/** An alert of the bot's own mention service, or of one that runs alone. */
export const listeningAlertSchema = z
  .object({
    alert_id: z.union([z.int(), z.string()]).transform(String).pipe(idSchema),
    alert_name: z.string(),
    /** Absent if the alert finds nothing any more, because the configuration of the service no longer has it. */
    query: z.string().optional(),
    languages: z.array(z.string()).default([]),
    origin: z.string().optional(),
    mentions: z.int().default(0),
  })
  .transform(({ alert_id: id, alert_name: name, query, languages, origin, mentions }) => ({
    id,
    name,
    query,
    languages,
    /** True if it stands in the configuration of the service, and can only be changed there. */
    isFixed: origin !== 'command',
    mentions,
  }))
export type ListeningAlert = z.output<typeof listeningAlertSchema>

export type WrittenAlert = { name: string; query: string; languages: string[] }

/** What a query would have found lately. */
export const listeningPreviewSchema = z.object({
  looked: z.int(),
  found: z.int(),
  bySource: z.record(z.string(), z.int()),
  examples: z.array(
    z.object({
      source: z.string(),
      title: z.string(),
      url: z.string(),
      date: z.number(),
      author: z.string(),
      snippet: z.string(),
    }),
  ),
})
export type ListeningPreview = z.output<typeof listeningPreviewSchema>

/** One feed, stream or address to which others send. Times are UTC ms. */
export const listeningChannelSchema = z.object({
  source: z.string(),
  channel: z.string(),
  kind: z.string(),
  nextAt: timeSchema.optional(),
  /** How long the wait until `nextAt` was meant to be, and until when the host has asked for no request, which may be over. */
  waitMs: msSchema.optional(),
  waitsUntil: timeSchema.optional(),
  okAt: timeSchema.optional(),
  itemAt: timeSchema.optional(),
  delayMs: msSchema.optional(),
  failures: z.int().default(0),
  failingSince: timeSchema.optional(),
  error: z.string().optional(),
  ended: z.string().optional(),
  gaps: z.array(z.object({ at: timeSchema, what: z.string() })).default([]),
})
export type ListeningChannel = z.output<typeof listeningChannelSchema>

/** The mention service that the bot runs itself. */
export type ListeningState = {
  /** False while it is started again after its end. */
  isRunning: boolean
  /** How often in a row it has ended soon after its start, or has never answered. */
  failures: number
  /** Why it ended last. */
  lastEnd?: string
  /** As of the last check. */
  channels: ListeningChannel[]
}
