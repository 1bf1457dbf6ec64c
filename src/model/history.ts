import type { DigestReceipt, Receipt, RefusalScope } from './message.ts'

/** A message of our own bot, as Slack's history shows it. */
export type PostedMessage = {
  ts: string
  thread?: string
  /** The number of replies; 0 if none of them is ours. */
  replies: number
  receipt?: Receipt
  digest?: DigestReceipt
  /** The id of the first block. It identifies the message even if Slack dropped the metadata. */
  mark?: string
  /** Present if the message says that our bot joined the channel. */
  joined?: true
}

/**
 * The messages of a channel, or the replies in `thread`, from the `ts` `oldest` on. `since` (UTC, ms): the result of a search that started
 * at this time or later may be reused, even if another sender asked for it. Without `since`, a new search starts.
 */
export type HistoryRange = { channel: string; thread?: string; oldest?: string; since?: number }

/**
 * The reason why history cannot be read. `unreadable`: a person must act. `unreachable`: retry after `afterMs`; `unclear`: Slack's error
 * code is unknown.
 */
export type HistoryFailure =
  | { kind: 'unreadable'; reason: string; extent: RefusalScope }
  | { kind: 'unreachable'; reason: string; afterMs: number; unclear?: true }

/**
 * The result of a search. `bounded`: the search did not read all messages, so an unseen message may still exist. `backTo`: the `ts` of the
 * oldest message of the channel that the search read.
 */
export type HistoryResult =
  | { kind: 'seen'; messages: PostedMessage[]; bounded: boolean; backTo?: string }
  | HistoryFailure

/**
 * `messages`: our own messages. `size`: the number of messages on the page. `oldest`: the `ts` of the last one. `next`: the cursor of the
 * next page. `stale-cursor`: Slack does not know the cursor any more.
 */
export type HistoryPage =
  | { kind: 'page'; messages: PostedMessage[]; size: number; oldest?: string; next?: string }
  | { kind: 'stale-cursor' }
  | HistoryFailure

/** Slack's error code for a rate limit. */
export const rateLimitedReason = 'ratelimited'
