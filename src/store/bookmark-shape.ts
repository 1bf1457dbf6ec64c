import { z } from 'zod'
import type { Burst, Checkpoint, PendingPost } from '../model/bookmark.ts'
import { isId } from '../model/id.ts'
import type { EveryKey } from './every-key.ts'
import { fingerprintSchema } from './first-card-shape.ts'
import { spikeSchema } from './storm-shape.ts'

const id = z.string().refine(isId)
const ids = z.array(id)

/** The shape of a kept bookmark. */
export const checkpointSchema: z.ZodType<Checkpoint> = z.object({
  watermark: id,
  origin: id,
  done: z.array(z.object({ at: z.number(), ids })),
  lastTs: z.string().exactOptional(),
  channel: z.string().exactOptional(),
  unannounced: z.literal(true).exactOptional(),
  pending: z
    .object({
      channel: z.string(),
      thread: z.string().exactOptional(),
      ids,
      burstIds: ids.exactOptional(),
      spike: z.enum(['card', 'call']).exactOptional(),
      fingerprint: fingerprintSchema.exactOptional(),
      at: z.number(),
    } satisfies EveryKey<PendingPost>)
    .exactOptional(),
  burst: z.object({ thread: z.string(), total: z.number(), ids } satisfies EveryKey<Burst>).exactOptional(),
  spike: spikeSchema.exactOptional(),
} satisfies EveryKey<Checkpoint>)
