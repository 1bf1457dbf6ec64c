import { z } from 'zod'
import { spikeSignSchema, spikeSummarySchema } from './anomaly.ts'
import { idSchema } from './id.ts'

/** Addresses of messages in Slack, by the mention's id. */
const permalinksSchema = z.record(z.string(), z.string())

/** What the card of a running spike shows. */
const liveSpikeSchema = z.object({
  alertName: z.string(),
  summary: spikeSummarySchema,
  /** The reasons for the alert; empty if a wiped disk took them. */
  signs: z.array(spikeSignSchema),
  inLastHour: z.number(),
  /** The usual number of mentions an hour; undefined if it is not known. */
  baselinePerHour: z.number().optional(),
  /** Mentions of the last hours, the running one last. */
  hours: z.array(z.number()),
  /** Who takes care of how many mentions. `by`: the person's name as Slack shows it. */
  claims: z.array(z.object({ by: z.string(), count: z.number() })),
  permalinks: permalinksSchema,
})
export type LiveSpike = z.infer<typeof liveSpikeSchema>

/** What the card of an ended spike shows. `handled`: how many of its mentions were claimed or done; `endedAt`: UTC, ms. */
const endedSpikeCardSchema = z.object({
  alertName: z.string(),
  summary: spikeSummarySchema,
  endedAt: z.number(),
  handled: z.number(),
  permalinks: permalinksSchema,
})
export type EndedSpikeCard = z.infer<typeof endedSpikeCardSchema>

/** What people set on the card of a spike. `by`: the person's name as Slack shows it; `at`: UTC, ms. */
const spikeNoteSchema = z.object({
  lead: z.object({ user: z.string(), by: z.string(), at: z.number() }).exactOptional(),
  status: z.object({ text: z.string(), by: z.string(), at: z.number() }).exactOptional(),
})
export type SpikeNote = z.infer<typeof spikeNoteSchema>

/** The card of a spike as it was drawn last, so that a press can draw it again at once. */
export const spikeCardRecordSchema = z.object({
  subscription: z.string(),
  alert: idSchema,
  /** The block id by which the card is recognised as a receipt. */
  mark: z.string(),
  shown: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('live'), spike: liveSpikeSchema }),
    z.object({ kind: z.literal('over'), spike: endedSpikeCardSchema }),
    /** Overheard lost sight of the spike. `endedAt`: UTC, ms. */
    z.object({
      kind: z.literal('interrupted'),
      spike: z.object({ alertName: z.string(), endedAt: z.number() }),
    }),
  ]),
  /** Who was notified when the card was posted: ids from the configuration. */
  notified: z
    .object({ users: z.array(z.string()), groups: z.array(z.string()), here: z.boolean() })
    .exactOptional(),
  note: spikeNoteSchema,
  /** When it was drawn last: UTC, ms. */
  at: z.number(),
})
export type SpikeCardRecord = z.infer<typeof spikeCardRecordSchema>
