import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { spikeStateSchema, spikeSummarySchema } from './anomaly.ts'

/** What a checkpoint knows of a spike: its card, and the mentions that go to the thread of the card. */

/** The card of this ended spike does not show the end yet. */
const endedSpikeSchema = z.object({
  thread: z.string(),
  /** Absent if the checkpoint was lost during the spike. */
  summary: spikeSummarySchema.exactOptional(),
  endedAt: timeSchema,
  /** The channel id of the card. Present if the subscription has moved to another channel. */
  channel: z.string().exactOptional(),
})

/** The spike is part of the checkpoint, so that one write records a post together with the spike. */
export const spikeProgressSchema = z.object({
  state: spikeStateSchema,
  thread: z.string().exactOptional(),
  notified: z.literal(true).exactOptional(),
  /** The number of the spike's mentions that go to the thread of its card. */
  total: z.number(),
  /** The mentions that still have to be posted to the thread. */
  ids: z.array(idSchema),
  ended: endedSpikeSchema.exactOptional(),
})
