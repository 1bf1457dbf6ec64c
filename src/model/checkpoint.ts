import { z } from 'zod'
import { type SpikeState, spikeStateSchema, spikeSummarySchema } from './anomaly.ts'
import { fingerprintSchema, shownMentionsSchema } from './card.ts'
import { beforeAll, compareIds, greatestId, type Id, idBefore, idSchema, leastId, lesserId } from './id.ts'
import { confirmedUpTo } from './id-jump.ts'

/** A message that is about to be posted. It is written durably before the post; the commit after the post clears it. */
const pendingPostSchema = z.object({
  /** Channel id. */
  channel: z.string(),
  /** The parent's `ts`, if the message goes to a thread. */
  thread: z.string().exactOptional(),
  /** The ids of the mentions in the message. Empty for the first message of a subscription and for messages about a spike. */
  ids: z.array(idSchema),
  /** For the first message of a burst: the mentions that follow in its thread. */
  burstIds: z.array(idSchema).exactOptional(),
  /** For a message about a spike: its live card (`card`), or the line that notifies people (`call`). */
  spike: z.enum(['card', 'call']).exactOptional(),
  /** For a card that later mentions may join: its fingerprint, so that the bot can commit it from the receipt alone. */
  fingerprint: fingerprintSchema.exactOptional(),
  /** The content of the message, so that its card can be stored even after a crash. */
  shows: shownMentionsSchema.exactOptional(),
  /** When it was written: UTC, ms since the epoch. */
  at: z.number(),
})
export type PendingPost = z.infer<typeof pendingPostSchema>

/** A burst whose thread is not complete yet: the parent's `ts`, the total number of its mentions, and those still to be posted, in their order. */
const burstSchema = z.object({ thread: z.string(), total: z.number(), ids: z.array(idSchema) })
export type Burst = z.infer<typeof burstSchema>

/**
 * An ended spike whose card (`thread`) does not show the end yet. `endedAt`: UTC, ms; `channel`: the card's channel if it is another one.
 * Without a `summary` the spike was interrupted, because its checkpoint was lost.
 */
const endedSpikeSchema = z.object({
  thread: z.string(),
  summary: spikeSummarySchema.exactOptional(),
  endedAt: z.number(),
  channel: z.string().exactOptional(),
})
export type EndedSpike = z.infer<typeof endedSpikeSchema>

/**
 * The spike of a subscription. It is kept in the checkpoint, so that one write records it together with a post. During a spike all mentions
 * go to the thread of its live card: `total` mentions so far, of which `ids` are still to be posted.
 */
const spikeProgressSchema = z.object({
  state: spikeStateSchema,
  /** The `ts` of the live card. */
  thread: z.string().exactOptional(),
  /** The line that notifies people was posted. */
  notified: z.literal(true).exactOptional(),
  total: z.number(),
  ids: z.array(idSchema),
  ended: endedSpikeSchema.exactOptional(),
})
type SpikeProgress = z.infer<typeof spikeProgressSchema>

/** Mentions that became done at the same time: UTC, ms since the epoch. */
const doneBatchSchema = z.object({ at: z.number(), ids: z.array(idSchema) })
type DoneBatch = z.infer<typeof doneBatchSchema>

/** The progress of a subscription. */
export const checkpointSchema = z.object({
  /** Every id up to here is done, and too old to turn up late. Polls ask for ids above it. */
  watermark: idSchema,
  /** The newest mention at the initial sync. Receipts claim at least this watermark. */
  origin: idSchema,
  /** The ids above the watermark that are done, oldest batch first. They tell known ids from late ones. */
  done: z.array(doneBatchSchema),
  /** Slack's `ts` of the newest message of this subscription in its channel. */
  lastTs: z.string().exactOptional(),
  /** The id of the channel that contains that message and the threads of a burst or a spike. */
  channel: z.string().exactOptional(),
  /** The first message of the subscription, which names what it watches, is still to be posted. */
  unannounced: z.literal(true).exactOptional(),
  pending: pendingPostSchema.exactOptional(),
  burst: burstSchema.exactOptional(),
  spike: spikeProgressSchema.exactOptional(),
})
export type Checkpoint = z.infer<typeof checkpointSchema>

/** The key of a checkpoint: the subscription's name and the alert's id. */
export const checkpointKeySchema = z.object({ subscription: z.string(), alert: idSchema })
export type CheckpointKey = z.infer<typeof checkpointKeySchema>

