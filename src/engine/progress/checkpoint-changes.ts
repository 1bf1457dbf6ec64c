import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import { beforeAll, compareIds, type Id, idBefore } from '@overheard/mention-client/id'
import type { ShownMentions } from '../../model/card.ts'
import { type Checkpoint, doneIdsIn, isUndecided } from '../../model/checkpoint.ts'
import { largestId, largestPlausibleId, leastId, lesserId } from './id-order.ts'
import { endSpikeInOldChannel, markSpikePosted, withoutPostedSpikeIds } from './spike-progress.ts'

export type Notified = NonNullable<Extract<ShownMentions, { kind: 'card' }>['notify']>

export type BurstWindow = NonNullable<Checkpoint['window']>

export type SharedMention = NonNullable<PendingPost['joins']>[number]
export type PlacesShown = NonNullable<PendingPost['places']>
export type PendingPost = NonNullable<Checkpoint['pending']>

export type Burst = NonNullable<Checkpoint['burst']>

type DoneBatch = Checkpoint['done'][number]

/** A time of the mention service's clock and, once it is known, of Slack's. An id is old only if it is old by both, so one of them may be wrong. */
export type LookBackTime = Omit<DoneBatch, 'ids'>

/** Assumed: after a larger id, the service may make a smaller id visible for this time, in ms (promise 2 in docs/build/delivery.md). */
export const lookBackMs = 15 * 60_000

/** At most this many done ids are kept above the watermark (100 kB). With more, the look-back becomes shorter. */
export const mostDoneIds = 10_000

/**
 * Marks the mentions of the newest page as done, except the backfill. `origin` stays below the backfill, so that the
 * backfill is not lost if the store is lost before the post. `origin` also stays below an absurdly large id.
 */
export function afterInitialSync(
  page: Id[],
  wholeAlert: boolean,
  backfill: Id[],
  at: LookBackTime,
): Checkpoint {
  const ids = page.toSorted(compareIds)
  const wanted = new Set(backfill)
  const [lowest = beforeAll] = ids
  const watermark = wholeAlert ? beforeAll : idBefore(lowest)
  const known = ids.filter((id) => !wanted.has(id))
  const [firstWanted] = backfill.toSorted(compareIds)
  const confirmed = largestPlausibleId(lowest, ids)
  const isBelow = (id: Id) => firstWanted === undefined || compareIds(id, firstWanted) < 0
  const below = known.filter((id) => isBelow(id) && compareIds(id, confirmed) <= 0)
  return { watermark, origin: largestId(below, watermark), done: doneBatches(at, known), unannounced: true }
}

/**
 * Skips all mentions that exist, as the initial sync does, but every id that is done stays done. `id` is the id of the answer in Slack that
 * asked for the skip.
 */
export function afterStartOver(
  before: Checkpoint,
  page: Id[],
  wholeAlert: boolean,
  { id, at }: { id: string; at: LookBackTime },
): Checkpoint {
  const { lastTs, channel, spike, givenAgain } = before
  const { watermark, origin, ...fresh } = afterInitialSync(page, wholeAlert, [], at)
  const next = {
    ...fresh,
    watermark: beforeAll,
    origin: largestId([origin], before.watermark),
    startedOver: id,
    ...defined({ lastTs, channel, givenAgain }),
    ...(spike === undefined ? {} : { spike: { ...spike, ids: [] } }),
  }
  const done = doneIdsIn(before).filter((one) => !page.includes(one))
  return raiseWatermark(markDone(next, done, at, { at: 0 }), largestId([watermark], before.watermark))
}

/**
 * Skips all mentions that exist, and forgets every id before, because the mention service has started its ids again. `id` is the id of the command
 * that asked for it.
 */
export function afterStartAgain(
  { lastTs, channel }: Checkpoint,
  page: Id[],
  wholeAlert: boolean,
  { id, at }: { id: string; at: LookBackTime },
): Checkpoint {
  return {
    ...afterInitialSync(page, wholeAlert, [], at),
    startedOver: id,
    ...defined({ lastTs, channel, restartedAfter: lastTs }),
  }
}

export function checkpointFromReceipts(
  watermark: Id,
  posted: Id[],
  lastTs: string,
  at: LookBackTime,
): Checkpoint {
  const above = posted.filter((id) => compareIds(id, watermark) > 0)
  return markPosted({ watermark, origin: watermark, done: doneBatches(at, above), lastTs }, posted)
}

/**
 * Adds the channel's receipts to a checkpoint, because a checkpoint from a backup may be older than the receipts. A
 * receipt raises the watermark only if its own watermark is above `origin`, because ids below `origin` may still become
 * visible late. Older receipts do not stand for the first message after a skip, because they do not know what was skipped.
 */
