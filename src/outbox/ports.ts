import type { HistoryRange, HistoryResult, PostedMessage } from '../model/history.ts'
import type { Log } from '../model/log.ts'
import type { Content, DigestReceipt, PostOutcome, Receipt } from '../model/message.ts'
import type { OutboxMemory } from './outbox-memory.ts'

/** A message on its way to Slack. `channel` is an id, `thread` the parent's `ts`. */
type Posting = {
  channel: string
  thread?: string
  content: Content
  receipt?: Receipt
  digest?: DigestReceipt
}

/** Searches our own messages in a channel or a thread for a receipt. `enough` ends the search early. */
export type SearchReceipts = (
  range: HistoryRange,
  enough?: (messages: PostedMessage[]) => boolean,
) => Promise<HistoryResult>

/** What the outbox needs of Slack and of the process. Times are ms. */
export type OutboxPorts = {
  now: () => number
  /** Waits; ends early when the process is asked to stop. */
  sleep: (ms: number) => Promise<void>
  /** Aborted when the process is asked to stop. The message being posted is finished, no other one is started. */
  stopping: AbortSignal
  /** Posts once, with a timeout and without a retry. */
  post: (posting: Posting) => Promise<PostOutcome>
  /** How many messages Slack has accepted for a channel since the process started. */
  accepted: (channel: string) => number
  readHistory: SearchReceipts
  channelRate: {
    /** How long to wait before the next post to a channel, in ms (0: now). Up to `patience` this call takes the place. */
    take(channel: string, patience: number): Promise<number>
    /** No post to the channel for so long, in ms: Slack's Retry-After. */
    pause(channel: string, forMs: number): Promise<void>
  }
  /** Belongs to the process and outlives every run. */
  outboxMemory: OutboxMemory
  log: Pick<Log, 'info' | 'warn'>
}
