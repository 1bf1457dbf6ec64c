import type { PostedMessage } from '../../deliver/history.ts'
import type { CheckpointKey } from '../../model/bookmark.ts'
import type { Id } from '../../model/id.ts'
import { isReceiptOf, receiptMarkOf } from '../receipt.ts'

/** A mention, and the `ts` of the message that it stands in. */
export type PostedMention = { id: Id; ts: string }

/**
 * A storm that lasts, as its channel tells it: the `ts` of its live card, what stands in its thread, and what was posted within the hour
 * before it, which the card tells, too.
 */
export type OpenSpike = {
  card: string
  isCalled: boolean
  inThread: PostedMention[]
  before: PostedMention[]
}

/** A storm has begun up to so long before its card was posted, in ms. */
export const beganBeforeCard = 60 * 60_000

/** Slack's `ts` as UTC, ms since the epoch. */
export const tsToMs = (ts: string) => Number(ts) * 1000

/** The marks of a storm's messages: a card says by it whether it is still live. */
const spikeMark = (key: CheckpointKey, spike: 'card' | 'call' | 'over') =>
  receiptMarkOf(key, { ids: [], spike })

/**
 * The storm that lasts by what a channel and its threads show. While it does, all goes into the thread of its card: where something of
 * the subscription stands in the channel after it, it is over.
 */
export function findOpenSpike(key: CheckpointKey, messages: PostedMessage[]): OpenSpike | undefined {
  const ours = messages.filter((message) => isReceiptOf(key, message))
  const card = newestMessage(ours.filter(({ thread }) => thread === undefined))
  if (card?.mark !== spikeMark(key, 'card')) return undefined
  const since = tsToMs(card.ts) - beganBeforeCard
  const called = spikeMark(key, 'call')
  return {
    card: card.ts,
    isCalled: messages.some(({ mark, ts }) => mark === called && ts > card.ts),
    inThread: postedMentions(ours.filter(({ thread }) => thread === card.ts)),
    before: postedMentions(ours.filter(({ ts }) => ts < card.ts && tsToMs(ts) > since)),
  }
}

/** The last storm that is over, as its card and its thread tell it. */
export function findLastSpike(
  key: CheckpointKey,
  messages: PostedMessage[],
): { card: string; inThread: PostedMention[] } | undefined {
  const over = spikeMark(key, 'over')
  const ours = messages.filter((message) => isReceiptOf(key, message))
  const card = newestMessage(ours.filter(({ mark }) => mark === over))
  return card && { card: card.ts, inThread: postedMentions(ours.filter(({ thread }) => thread === card.ts)) }
}

/** Whether a message is the card of a storm, live or over: it covers nothing by itself. */
export function isSpikeCard(key: CheckpointKey, { mark }: PostedMessage): boolean {
  return mark === spikeMark(key, 'card') || mark === spikeMark(key, 'over')
}

const newestMessage = (messages: PostedMessage[]): PostedMessage | undefined =>
  messages.toSorted((a, b) => (a.ts > b.ts ? -1 : 1))[0]

/** What messages tell, each mention once. A parent stands in the look at its channel and in that at its thread. */
function postedMentions(messages: PostedMessage[]): PostedMention[] {
  const all = messages.flatMap(
    ({ receipt, ts }) => receipt?.ids.map((id): [Id, PostedMention] => [id, { id, ts }]) ?? [],
  )
  return [...new Map(all).values()]
}
