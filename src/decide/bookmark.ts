import type { Batch, Bookmark, Intent } from '../model/bookmark.ts'
import { beforeAll, compareIds, greatestId, type Id, idBefore, leastId, lesserId } from '../model/id.ts'
import { confirmedUpTo } from './jumps.ts'
import { stormArrived, stormLeftBehind, stormTold } from './storm.ts'

/** How long after a greater id was fetched an id may still become visible, in ms: promise 2 of the design. */
export const lookBack = 15 * 60_000

/** The most ids a bookmark remembers; beyond, the look-back is as long as these reach (100 kB of ids at most). */
export const mostRemembered = 10_000

/** The bookmark of a subscription of which nothing is known yet. */
export const nothingRead: Bookmark = { through: beforeAll, start: beforeAll, settled: [] }

/**
 * The bookmark after a first look: what the newest page shows is known, except what is to be posted as backfill. What receipts
 * claim (`start`) stays below the backfill, so that it is not lost with the store before it is posted, and below a jump.
 */
export function afterFirstLook(page: Id[], wholeAlert: boolean, backfill: Id[], at: number): Bookmark {
  const ids = page.toSorted(compareIds)
  const wanted = new Set(backfill)
  const [lowest = beforeAll] = ids
  const through = wholeAlert ? beforeAll : idBefore(lowest)
  const known = ids.filter((id) => !wanted.has(id))
  const [firstWanted] = backfill.toSorted(compareIds)
  const confirmed = confirmedUpTo(lowest, ids)
  const isBelow = (id: Id) => firstWanted === undefined || compareIds(id, firstWanted) < 0
  const below = known.filter((id) => isBelow(id) && compareIds(id, confirmed) <= 0)
  return { through, start: greatestId(below, through), settled: batches(at, known), unannounced: true }
}

/** The bookmark as the receipts of a channel tell it: the newest claims `through`, the others what is settled above it. */
export function fromReceipts(through: Id, posted: Id[], lastTs: string, at: number): Bookmark {
  const above = posted.filter((id) => compareIds(id, through) > 0)
  return { through, start: through, settled: batches(at, above), lastTs }
}

/**
 * With what the receipts of its channel tell beyond it: a bookmark from a backup may be behind them. A `through` that they take from
 * the first look tells nothing to the bookmark that remembers that look: below it, an id may still come late.
 */
export function adopt(
  bookmark: Bookmark,
  told: { through: Id; posted: Id[]; lastTs: string },
  now: number,
  turnStart: number,
): Bookmark {
  const isBeyond = compareIds(told.through, bookmark.start) > 0
  const through = isBeyond ? greatestId([told.through], bookmark.through) : bookmark.through
  const known = raise(announced(bookmark), through)
  const posted = [...new Set(told.posted)].filter(isOpen(known))
  return { ...settle(known, posted, now, turnStart), lastTs: laterTs(told.lastTs, bookmark.lastTs) }
}

/** Whether a mention still has to be decided: a function, because a page asks it three hundred times. */
export function isOpen(bookmark: Bookmark): (id: Id) => boolean {
  const known = new Set(settledIn(bookmark))
  return (id) => compareIds(id, bookmark.through) > 0 && !known.has(id)
}

/** With the intent to post: the only state from which a post may be made. */
export function intend(bookmark: Bookmark, intent: Intent): Bookmark {
  return { ...bookmark, intent }
}

/** Without the intent, for a post that surely did not happen. */
export function withdraw(bookmark: Bookmark): Bookmark {
  const { intent: _withdrawn, ...rest } = bookmark
  return rest
}

/**
 * Marks mentions as settled. `turnStart` is when the running turn began: all it settles shares one batch, dated with
 * its last settling, because a later date only keeps an id longer in the look-back.
 */
export function settle(bookmark: Bookmark, ids: Id[], now: number, turnStart: number): Bookmark {
  if (ids.length === 0) return bookmark
  const last = bookmark.settled.at(-1)
  const settled =
    last !== undefined && last.at >= turnStart
      ? [...bookmark.settled.slice(0, -1), { at: now, ids: [...last.ids, ...ids] }]
      : [...bookmark.settled, { at: now, ids }]
  return stormArrived(withoutArrived({ ...bookmark, settled }, ids), ids)
}

