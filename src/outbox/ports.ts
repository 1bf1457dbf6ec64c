import type { HistoryRange, HistoryResult, PostedMessage } from '../model/history.ts'
import type { Log } from '../model/log.ts'
import type { Posting, PostOutcome } from '../model/message.ts'
import type { OutboxMemory } from './outbox-memory.ts'

/** Searches our own messages in a channel or a thread for a receipt. `enough` ends the search early. */
export type SearchReceipts = (
  range: HistoryRange,
  enough?: (messages: PostedMessage[]) => boolean,
) => Promise<HistoryResult>

/** The interface of the outbox to Slack and the process. Times are ms. */
export type OutboxPorts = {
  now: () => number
  /** Waits; ends early when the process is asked to stop. */
  sleep: (ms: number) => Promise<void>
  /** Aborted when the process is asked to stop. The message being posted is finished, no other one is started. */
  stopping: AbortSignal
  /** Posts once, with a timeout and without retries. */
  post: (posting: Posting) => Promise<PostOutcome>
  /** The number of messages that Slack accepted for a channel since the process started. */
  accepted: (channel: string) => number
  readHistory: SearchReceipts
  channelRate: {
    /** The wait before the next post to a channel, in ms (0: now). If it is at most `patience`, this call takes the place. */
    take(channel: string, patience: number): Promise<number>
    /** Lets no post to the channel start for `forMs`, because Slack asked for it with Retry-After. */
    pause(channel: string, forMs: number): Promise<void>
  }
  /** Belongs to the process and outlives every poll. */
  outboxMemory: OutboxMemory
  log: Pick<Log, 'info' | 'warn'>
}
