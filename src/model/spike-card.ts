import { z } from 'zod'
import { spikeSignSchema, spikeSummarySchema } from './anomaly.ts'
import { idSchema } from './id.ts'

/** Addresses of messages in Slack, by the mention's id. */
const permalinksSchema = z.record(z.string(), z.string())

/** The content of the card of a running spike. */
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
  /** People and the number of mentions that each has claimed. `by`: the name as Slack shows it. */
  claims: z.array(z.object({ by: z.string(), count: z.number() })),
  permalinks: permalinksSchema,
})
export type LiveSpike = z.infer<typeof liveSpikeSchema>

/** The content of the card of an ended spike. `handled`: the number of its mentions that were claimed or done; `endedAt`: UTC, ms. */
const endedSpikeCardSchema = z.object({
  alertName: z.string(),
  summary: spikeSummarySchema,
  endedAt: z.number(),
  handled: z.number(),
  permalinks: permalinksSchema,
})
export type EndedSpikeCard = z.infer<typeof endedSpikeCardSchema>

/** The values that people set on the card of a spike. `by`: the person's name as Slack shows it; `at`: UTC, ms. */
const spikeNoteSchema = z.object({
  lead: z.object({ user: z.string(), by: z.string(), at: z.number() }).exactOptional(),
  status: z.object({ text: z.string(), by: z.string(), at: z.number() }).exactOptional(),
})
export type SpikeNote = z.infer<typeof spikeNoteSchema>

/** The last drawn card of a spike, so that a button press can redraw it at once. */
export const spikeCardRecordSchema = z.object({
  subscription: z.string(),
  alert: idSchema,
  /** The block id that marks the card as a receipt. */
  mark: z.string(),
  shown: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('live'), spike: liveSpikeSchema }),
    z.object({ kind: z.literal('over'), spike: endedSpikeCardSchema }),
    /** An interrupted spike: its state was lost with a wiped disk. `endedAt`: UTC, ms. */
    z.object({
      kind: z.literal('interrupted'),
      spike: z.object({ alertName: z.string(), endedAt: z.number() }),
    }),
  ]),
  /** The people who were notified by the card: ids from the configuration. */
  notified: z
    .object({ users: z.array(z.string()), groups: z.array(z.string()), here: z.boolean() })
    .exactOptional(),
  note: spikeNoteSchema,
  /** When it was drawn last: UTC, ms. */
  at: z.number(),
})
export type SpikeCardRecord = z.infer<typeof spikeCardRecordSchema>