export function mergeReceipts(
  checkpoint: Checkpoint,
  found: { through: Id; posted: Id[]; lastTs: string },
  now: LookBackTime,
  pollStart: LookBackTime,
): Checkpoint {
  const isBeyond = compareIds(found.through, checkpoint.origin) > 0
  const watermark = isBeyond ? largestId([found.through], checkpoint.watermark) : checkpoint.watermark
  const isAnnounced = compareIds(found.through, receiptWatermark(checkpoint)) >= 0
  const known = raiseWatermark(isAnnounced ? markAnnounced(checkpoint) : checkpoint, watermark)
  const posted = [...new Set(found.posted)].filter(isUndecided(known))
  const done = markPosted(markDone(known, posted, now, pollStart), found.posted)
  return { ...done, lastTs: laterTs(found.lastTs, checkpoint.lastTs) }
}

export function withoutPending(checkpoint: Checkpoint): Checkpoint {
  const { pending: _withdrawn, ...rest } = checkpoint
  return rest
}

/**
 * Adds the ids to the batch of the poll that began at `pollStart`, and gives the whole batch the time `now`. A later time is safe, because
 * it only keeps an id in the look-back for longer.
 */
export function markDone(
  checkpoint: Checkpoint,
  ids: Id[],
  now: LookBackTime,
  pollStart: LookBackTime,
): Checkpoint {
  if (ids.length === 0) return checkpoint
  const last = checkpoint.done.at(-1)
  const done =
    last !== undefined && isDoneSince(last, pollStart)
      ? [...checkpoint.done.slice(0, -1), { ...now, ids: [...last.ids, ...ids] }]
      : [...checkpoint.done, { ...now, ids }]
  const next = { ...checkpoint, done }
  const isTogether = checkpoint.burst !== undefined || checkpoint.spike !== undefined
  return isTogether ? withoutPostedSpikeIds(withoutPostedBurstIds(next, ids), ids) : next
}

/** False if the batch is older by one of the clocks, because a clock that was set back must not put all later ids into one batch. */
const isDoneSince = (
  { at, slackAt = Number.POSITIVE_INFINITY }: DoneBatch,
  { at: since, slackAt: slackSince = Number.NEGATIVE_INFINITY }: LookBackTime,
) => at >= since && slackAt >= slackSince

/** Each receipt repeats an implausibly large id, so such an id does not count. */
function markPosted(checkpoint: Checkpoint, ids: Id[]): Checkpoint {
  const { watermark, postedUpTo = watermark } = checkpoint
  const confirmed = largestPlausibleDoneId(checkpoint)
  const largest = largestId(
    ids.filter((id) => compareIds(id, confirmed) <= 0),
    postedUpTo,
  )
  return compareIds(largest, watermark) > 0 ? { ...checkpoint, postedUpTo: largest } : checkpoint
}

/** True if mentions with larger ids have been posted before: a mention below them was held, or became visible late. */
export function isPostedLate({ postedUpTo }: Checkpoint, ids: Id[]): boolean {
  return postedUpTo !== undefined && compareIds(largestId(ids), postedUpTo) < 0
}

/**
 * Clears the pending post, marks its mentions as done and stores `ts`. If the message is the parent of a burst, also
 * opens the burst.
 */
export function commitPost(
  checkpoint: Checkpoint,
  { pending, ts }: { pending: PendingPost; ts: string },
  now: LookBackTime,
  pollStart: LookBackTime,
): Checkpoint {
  const done = markPosted(markDone(withoutPending(checkpoint), pending.ids, now, pollStart), pending.ids)
  const { spike, window } = pending
  const isFirstMessage = pending.ids.length === 0 && spike === undefined
  const announced = isFirstMessage ? markAnnounced(done) : done
  const updated = spike === undefined ? announced : markSpikePosted(announced, spike, ts)
  const rest = {
    ...updated,
    lastTs: laterTs(ts, checkpoint.lastTs),
    channel: pending.channel,
    ...defined({ window }),
  }
  const opens = pending.burstIds ?? []
  if (opens.length === 0) return rest
  return { ...rest, burst: { thread: ts, total: pending.ids.length + opens.length, ids: opens } }
}

/**
 * Marks mentions as done that other subscriptions have posted in `channel`. The posts of this subscription are known up to the newest of
 * these messages, so a later search of the channel need not go back further.
 */
export function commitShared(
  checkpoint: Checkpoint,
  { channel, shared }: { channel: string; shared: readonly SharedMention[] },
  now: LookBackTime,
  pollStart: LookBackTime,
): Checkpoint {
  const done = markDone(
    checkpoint,
    shared.map(({ id }) => id),
    now,
    pollStart,
  )
  const lastTs = shared.reduce<string | undefined>((last, { ts }) => laterTs(ts, last), checkpoint.lastTs)
  return lastTs === undefined ? done : { ...done, lastTs, channel }
}

/**
 * Moves the subscription to another channel at `now`. Threads cannot move, so the rest of a burst gets a new parent and a running
 * spike gets a new card.
 */