/** The result of a load. `unsure`: the connection to the store broke since the last read, so this may be an older copy. */
export type StoredCheckpoint =
  | { kind: 'none' }
  | { kind: 'kept'; checkpoint: Checkpoint; unsure?: true }
  | { kind: 'damaged'; reason: string }

/** The result of a save. `fenced`: another process has taken the alert over, so nothing was written. */
export type SaveResult = 'kept' | 'fenced'

/** The stored checkpoints. Both functions reject if the store cannot be read or written. */
export type CheckpointStore = {
  load(key: CheckpointKey): Promise<StoredCheckpoint>
  save(key: CheckpointKey, checkpoint: Checkpoint): Promise<SaveResult>
}

/** After a greater id was fetched, an id may still become visible for this long, in ms (promise 2 in docs/delivery.md). */
export const lookBackMs = 15 * 60_000

/** The greatest number of ids above the watermark (100 kB at most). With more, the look-back becomes shorter. */
export const mostDoneIds = 10_000

export const emptyCheckpoint: Checkpoint = { watermark: beforeAll, origin: beforeAll, done: [] }

/**
 * The checkpoint after an initial sync. The mentions of the newest page are done, except those to post as backfill. `origin`, the watermark
 * in receipts, stays below the backfill, so that it is not lost if the store is lost before it is posted. It also stays below an id jump.
 */
export function afterInitialSync(page: Id[], wholeAlert: boolean, backfill: Id[], at: number): Checkpoint {
  const ids = page.toSorted(compareIds)
  const wanted = new Set(backfill)
  const [lowest = beforeAll] = ids
  const watermark = wholeAlert ? beforeAll : idBefore(lowest)
  const known = ids.filter((id) => !wanted.has(id))
  const [firstWanted] = backfill.toSorted(compareIds)
  const confirmed = confirmedUpTo(lowest, ids)
  const isBelow = (id: Id) => firstWanted === undefined || compareIds(id, firstWanted) < 0
  const below = known.filter((id) => isBelow(id) && compareIds(id, confirmed) <= 0)
  return { watermark, origin: greatestId(below, watermark), done: doneBatches(at, known), unannounced: true }
}

/** The checkpoint from the receipts of a channel: the newest one gives the watermark, the others give the posted ids above it. */
export function checkpointFromReceipts(watermark: Id, posted: Id[], lastTs: string, at: number): Checkpoint {
  const above = posted.filter((id) => compareIds(id, watermark) > 0)
  return { watermark, origin: watermark, done: doneBatches(at, above), lastTs }
}

/**
 * Adds newer receipts of the channel, because a checkpoint from a backup may be behind them. A receipt whose watermark is the `origin` of
 * this checkpoint does not raise the watermark: below it, an id may still become visible late.
 */
export function mergeReceipts(
  checkpoint: Checkpoint,
  told: { through: Id; posted: Id[]; lastTs: string },
  now: number,
  pollStart: number,
): Checkpoint {
  const isBeyond = compareIds(told.through, checkpoint.origin) > 0
  const watermark = isBeyond ? greatestId([told.through], checkpoint.watermark) : checkpoint.watermark
  const known = raiseWatermark(markAnnounced(checkpoint), watermark)
  const posted = [...new Set(told.posted)].filter(isUndecided(known))
  return { ...markDone(known, posted, now, pollStart), lastTs: laterTs(told.lastTs, checkpoint.lastTs) }
}

/** Returns a function that says whether an id is undecided. It builds its index once for a whole page of ids. */
export function isUndecided(checkpoint: Checkpoint): (id: Id) => boolean {
  const known = new Set(doneIdsIn(checkpoint))
  return (id) => compareIds(id, checkpoint.watermark) > 0 && !known.has(id)
}

/** Adds the pending post. A message may be posted only in this state. */
export function withPending(checkpoint: Checkpoint, pending: PendingPost): Checkpoint {
  return { ...checkpoint, pending }
}

/** Removes the pending post after a post that certainly did not happen. */
export function withoutPending(checkpoint: Checkpoint): Checkpoint {
  const { pending: _withdrawn, ...rest } = checkpoint
  return rest
}

/**
 * Marks mentions as done. All mentions of a poll (which began at `pollStart`) share one batch with the time of the last one. A later time
 * only keeps an id longer in the look-back.
 */
