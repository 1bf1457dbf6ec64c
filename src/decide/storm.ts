import type { Checkpoint, EndedSpike, PendingPost, SpikeProgress } from '../model/bookmark.ts'
import type { Id } from '../model/id.ts'
import type { SpikeState } from '../model/storm.ts'

/** A storm that lasts. */
export type RunningSpike = SpikeProgress & { state: Extract<SpikeState, { kind: 'storm' }> }

/** The storm of a bookmark while it lasts. */
export function runningSpike({ spike }: Checkpoint): RunningSpike | undefined {
  return spike?.state.kind === 'storm' ? { ...spike, state: spike.state } : undefined
}

/** After a look while it storms: `found` are the mentions that are new since the look before, and go into the thread. */
export function withSpike(
  checkpoint: Checkpoint,
  state: Extract<SpikeState, { kind: 'storm' }>,
  found: Id[],
): Checkpoint {
  const known = runningSpike(checkpoint) ?? { ...checkpoint.spike, total: 0, ids: [] }
  const spike = { ...known, state, total: known.total + found.length, ids: [...known.ids, ...found] }
  return { ...checkpoint, spike }
}

/** After the end of a storm: what stays is when the last one was, and that its card has still to say so. */
export function withoutSpike(checkpoint: Checkpoint, state: SpikeState, over?: EndedSpike): Checkpoint {
  return {
    ...checkpoint,
    spike: { state, total: 0, ids: [], ...(over === undefined ? {} : { ended: over }) },
  }
}

/** With the card of a storm in a channel that the subscription has left: there it is over, at `now` (UTC, ms). */
export function leaveSpikeBehind(checkpoint: Checkpoint, channel: string, now: number): Checkpoint {
  if (checkpoint.spike === undefined) return checkpoint
  const { thread, notified: _there, ended: over, ...spike } = checkpoint.spike
  if (spike.state.kind === 'storm' && thread !== undefined) {
    const end = { thread, summary: spike.state.summary, endedAt: now, channel }
    return { ...checkpoint, spike: { ...spike, total: spike.ids.length, ended: end } }
  }
  return over === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, ended: { channel, ...over } } }
}

/** With the live card of the ended storm drawn for good. */
export function markSpikeClosed(checkpoint: Checkpoint): Checkpoint {
  if (checkpoint.spike === undefined) return checkpoint
  const { ended: _drawn, ...spike } = checkpoint.spike
  return { ...checkpoint, spike }
}

/** With the live card, or the line that calls people, behind it. */
export function markSpikePosted(
  checkpoint: Checkpoint,
  said: NonNullable<PendingPost['spike']>,
  ts: string,
): Checkpoint {
  if (said === 'call') return markSpikeNotified(checkpoint)
  return checkpoint.spike === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, thread: ts } }
}

/** With the line that calls people behind it. */
export function markSpikeNotified(checkpoint: Checkpoint): Checkpoint {
  return checkpoint.spike === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, notified: true } }
}

/** Without the mentions that have arrived among those that are still to come. */
export function withoutPostedSpikeIds(checkpoint: Checkpoint, arrived: Id[]): Checkpoint {
  if (checkpoint.spike === undefined || checkpoint.spike.ids.length === 0) return checkpoint
  const done = new Set(arrived)
  return {
    ...checkpoint,
    spike: { ...checkpoint.spike, ids: checkpoint.spike.ids.filter((id) => !done.has(id)) },
  }
}

/** Without a live card that is gone: the storm gets a new one. */
export function withoutSpikeCard(checkpoint: Checkpoint): Checkpoint {
  if (checkpoint.spike === undefined) return checkpoint
  const { thread: _gone, ...spike } = checkpoint.spike
  return { ...checkpoint, spike }
}
