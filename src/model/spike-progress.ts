import { z } from 'zod'
import type { Time } from '../async/time.ts'
import { type SpikeState, spikeStateSchema, spikeSummarySchema } from './anomaly.ts'
import { defined } from './defined.ts'
import { type Id, idSchema } from './id.ts'
import { timeSchema } from './time.ts'

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
export type EndedSpike = z.infer<typeof endedSpikeSchema>

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
type SpikeProgress = z.infer<typeof spikeProgressSchema>

/** A checkpoint, or another value that has the progress of a spike. */
type WithSpike = { spike?: SpikeProgress }

export type RunningSpike = SpikeProgress & { state: Extract<SpikeState, { kind: 'spike' }> }

export function runningSpike({ spike }: WithSpike): RunningSpike | undefined {
  return spike?.state.kind === 'spike' ? { ...spike, state: spike.state } : undefined
}

export function withSpike<Of extends WithSpike>(
  checkpoint: Of,
  state: Extract<SpikeState, { kind: 'spike' }>,
  found: Id[],
): Of {
  const known = runningSpike(checkpoint) ?? { ...checkpoint.spike, total: 0, ids: [] }
  const spike = { ...known, state, total: known.total + found.length, ids: [...known.ids, ...found] }
  return { ...checkpoint, spike }
}

export function withoutSpike<Of extends WithSpike>(
  checkpoint: Of,
  state: SpikeState,
  ended?: EndedSpike,
): Of {
  return {
    ...checkpoint,
    spike: { state, total: 0, ids: [], ...defined({ ended }) },
  }
}

/** Marks the card in the old `channel` as ended at `now`. A running spike continues with a new card. */
export function endSpikeInOldChannel<Of extends WithSpike>(checkpoint: Of, channel: string, now: Time): Of {
  if (checkpoint.spike === undefined) return checkpoint
  const { thread, notified: _there, ended, ...spike } = checkpoint.spike
  if (spike.state.kind === 'spike' && thread !== undefined) {
    const end = { thread, summary: spike.state.summary, endedAt: now, channel }
    return { ...checkpoint, spike: { ...spike, total: spike.ids.length, ended: end } }
  }
  return ended === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, ended: { channel, ...ended } } }
}

export function markSpikeClosed<Of extends WithSpike>(checkpoint: Of): Of {
  if (checkpoint.spike === undefined) return checkpoint
  const { ended: _drawn, ...spike } = checkpoint.spike
  return { ...checkpoint, spike }
}

export function markSpikePosted<Of extends WithSpike>(
  checkpoint: Of,
  spikePost: 'card' | 'call',
  ts: string,
): Of {
  if (spikePost === 'call') return markSpikeNotified(checkpoint)
  return checkpoint.spike === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, thread: ts, notified: true } }
}

function markSpikeNotified<Of extends WithSpike>(checkpoint: Of): Of {
  return checkpoint.spike === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, notified: true } }
}

export function withoutPostedSpikeIds<Of extends WithSpike>(checkpoint: Of, arrived: Id[]): Of {
  if (checkpoint.spike === undefined || checkpoint.spike.ids.length === 0) return checkpoint
  const done = new Set(arrived)
  return {
    ...checkpoint,
    spike: { ...checkpoint.spike, ids: checkpoint.spike.ids.filter((id) => !done.has(id)) },
  }
}

export function withoutSpikeCard<Of extends WithSpike>(checkpoint: Of): Of {
  if (checkpoint.spike === undefined) return checkpoint
  const { thread: _gone, ...spike } = checkpoint.spike
  return { ...checkpoint, spike }
}
