import type { Checkpoint, DoneBatch, PendingPost } from '../model/bookmark.ts'
import { beforeAll, compareIds, greatestId, type Id, idBefore, leastId, lesserId } from '../model/id.ts'
import { confirmedUpTo } from './jumps.ts'
import { leaveSpikeBehind, markSpikePosted, withoutPostedSpikeIds } from './storm.ts'

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
  return opens.length > 0 ? { ...rest, burst: { thread: ts, total: opens.length, ids: opens } } : rest
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