/** The one step after a post: clears the intent, settles what it covers, keeps `ts`, opens the burst it was the parent of. */
export function settlePost(
  bookmark: Bookmark,
  { intent, ts }: { intent: Intent; ts: string },
  now: number,
  turnStart: number,
): Bookmark {
  const settled = settle(withdraw(bookmark), intent.ids, now, turnStart)
  const { storm } = intent
  const isFirstLook = intent.ids.length === 0 && storm === undefined
  const said = isFirstLook ? announced(settled) : settled
  const told = storm === undefined ? said : stormTold(said, storm, ts)
  const rest = { ...told, lastTs: laterTs(ts, bookmark.lastTs), channel: intent.channel }
  const opens = intent.opens ?? []
  return opens.length > 0 ? { ...rest, burst: { thread: ts, total: opens.length, ids: opens } } : rest
}

/**
 * With the subscription in another channel than its last message, from `now` (UTC, ms) on: threads stay where they are. What was to
 * follow a burst gets a new parent, a storm a new card.
 */
export function movedTo(bookmark: Bookmark, channel: string, now: number): Bookmark {
  const { channel: before } = bookmark
  if (before === undefined || before === channel) return bookmark
  const { channel: _left, ...rest } = closeBurst(bookmark)
  return stormLeftBehind(rest, before, now)
}

/** Forgets an open burst: what was to follow is decided anew and gets a new parent. */
export function closeBurst(bookmark: Bookmark): Bookmark {
  const { burst: _closed, ...rest } = bookmark
  return rest
}

/**
 * After a fetch that began at `startedAt` and of which everything up to `upTo` is settled (everything, of one that came to its
 * end): what was settled more than the look-back before it moves below `through`. An unconfirmed jump stays above it, however old.
 */
export function fold(bookmark: Bookmark, startedAt: number, upTo?: Id): Bookmark {
  const old = bookmark.settled
    .filter((batch) => batch.at <= startedAt - lookBack)
    .flatMap((batch) => batch.ids)
  const excess = beyondRemembered(bookmark.settled)
  if (old.length + excess.length === 0) return bookmark
  const confirmed = confirmedUpTo(bookmark.through, settledIn(bookmark))
  const most = upTo === undefined ? confirmed : lesserId(upTo, confirmed)
  const foldable = [...old, ...excess].filter((id) => compareIds(id, most) <= 0)
  return raise(bookmark, greatestId(foldable, bookmark.through))
}

function raise(bookmark: Bookmark, through: Id): Bookmark {
  if (through === bookmark.through) return bookmark
  const settled = bookmark.settled.flatMap(({ at, ids }) =>
    batches(
      at,
      ids.filter((id) => compareIds(id, through) > 0),
    ),
  )
  return { ...bookmark, through, settled }
}

/** What a receipt may claim: everything up to here is settled, and was there before or is told by another receipt. */
export function claimed(bookmark: Bookmark): Id {
  const { start, through } = bookmark
  return compareIds(start, confirmedIn(bookmark)) <= 0 ? greatestId([start], through) : through
}

/** What is settled and lies beyond a jump that no second id confirms yet. */
export function beyondJump(bookmark: Bookmark): Id[] {
  const confirmed = confirmedIn(bookmark)
  return settledIn(bookmark).filter((id) => compareIds(id, confirmed) > 0)
}

/** Up to where what is settled is believed. Where nothing is known yet, the least of it is. */
export function confirmedIn(bookmark: Bookmark): Id {
  const { through } = bookmark
  const ids = settledIn(bookmark)
  return confirmedUpTo(through === beforeAll ? (leastId(ids) ?? through) : through, ids)
}

const settledIn = ({ settled }: Bookmark) => settled.flatMap(({ ids }) => ids)

/** With the line that says what is watched behind it. */
export function announced(bookmark: Bookmark): Bookmark {
  const { unannounced: _announced, ...rest } = bookmark
  return rest
}

function beyondRemembered(settled: Batch[]): Id[] {
  const ids = settled.flatMap((batch) => batch.ids)
  return ids.length <= mostRemembered ? [] : ids.toSorted(compareIds).slice(0, ids.length - mostRemembered)
}

function withoutArrived(bookmark: Bookmark, arrived: Id[]): Bookmark {
  if (bookmark.burst === undefined) return bookmark
  const done = new Set(arrived)
  const ids = bookmark.burst.ids.filter((id) => !done.has(id))
  return ids.length > 0 ? { ...bookmark, burst: { ...bookmark.burst, ids } } : closeBurst(bookmark)
}

function batches(at: number, ids: Id[]): Batch[] {
  return ids.length > 0 ? [{ at, ids }] : []
}

const laterTs = (ts: string, other: string | undefined) => (other === undefined || ts > other ? ts : other)