export function markDone(checkpoint: Checkpoint, ids: Id[], now: number, pollStart: number): Checkpoint {
  if (ids.length === 0) return checkpoint
  const last = checkpoint.done.at(-1)
  const done =
    last !== undefined && last.at >= pollStart
      ? [...checkpoint.done.slice(0, -1), { at: now, ids: [...last.ids, ...ids] }]
      : [...checkpoint.done, { at: now, ids }]
  return withoutPostedSpikeIds(withoutPostedBurstIds({ ...checkpoint, done }, ids), ids)
}

/** The commit after a post: clears the pending post, marks its mentions as done, keeps `ts`, and opens the burst of a parent message. */
export function commitPost(
  checkpoint: Checkpoint,
  { pending, ts }: { pending: PendingPost; ts: string },
  now: number,
  pollStart: number,
): Checkpoint {
  const done = markDone(withoutPending(checkpoint), pending.ids, now, pollStart)
  const { spike } = pending
  const isFirstMessage = pending.ids.length === 0 && spike === undefined
  const said = isFirstMessage ? markAnnounced(done) : done
  const told = spike === undefined ? said : markSpikePosted(said, spike, ts)
  const rest = { ...told, lastTs: laterTs(ts, checkpoint.lastTs), channel: pending.channel }
  const opens = pending.burstIds ?? []
  if (opens.length === 0) return rest
  return { ...rest, burst: { thread: ts, total: pending.ids.length + opens.length, ids: opens } }
}

/**
 * Moves the subscription to another channel at `now` (UTC, ms). Threads cannot move: the rest of a burst gets a new parent, and a spike a
 * new card.
 */
export function moveToChannel(checkpoint: Checkpoint, channel: string, now: number): Checkpoint {
  const { channel: before } = checkpoint
  if (before === undefined || before === channel) return checkpoint
  const { channel: _left, ...rest } = closeBurst(checkpoint)
  return leaveSpikeBehind(rest, before, now)
}

/** Closes an open burst. Its remaining mentions are decided again and get a new parent. */
export function closeBurst(checkpoint: Checkpoint): Checkpoint {
  const { burst: _closed, ...rest } = checkpoint
  return rest
}

/**
 * Raises the watermark after a fetch that began at `startedAt` and is done up to `upTo` (without it: to its end). Ids that were done longer
 * than the look-back before `startedAt` move below the watermark. Ids beyond an unconfirmed jump stay above it.
 */
export function advanceWatermark(checkpoint: Checkpoint, startedAt: number, upTo?: Id): Checkpoint {
  const old = checkpoint.done
    .filter((batch) => batch.at <= startedAt - lookBackMs)
    .flatMap((batch) => batch.ids)
  const excess = beyondMostDoneIds(checkpoint.done)
  if (old.length + excess.length === 0) return checkpoint
  const confirmed = confirmedUpTo(checkpoint.watermark, doneIdsIn(checkpoint))
  const most = upTo === undefined ? confirmed : lesserId(upTo, confirmed)
  const foldable = [...old, ...excess].filter((id) => compareIds(id, most) <= 0)
  return raiseWatermark(checkpoint, greatestId(foldable, checkpoint.watermark))
}

function raiseWatermark(checkpoint: Checkpoint, watermark: Id): Checkpoint {
  if (watermark === checkpoint.watermark) return checkpoint
  const done = checkpoint.done.flatMap(({ at, ids }) =>
    doneBatches(
      at,
      ids.filter((id) => compareIds(id, watermark) > 0),
    ),
  )
  return { ...checkpoint, watermark, done }
}

/** The watermark for receipts: everything up to it is done, and either existed before the initial sync or is in another receipt. */
export function receiptWatermark(checkpoint: Checkpoint): Id {
  const { origin: start, watermark } = checkpoint
  return compareIds(start, confirmedIn(checkpoint)) <= 0 ? greatestId([start], watermark) : watermark
}

/** The absurdly great done ids: far beyond all others, without a second id near them. */
export function beyondJump(checkpoint: Checkpoint): Id[] {
  const confirmed = confirmedIn(checkpoint)
  return doneIdsIn(checkpoint).filter((id) => compareIds(id, confirmed) > 0)
}

/** The greatest done id that is not beyond an unconfirmed jump. */
export function confirmedIn(checkpoint: Checkpoint): Id {
  const { watermark } = checkpoint
  const ids = doneIdsIn(checkpoint)
  return confirmedUpTo(watermark === beforeAll ? (leastId(ids) ?? watermark) : watermark, ids)
}

const doneIdsIn = ({ done }: Checkpoint) => done.flatMap(({ ids }) => ids)

