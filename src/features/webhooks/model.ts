import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'

export const eventTypes = [
  'mention.posted',
  'mention.claimed',
  'mention.assigned',
  'mention.snoozed',
  'mention.released',
  'mention.reopened',
  'mention.done',
  'mention.dismissed',
  'mention.linked',
  'mention.corrected',
  'mention.escalated',
  'watch.unanswered',
  'spike.started',
  'spike.ended',
  'digest.posted',
  'problem.started',
  'problem.ended',
  'settings.changed',
] as const
export type EventType = (typeof eventTypes)[number]

/**
 * Events with the same `order` are delivered in the order of `at`. The same cause has the same `id`, also after a crash. `event` is the
 * body of the request.
 */
const announcementSchema = z.object({
  id: z.string(),
  order: z.string(),
  at: timeSchema,
  event: z.object({ type: z.enum(eventTypes), timestamp: z.string(), data: z.looseObject({}) }),
})
export type Announcement = z.infer<typeof announcementSchema>

/** The queue of each webhook is one channel of message records. `ts` is the place in the queue. */
export const queuedEventSchema = announcementSchema.extend({
  channel: z.string(),
  ts: z.string(),
  /** The event is dropped a day after this time (UTC, ms). */
  queuedAt: timeSchema,
  attempts: z.number(),
  /** The next attempt of this event (UTC, ms). */
  retryAt: timeSchema,
})
export type QueuedEvent = z.infer<typeof queuedEventSchema>
