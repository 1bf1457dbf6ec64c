import type { Ms } from '@overheard/base/time'
import type { RefusalScope } from './message.ts'

/** A message of the bot, with what its metadata proves. */
export type PostedMessage<Proof> = {
  ts: string
  thread?: string
  replies: number
  /** The `ts` of the last reply of anybody. */
  lastReply?: string
  /** The id of the first block. It identifies the message even if Slack dropped the metadata. */
  mark?: string
  joined?: true
} & Partial<Proof>

/**
 * Selects the replies in `thread`, or the messages of the channel, with a `ts` from `oldest` on. With `since`, the result of a
 * search that started at that time (by the steady clock) or later may be reused. Without `since`, a new search starts.
 */
export type HistoryRange = { channel: string; thread?: string; oldest?: string; since?: Ms }

/**
 * A person must act on an `unreadable` history. A retry after `afterMs` can help if the history is `unreachable`. `unclear` is set if
 * Slack's error code is unknown.
 */
type HistoryFailure =
  | { kind: 'unreadable'; reason: string; extent: RefusalScope }
  | { kind: 'unreachable'; reason: string; afterMs: Ms; unclear?: true }

/**
 * `messages` of a channel are newest first. `bounded` is true if the search did not read all messages, so an unseen message may exist. `backTo` is
 * the `ts` of the oldest message that the search read, if it has read all newer ones.
 */
export type HistoryResult<Message> =
  | { kind: 'seen'; messages: Message[]; bounded: boolean; backTo?: string }
  | HistoryFailure

/**
 * `messages` has only the bot's own messages. `size` counts all messages of the page, `first` and `last` are the `ts` of the first and the last of
 * all, and `next` is the cursor of the next page. `stale-cursor` means that Slack no longer knows the cursor.
 */
export type HistoryPage<Message> =
  | { kind: 'page'; messages: Message[]; size: number; first?: string; last?: string; next?: string }
  | { kind: 'stale-cursor' }
  | HistoryFailure

export type ReadPage<Message> = (range: HistoryRange, cursor?: string) => Promise<HistoryPage<Message>>

/** Searches back until `enough` returns true. */
export type SearchReceipts<Message> = (
  range: HistoryRange,
  enough?: (messages: Message[]) => boolean,
) => Promise<HistoryResult<Message>>

export const rateLimitedReason = 'ratelimited'
