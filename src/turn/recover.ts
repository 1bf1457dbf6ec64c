import { checkpointFromReceipts } from '../decide/bookmark.ts'
import type { HistoryResult, PostedMessage, ReadHistory } from '../deliver/history.ts'
import type { Checkpoint, CheckpointKey } from '../model/bookmark.ts'
import { compareIds, type Id } from '../model/id.ts'
import type { Receipt } from '../model/message.ts'
import type { RefusalScope } from '../model/outcome.ts'
import { readThreads } from './read-threads.ts'
import { isReceiptOf, toldBy } from './receipt.ts'
import { isSpikeCard } from './storm/open-storm.ts'
import { mayHaveThread } from './thread-of.ts'
import type { SubscriptionRun } from './watch.ts'

/**
 * What a channel tells of a subscription without a bookmark. `silent`: there is no receipt of it. `cut-short`: there is more than was read;
 * `found`: some of its receipts were, and `joined`: our bot came into the channel since.
 */
export type Recovery =
  | { kind: 'recovered'; bookmark: Checkpoint; messages: PostedMessage[] }
  | { kind: 'silent' }
  | { kind: 'cut-short'; found: boolean; joined: boolean }
  | { kind: 'unreadable'; reason: string; extent: RefusalScope }
  | Extract<HistoryResult, { kind: 'unreachable' }>

type ReceiptMessage = { receipt: Receipt; ts: string; isParent: boolean; isOfStorm: boolean }

/**
 * Reads a bookmark out of the receipts in a channel, newest first. The newest tells `through`; what is settled above it stands
 * in the receipts before, back to the first one that covers nothing above it (posts go up in ids, so none before does). The
 * card of a storm covers nothing by itself, and is no such end.
 */
export async function recoverCheckpoint(
  { readHistory, now }: { readHistory: ReadHistory; now: () => number },
  { channel, key, state }: Pick<SubscriptionRun, 'channel' | 'key' | 'state'>,
): Promise<Recovery> {
  const seen = await readHistory({ channel }, (messages) => reachesBack(receiptsOf(key, messages)))
  if (seen.kind !== 'seen') return seen
  const told = receiptsOf(key, seen.messages)
  const newest = told[0]
  const cutShort = {
    kind: 'cut-short' as const,
    found: newest !== undefined,
    joined: seen.messages.some(({ joined: duplicate }) => duplicate),
  }
  if (seen.bounded && !reachesBack(told)) return cutShort
  if (newest === undefined) return { kind: 'silent' }
  const parents = told.flatMap(({ isParent, ts }) => (isParent ? [ts] : []))
  const threads = await readThreads(readHistory, state, { channel, parents }, now)
  if (threads.kind !== 'seen') return threads
  if (threads.bounded) return cutShort
  const messages = [...seen.messages, ...threads.messages]
  const all = receiptsOf(key, messages)
  const { through: watermark, posted } = toldBy(all.map(({ receipt }) => receipt))
  const lastTs = all.reduce((latest, { ts }) => (ts > latest ? ts : latest), newest.ts)
  return { kind: 'recovered', bookmark: checkpointFromReceipts(watermark, posted, lastTs, now()), messages }
}

function receiptsOf(key: CheckpointKey, messages: PostedMessage[]): ReceiptMessage[] {
  return messages.flatMap((message) => {
    const { receipt, ts, replies } = message
    if (receipt === undefined || !isReceiptOf(key, message)) return []
    return [
      {
        receipt,
        ts,
        isParent: mayHaveThread(key, message),
        isOfStorm: receipt.ids.length === 0 && (isSpikeCard(key, message) || replies > 0),
      },
    ]
  })
}

function reachesBack(told: ReceiptMessage[]): boolean {
  const watermark = told[0]?.receipt.through
  return (
    watermark !== undefined &&
    told.some(({ receipt, isOfStorm }) => !isOfStorm && coversNothingAbove(receipt.ids, watermark))
  )
}

const coversNothingAbove = (ids: Id[], watermark: Id) => ids.every((id) => compareIds(id, watermark) <= 0)
