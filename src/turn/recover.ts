import { fromReceipts } from '../decide/bookmark.ts'
import type { Look, LookAt, Posted } from '../deliver/history.ts'
import type { Bookmark, BookmarkKey } from '../model/bookmark.ts'
import { compareIds, type Id } from '../model/id.ts'
import type { Receipt } from '../model/message.ts'
import type { Extent } from '../model/outcome.ts'
import { readThreads } from './read-threads.ts'
import { isOf, toldBy } from './receipt.ts'
import { isStormCard } from './storm/open-storm.ts'
import { mayHaveThread } from './thread-of.ts'
import type { Watch } from './watch.ts'

/**
 * What a channel tells of a subscription without a bookmark. `silent`: there is no receipt of it. `cut-short`: there is more than was read;
 * `found`: some of its receipts were, and `joined`: our bot came into the channel since.
 */
export type Recovery =
  | { kind: 'recovered'; bookmark: Bookmark; messages: Posted[] }
  | { kind: 'silent' }
  | { kind: 'cut-short'; found: boolean; joined: boolean }
  | { kind: 'unreadable'; reason: string; extent: Extent }
  | Extract<Look, { kind: 'unreachable' }>

type Told = { receipt: Receipt; ts: string; isParent: boolean; isOfStorm: boolean }

/**
 * Reads a bookmark out of the receipts in a channel, newest first. The newest tells `through`; what is settled above it stands
 * in the receipts before, back to the first one that covers nothing above it (posts go up in ids, so none before does). The
 * card of a storm covers nothing by itself, and is no such end.
 */
export async function recover(
  { look, now }: { look: LookAt; now: () => number },
  { channel, key, memory }: Pick<Watch, 'channel' | 'key' | 'memory'>,
): Promise<Recovery> {
  const seen = await look({ channel }, (messages) => reachesBack(toldOf(key, messages)))
  if (seen.kind !== 'seen') return seen
  const told = toldOf(key, seen.messages)
  const newest = told[0]
  const cutShort = {
    kind: 'cut-short' as const,
    found: newest !== undefined,
    joined: seen.messages.some(({ joined }) => joined),
  }
  if (seen.bounded && !reachesBack(told)) return cutShort
  if (newest === undefined) return { kind: 'silent' }
  const parents = told.flatMap(({ isParent, ts }) => (isParent ? [ts] : []))
  const threads = await readThreads(look, memory, { channel, parents }, now)
  if (threads.kind !== 'seen') return threads
  if (threads.bounded) return cutShort
  const messages = [...seen.messages, ...threads.messages]
  const all = toldOf(key, messages)
  const { through, posted } = toldBy(all.map(({ receipt }) => receipt))
  const lastTs = all.reduce((latest, { ts }) => (ts > latest ? ts : latest), newest.ts)
  return { kind: 'recovered', bookmark: fromReceipts(through, posted, lastTs, now()), messages }
}

function toldOf(key: BookmarkKey, messages: Posted[]): Told[] {
  return messages.flatMap((message) => {
    const { receipt, ts, replies } = message
    if (receipt === undefined || !isOf(key, message)) return []
    return [
      {
        receipt,
        ts,
        isParent: mayHaveThread(key, message),
        isOfStorm: receipt.ids.length === 0 && (isStormCard(key, message) || replies > 0),
      },
    ]
  })
}

function reachesBack(told: Told[]): boolean {
  const through = told[0]?.receipt.through
  return (
    through !== undefined &&
    told.some(({ receipt, isOfStorm }) => !isOfStorm && coversNothingAbove(receipt.ids, through))
  )
}

const coversNothingAbove = (ids: Id[], through: Id) => ids.every((id) => compareIds(id, through) <= 0)
