import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { SpikeState } from '../../model/anomaly.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'

export type EndedSpike = NonNullable<SpikeProgress['ended']>

type SpikeProgress = NonNullable<Checkpoint['spike']>

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
