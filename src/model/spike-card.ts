import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { idSchema } from '@overheard/mention-client/id'
import { z } from 'zod'
import { calledCountSchema, spikeSignSchema, spikeSummarySchema } from './anomaly.ts'
import { offeredActions } from './subscription.ts'

const permalinksSchema = z.record(z.string(), z.string())

const liveSpikeSchema = z.object({
  alertName: z.string(),
  summary: spikeSummarySchema,
  signs: z.array(spikeSignSchema),
  inLastHour: z.number(),
  baselinePerHour: z.number().optional(),
  /** The number of mentions in each of the last hours. The current hour is last. */
  hours: z.array(z.number()),
  claims: z.array(z.object({ by: z.string(), count: z.number() })),
  permalinks: permalinksSchema,
  /** With this spike. Missing in the cards of 0.2. */
  called: calledCountSchema.exactOptional(),
})
export type LiveSpike = z.infer<typeof liveSpikeSchema>

const endedSpikeCardSchema = z.object({
  alertName: z.string(),
  summary: spikeSummarySchema,
  endedAt: timeSchema,
  /** The number of the spike's mentions that are done or not relevant. */
  closed: z.number(),
  /** The number of the spike's mentions that a person has, but that are not closed. */
  claimed: z.number(),
  permalinks: permalinksSchema,
})
export type EndedSpikeCard = z.infer<typeof endedSpikeCardSchema>

/** People set these values. `by` is the person's name in Slack. */
const spikeNoteSchema = z.object({
  lead: z.object({ user: z.string(), by: z.string(), at: timeSchema }).exactOptional(),
  status: z.object({ text: z.string(), by: z.string(), at: timeSchema }).exactOptional(),
  /** Until `until` a spike of the alert needs more mentions. */
  falseAlarm: z
    .object({ user: z.string(), by: z.string(), at: timeSchema, until: timeSchema })
    .exactOptional(),
})
export type SpikeNote = z.infer<typeof spikeNoteSchema>

/** The record stores the content of a spike's card, so that a button press can redraw the card at once. */
export const spikeCardRecordSchema = z.object({
  channel: z.string(),
  ts: z.string(),
  subscription: z.string(),
  alert: idSchema,
  /** The block id by which history searches recognise the card. */
  mark: z.string(),
  shown: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('live'), spike: liveSpikeSchema }),
    z.object({ kind: z.literal('over'), spike: endedSpikeCardSchema }),
    /** `interrupted` means that the state of the spike was lost with the store. */
    z.object({
      kind: z.literal('interrupted'),
      spike: z.object({ alertName: z.string(), endedAt: timeSchema }),
    }),
  ]),
  notified: z
    .object({ users: z.array(z.string()), groups: z.array(z.string()), here: z.boolean() })
    .exactOptional(),
  /** What the buttons of the card offer; everything if absent. */
  offers: z.array(z.enum(offeredActions)).exactOptional(),
  note: spikeNoteSchema,
  at: timeSchema,
})
export type SpikeCardRecord = z.infer<typeof spikeCardRecordSchema>

/** What became of the spikes of one subscription and alert whose cards were posted in the last `recordedDays` days. */
export type SpikeHistory = { spikes: number; led: number; falseAlarms: number; strict?: Strictness }
export const recordedDays = 30

/** So many false alarms make the alert stricter now. `until` is when the first of them no longer counts (UTC, ms). */
export type Strictness = { falseAlarms: number; until: Time }

export type DrawnSpike = Omit<SpikeCardRecord, 'channel' | 'ts' | 'note' | 'at'>
