import { z } from 'zod'
import { isId } from '../model/id.ts'
import type { DecisionRecord } from '../model/verdict.ts'
import type { EveryKey } from './every-key.ts'

const id = z.string().refine(isId)

/** The shape of a kept verdict. */
export const decisionSchema: z.ZodType<DecisionRecord> = z.object({
  at: z.number(),
  subscription: z.string(),
  alert: id,
  id,
  url: z.string(),
  outcome: z.enum(['posted', 'burst', 'skipped', 'rejected', 'waiting']),
  reason: z.string(),
  detail: z.string().exactOptional(),
  sentiment: z.enum(['positive', 'negative', 'neutral']).exactOptional(),
  channel: z.string().exactOptional(),
  ts: z.string().exactOptional(),
} satisfies EveryKey<DecisionRecord>)
