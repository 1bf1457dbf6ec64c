import { z } from 'zod'
import type { Bookmark, Burst, Intent } from '../model/bookmark.ts'
import { isId } from '../model/id.ts'
import type { EveryKey } from './every-key.ts'
import { cardPrintsShape } from './first-card-shape.ts'
import { stormShape } from './storm-shape.ts'

const id = z.string().refine(isId)
const ids = z.array(id)

/** The shape of a kept bookmark. */
export const bookmarkShape: z.ZodType<Bookmark> = z.object({
  through: id,
  start: id,
  settled: z.array(z.object({ at: z.number(), ids })),
  lastTs: z.string().exactOptional(),
  channel: z.string().exactOptional(),
  unannounced: z.literal(true).exactOptional(),
  intent: z
    .object({
      channel: z.string(),
      thread: z.string().exactOptional(),
      ids,
      opens: ids.exactOptional(),
      storm: z.enum(['card', 'call']).exactOptional(),
      prints: cardPrintsShape.exactOptional(),
      at: z.number(),
    } satisfies EveryKey<Intent>)
    .exactOptional(),
  burst: z.object({ thread: z.string(), total: z.number(), ids } satisfies EveryKey<Burst>).exactOptional(),
  storm: stormShape.exactOptional(),
} satisfies EveryKey<Bookmark>)