export function moveToChannel(checkpoint: Checkpoint, channel: string, now: Time): Checkpoint {
  const { channel: before } = checkpoint
  if (before === undefined || before === channel) return checkpoint
  const { channel: _left, window: _ofOldChannel, ...rest } = closeBurst(checkpoint)
  return endSpikeInOldChannel(rest, before, now)
}

/** Removes the burst. The remaining mentions of the burst are decided again and get a new parent. */
export function closeBurst(checkpoint: Checkpoint): Checkpoint {
  const { burst: _closed, ...rest } = checkpoint
  return rest
}

/**
 * Raises the watermark after a fetch that began at `startedAt` and read everything up to `upTo`, or to the end. The watermark passes the
 * ids that were done longer than the look-back before `startedAt`, and the lowest ids if there are more than `mostDoneIds`. It never passes
 * an implausible id.
 */
export function advanceWatermark(checkpoint: Checkpoint, startedAt: LookBackTime, upTo?: Id): Checkpoint {
  const old: Id[] = []
  let count = 0
  for (const batch of checkpoint.done) {
    count += batch.ids.length
    if (isOld(batch, startedAt)) old.push(...batch.ids)
  }
  const excess = count <= mostDoneIds ? [] : beyondMostDoneIds(checkpoint)
  if (old.length + excess.length === 0) return checkpoint
  const confirmed = largestPlausibleId(checkpoint.watermark, doneIdsIn(checkpoint))
  const most = upTo === undefined ? confirmed : lesserId(upTo, confirmed)
  const foldable = [...old, ...excess].filter((id) => compareIds(id, most) <= 0)
  return raiseWatermark(checkpoint, largestId(foldable, checkpoint.watermark))
}

/** A time that one side does not know says nothing. */
const isOld = (
  { at, slackAt = Number.NEGATIVE_INFINITY }: DoneBatch,
  { at: startedAt, slackAt: slackStartedAt = Number.POSITIVE_INFINITY }: LookBackTime,
) => at <= startedAt - lookBackMs && slackAt <= slackStartedAt - lookBackMs

function raiseWatermark(checkpoint: Checkpoint, watermark: Id): Checkpoint {
  if (watermark === checkpoint.watermark) return checkpoint
  const done = checkpoint.done.flatMap(({ ids, ...at }) =>
    doneBatches(
      at,
      ids.filter((id) => compareIds(id, watermark) > 0),
    ),
  )
  const { postedUpTo = watermark, ...rest } = checkpoint
  const isAbove = compareIds(postedUpTo, watermark) > 0
  return { ...rest, watermark, done, ...(isAbove ? { postedUpTo } : {}) }
}

/**
 * Returns the watermark that a receipt carries: the larger of `origin` and `watermark`, but never an implausible
 * `origin`.
 */
export function receiptWatermark(checkpoint: Checkpoint): Id {
  const { origin: start, watermark } = checkpoint
  return compareIds(start, largestPlausibleDoneId(checkpoint)) <= 0
    ? largestId([start], watermark)
    : watermark
}

export function implausibleDoneIds(checkpoint: Checkpoint): Id[] {
  const confirmed = largestPlausibleDoneId(checkpoint)
  const ids = doneIdsIn(checkpoint)
  return largestId(ids, confirmed) === confirmed ? [] : ids.filter((id) => compareIds(id, confirmed) > 0)
}

/** Ignores an absurdly large id until a second id confirms it (see id-jump.ts). */
export function largestPlausibleDoneId(checkpoint: Checkpoint): Id {
  const { watermark } = checkpoint
  const ids = doneIdsIn(checkpoint)
  return largestPlausibleId(watermark === beforeAll ? (leastId(ids) ?? watermark) : watermark, ids)
}

/** Ids that the mention service has certainly given: those at the watermark and above it. */
export const knownIds = (checkpoint: Checkpoint): Id[] => [
  checkpoint.watermark,
  ...doneIdsIn(checkpoint),
  ...(checkpoint.pending?.ids ?? []),
]

export function markAnnounced(checkpoint: Checkpoint): Checkpoint {
  const { unannounced: _announced, ...rest } = checkpoint
  return rest
}

const beyondMostDoneIds = (checkpoint: Checkpoint): Id[] =>
  doneIdsIn(checkpoint).sort(compareIds).slice(0, -mostDoneIds)

function withoutPostedBurstIds(checkpoint: Checkpoint, arrived: Id[]): Checkpoint {
  if (checkpoint.burst === undefined) return checkpoint
  const done = new Set(arrived)
  const ids = checkpoint.burst.ids.filter((id) => !done.has(id))
  return ids.length > 0 ? { ...checkpoint, burst: { ...checkpoint.burst, ids } } : closeBurst(checkpoint)
}

function doneBatches(at: LookBackTime, ids: Id[]): DoneBatch[] {
  return ids.length > 0 ? [{ ...at, ids }] : []
}

const laterTs = (ts: string, other: string | undefined) => (other === undefined || ts > other ? ts : other)
