import type { Posted } from '../../deliver/history.ts'
import type { BookmarkKey } from '../../model/bookmark.ts'
import type { Id } from '../../model/id.ts'
import { isOf, markOf } from '../receipt.ts'

/** A mention, and the `ts` of the message that it stands in. */
export type Told = { id: Id; ts: string }

/**
 * A storm that lasts, as its channel tells it: the `ts` of its live card, what stands in its thread, and what was posted within the hour
 * before it, which the card tells, too.
 */
export type OpenStorm = { card: string; isCalled: boolean; inThread: Told[]; before: Told[] }

/** A storm has begun up to so long before its card was posted, in ms. */
export const beganBeforeCard = 60 * 60_000

/** Slack's `ts` as UTC, ms since the epoch. */
export const momentOfTs = (ts: string) => Number(ts) * 1000

/** The marks of a storm's messages: a card says by it whether it is still live. */
const stormMark = (key: BookmarkKey, storm: 'card' | 'call' | 'over') => markOf(key, { ids: [], storm })

/**
 * The storm that lasts by what a channel and its threads show. While it does, all goes into the thread of its card: where something of
 * the subscription stands in the channel after it, it is over.
 */
export function openStormIn(key: BookmarkKey, messages: Posted[]): OpenStorm | undefined {
  const ours = messages.filter((message) => isOf(key, message))
  const card = newest(ours.filter(({ thread }) => thread === undefined))
  if (card?.mark !== stormMark(key, 'card')) return undefined
  const since = momentOfTs(card.ts) - beganBeforeCard
  const called = stormMark(key, 'call')
  return {
    card: card.ts,
    isCalled: messages.some(({ mark, ts }) => mark === called && ts > card.ts),
    inThread: told(ours.filter(({ thread }) => thread === card.ts)),
    before: told(ours.filter(({ ts }) => ts < card.ts && momentOfTs(ts) > since)),
  }
}

/** The last storm that is over, as its card and its thread tell it. */
export function lastStormIn(
  key: BookmarkKey,
  messages: Posted[],
): { card: string; inThread: Told[] } | undefined {
  const over = stormMark(key, 'over')
  const ours = messages.filter((message) => isOf(key, message))
  const card = newest(ours.filter(({ mark }) => mark === over))
  return card && { card: card.ts, inThread: told(ours.filter(({ thread }) => thread === card.ts)) }
}

/** Whether a message is the card of a storm, live or over: it covers nothing by itself. */
export function isStormCard(key: BookmarkKey, { mark }: Posted): boolean {
  return mark === stormMark(key, 'card') || mark === stormMark(key, 'over')
}

const newest = (messages: Posted[]): Posted | undefined =>
  messages.toSorted((a, b) => (a.ts > b.ts ? -1 : 1))[0]

/** What messages tell, each mention once. A parent stands in the look at its channel and in that at its thread. */
function told(messages: Posted[]): Told[] {
  const all = messages.flatMap(
    ({ receipt, ts }) => receipt?.ids.map((id): [Id, Told] => [id, { id, ts }]) ?? [],
  )
  return [...new Map(all).values()]
}