/** Records that the first message of the subscription was posted. */
export function markAnnounced(checkpoint: Checkpoint): Checkpoint {
  const { unannounced: _announced, ...rest } = checkpoint
  return rest
}

function beyondMostDoneIds(done: DoneBatch[]): Id[] {
  const ids = done.flatMap((batch) => batch.ids)
  return ids.length <= mostDoneIds ? [] : ids.toSorted(compareIds).slice(0, ids.length - mostDoneIds)
}

function withoutPostedBurstIds(checkpoint: Checkpoint, arrived: Id[]): Checkpoint {
  if (checkpoint.burst === undefined) return checkpoint
  const done = new Set(arrived)
  const ids = checkpoint.burst.ids.filter((id) => !done.has(id))
  return ids.length > 0 ? { ...checkpoint, burst: { ...checkpoint.burst, ids } } : closeBurst(checkpoint)
}

function doneBatches(at: number, ids: Id[]): DoneBatch[] {
  return ids.length > 0 ? [{ at, ids }] : []
}

const laterTs = (ts: string, other: string | undefined) => (other === undefined || ts > other ? ts : other)

export type RunningSpike = SpikeProgress & { state: Extract<SpikeState, { kind: 'spike' }> }

/** The running spike of a checkpoint, if there is one. */
export function runningSpike({ spike }: Checkpoint): RunningSpike | undefined {
  return spike?.state.kind === 'spike' ? { ...spike, state: spike.state } : undefined
}

/** Updates a running spike. `found`: the new mentions, which go into its thread. */
export function withSpike(
  checkpoint: Checkpoint,
  state: Extract<SpikeState, { kind: 'spike' }>,
  found: Id[],
): Checkpoint {
  const known = runningSpike(checkpoint) ?? { ...checkpoint.spike, total: 0, ids: [] }
  const spike = { ...known, state, total: known.total + found.length, ids: [...known.ids, ...found] }
  return { ...checkpoint, spike }
}

/** Ends a spike. `over`: the card that must still show the end. */
export function withoutSpike(checkpoint: Checkpoint, state: SpikeState, over?: EndedSpike): Checkpoint {
  return {
    ...checkpoint,
    spike: { state, total: 0, ids: [], ...(over === undefined ? {} : { ended: over }) },
  }
}

/** Ends the card of a spike in a channel that the subscription has left, at `now` (UTC, ms). */
function leaveSpikeBehind(checkpoint: Checkpoint, channel: string, now: number): Checkpoint {
  if (checkpoint.spike === undefined) return checkpoint
  const { thread, notified: _there, ended: over, ...spike } = checkpoint.spike
  if (spike.state.kind === 'spike' && thread !== undefined) {
    const end = { thread, summary: spike.state.summary, endedAt: now, channel }
    return { ...checkpoint, spike: { ...spike, total: spike.ids.length, ended: end } }
  }
  return over === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, ended: { channel, ...over } } }
}

/** Records that the card of an ended spike shows the end. */
export function markSpikeClosed(checkpoint: Checkpoint): Checkpoint {
  if (checkpoint.spike === undefined) return checkpoint
  const { ended: _drawn, ...spike } = checkpoint.spike
  return { ...checkpoint, spike }
}

/** Records the posted live card, which notifies people. */
function markSpikePosted(
  checkpoint: Checkpoint,
  said: NonNullable<PendingPost['spike']>,
  ts: string,
): Checkpoint {
  if (said === 'call') return markSpikeNotified(checkpoint)
  return checkpoint.spike === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, thread: ts, notified: true } }
}

/** Records that people were notified about the spike. */
export function markSpikeNotified(checkpoint: Checkpoint): Checkpoint {
  return checkpoint.spike === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, notified: true } }
}

/** Removes posted mentions from those that still wait for the spike's thread. */
function withoutPostedSpikeIds(checkpoint: Checkpoint, arrived: Id[]): Checkpoint {
  if (checkpoint.spike === undefined || checkpoint.spike.ids.length === 0) return checkpoint
  const done = new Set(arrived)
  return {
    ...checkpoint,
    spike: { ...checkpoint.spike, ids: checkpoint.spike.ids.filter((id) => !done.has(id)) },
  }
}

/** Forgets a deleted live card, so that the spike gets a new one. */
export function withoutSpikeCard(checkpoint: Checkpoint): Checkpoint {
  if (checkpoint.spike === undefined) return checkpoint
  const { thread: _gone, ...spike } = checkpoint.spike
  return { ...checkpoint, spike }
}
