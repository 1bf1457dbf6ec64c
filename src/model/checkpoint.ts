import { z } from 'zod'
import { type SpikeState, spikeStateSchema, spikeSummarySchema } from './anomaly.ts'
import { fingerprintSchema } from './card.ts'
import { beforeAll, compareIds, greatestId, type Id, idBefore, idSchema, leastId, lesserId } from './id.ts'
import { confirmedUpTo } from './id-jump.ts'

/** A message that is about to be posted. It is written durably before the post; the commit after the post clears it. */
const pendingPostSchema = z.object({
  /** Channel id. */
  channel: z.string(),
  /** The parent's `ts`, if the message goes to a thread. */
  thread: z.string().exactOptional(),
  /** The mentions that the message covers. Empty for the line of the initial sync and for messages about a spike. */
  ids: z.array(idSchema),
  /** Of a burst's parent: the mentions that follow in its thread. */
  burstIds: z.array(idSchema).exactOptional(),
  /** Of messages about a spike: its live card, or the line that notifies people. */
  spike: z.enum(['card', 'call']).exactOptional(),
  /** Of a card that later mentions may join: its fingerprint, so that the receipt in the channel suffices to commit it. */
  fingerprint: fingerprintSchema.exactOptional(),
  /** When it was written: UTC, ms since the epoch. */
  at: z.number(),
})
export type PendingPost = z.infer<typeof pendingPostSchema>

/** A burst whose thread is not complete yet: the parent's `ts`, the total number of its mentions, and those still to be posted, in their order. */
const burstSchema = z.object({ thread: z.string(), total: z.number(), ids: z.array(idSchema) })
export type Burst = z.infer<typeof burstSchema>

/**
 * A spike that has ended and whose card (`thread`) does not say so yet. `endedAt`: UTC, ms; `channel`: the card's channel if it is another
 * one. Without a `summary` the spike was interrupted: the checkpoint that knew it was lost.
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

/** How far a subscription got. */
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
  /** The line that says what is now watched is still to be posted. */
  unannounced: z.literal(true).exactOptional(),
  pending: pendingPostSchema.exactOptional(),
  burst: burstSchema.exactOptional(),
  spike: spikeProgressSchema.exactOptional(),
})
export type Checkpoint = z.infer<typeof checkpointSchema>

/** The key of a checkpoint: the subscription's name and the alert's id. */
export const checkpointKeySchema = z.object({ subscription: z.string(), alert: idSchema })
export type CheckpointKey = z.infer<typeof checkpointKeySchema>

/** The answer of the store. `unsure`: the connection to the store broke since the last read, so this may be an older copy. */
export type StoredCheckpoint =
  | { kind: 'none' }
  | { kind: 'kept'; checkpoint: Checkpoint; unsure?: true }
  | { kind: 'damaged'; reason: string }

/** The end of a save. `fenced`: another process has taken the alert over, so nothing was written. */
export type SaveResult = 'kept' | 'fenced'

/** How long after a greater id was fetched an id may still become visible, in ms: promise 2 of the design. */
export const lookBackMs = 15 * 60_000

/** The most ids a bookmark remembers; beyond, the look-back is as long as these reach (100 kB of ids at most). */
export const mostDoneIds = 10_000

/** The bookmark of a subscription of which nothing is known yet. */
export const emptyCheckpoint: Checkpoint = { watermark: beforeAll, origin: beforeAll, done: [] }

/**
 * The bookmark after a first look: what the newest page shows is known, except what is to be posted as backfill. What receipts
 * claim (`start`) stays below the backfill, so that it is not lost with the store before it is posted, and below a jump.
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

/** The bookmark as the receipts of a channel tell it: the newest claims `through`, the others what is settled above it. */
export function checkpointFromReceipts(watermark: Id, posted: Id[], lastTs: string, at: number): Checkpoint {
  const above = posted.filter((id) => compareIds(id, watermark) > 0)
  return { watermark, origin: watermark, done: doneBatches(at, above), lastTs }
}

/**
 * With what the receipts of its channel tell beyond it: a bookmark from a backup may be behind them. A `through` that they take from
 * the first look tells nothing to the bookmark that remembers that look: below it, an id may still come late.
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

/** Whether a mention still has to be decided: a function, because a page asks it three hundred times. */
export function isUndecided(checkpoint: Checkpoint): (id: Id) => boolean {
  const known = new Set(settledIn(checkpoint))
  return (id) => compareIds(id, checkpoint.watermark) > 0 && !known.has(id)
}

