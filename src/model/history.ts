import type { DigestReceipt, Receipt, RefusalScope } from './message.ts'

/**
 * A message of our own bot, as Slack's history shows it. `replies`: how many, 0 if none is ours. `mark`: the id of its first block, which
 * survives if Slack dropped the metadata. `joined`: the message says that our bot joined the channel.
 */
export type PostedMessage = {
  ts: string
  thread?: string
  replies: number
  receipt?: Receipt
  digest?: DigestReceipt
  mark?: string
  joined?: true
}

/**
 * A channel's messages, or the replies to one of them (`thread`), from the `ts` `oldest` on. `since`: a search that started at this time
 * (UTC, ms) or later will do, even if another sender asked for it. Without it the search starts now.
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
 * The result of a search. `bounded`: the search did not read all messages, so an unseen message may still exist; `backTo`: the `ts` of the
 * oldest message of the channel that it read.
 */
export type HistoryResult =
  | { kind: 'seen'; messages: PostedMessage[]; bounded: boolean; backTo?: string }
  | HistoryFailure

/**
 * One page of history. `messages`: our own. `size`: how many messages Slack served, `oldest`: the `ts` of the last of them, `next`: the cursor
 * of the next page. `stale-cursor`: Slack does not know the cursor any more.
 */
export type HistoryPage =
  | { kind: 'page'; messages: PostedMessage[]; size: number; oldest?: string; next?: string }
  | { kind: 'stale-cursor' }
  | HistoryFailure

/** The reason of a failure after which Slack wants to be left alone. */
export const rateLimitedReason = 'ratelimited'