/** With the intent to post: the only state from which a post may be made. */
export function withPending(checkpoint: Checkpoint, pending: PendingPost): Checkpoint {
  return { ...checkpoint, pending }
}

/** Without the intent, for a post that surely did not happen. */
export function withoutPending(checkpoint: Checkpoint): Checkpoint {
  const { pending: _withdrawn, ...rest } = checkpoint
  return rest
}

/**
 * Marks mentions as settled. `turnStart` is when the running turn began: all it settles shares one batch, dated with
 * its last settling, because a later date only keeps an id longer in the look-back.
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

/** The one step after a post: clears the intent, settles what it covers, keeps `ts`, opens the burst it was the parent of. */
export function commitPost(
  checkpoint: Checkpoint,
  { intent: pending, ts }: { intent: PendingPost; ts: string },
  now: number,
  pollStart: number,
): Checkpoint {
  const done = markDone(withoutPending(checkpoint), pending.ids, now, pollStart)
  const { spike } = pending
  const isFirstLook = pending.ids.length === 0 && spike === undefined
  const said = isFirstLook ? markAnnounced(done) : done
  const told = spike === undefined ? said : markSpikePosted(said, spike, ts)
  const rest = { ...told, lastTs: laterTs(ts, checkpoint.lastTs), channel: pending.channel }
  const opens = pending.burstIds ?? []
  if (opens.length === 0) return rest
  return { ...rest, burst: { thread: ts, total: pending.ids.length + opens.length, ids: opens } }
}

/**
 * With the subscription in another channel than its last message, from `now` (UTC, ms) on: threads stay where they are. What was to
 * follow a burst gets a new parent, a storm a new card.
 */
export function moveToChannel(checkpoint: Checkpoint, channel: string, now: number): Checkpoint {
  const { channel: before } = checkpoint
  if (before === undefined || before === channel) return checkpoint
  const { channel: _left, ...rest } = closeBurst(checkpoint)
  return leaveSpikeBehind(rest, before, now)
}

/** Forgets an open burst: what was to follow is decided anew and gets a new parent. */
export function closeBurst(checkpoint: Checkpoint): Checkpoint {
  const { burst: _closed, ...rest } = checkpoint
  return rest
}

/**
 * After a fetch that began at `startedAt` and of which everything up to `upTo` is settled (everything, of one that came to its
 * end): what was settled more than the look-back before it moves below `through`. An unconfirmed jump stays above it, however old.
 */
export function advanceWatermark(checkpoint: Checkpoint, startedAt: number, upTo?: Id): Checkpoint {
  const old = checkpoint.done
    .filter((batch) => batch.at <= startedAt - lookBackMs)
    .flatMap((batch) => batch.ids)
  const excess = beyondMostDoneIds(checkpoint.done)
  if (old.length + excess.length === 0) return checkpoint
  const confirmed = confirmedUpTo(checkpoint.watermark, settledIn(checkpoint))
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

/** What a receipt may claim: everything up to here is settled, and was there before or is told by another receipt. */
export function receiptWatermark(checkpoint: Checkpoint): Id {
  const { origin: start, watermark } = checkpoint
  return compareIds(start, confirmedIn(checkpoint)) <= 0 ? greatestId([start], watermark) : watermark
}

/** What is settled and lies beyond a jump that no second id confirms yet. */
export function beyondJump(checkpoint: Checkpoint): Id[] {
  const confirmed = confirmedIn(checkpoint)
  return settledIn(checkpoint).filter((id) => compareIds(id, confirmed) > 0)
}

/** Up to where what is settled is believed. Where nothing is known yet, the least of it is. */
export function confirmedIn(checkpoint: Checkpoint): Id {
  const { watermark } = checkpoint
  const ids = settledIn(checkpoint)
  return confirmedUpTo(watermark === beforeAll ? (leastId(ids) ?? watermark) : watermark, ids)
}

const settledIn = ({ done }: Checkpoint) => done.flatMap(({ ids }) => ids)

/** With the line that says what is watched behind it. */
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
function leaveSpikeBehind(checkpoint: Checkpoint, channel: string, now: number): Checkpoint {
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

/** With the posted live card, which notifies people. */
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

/** With the line that calls people behind it. */
export function markSpikeNotified(checkpoint: Checkpoint): Checkpoint {
  return checkpoint.spike === undefined
    ? checkpoint
    : { ...checkpoint, spike: { ...checkpoint.spike, notified: true } }
}

/** Without the mentions that have arrived among those that are still to come. */
function withoutPostedSpikeIds(checkpoint: Checkpoint, arrived: Id[]): Checkpoint {
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
