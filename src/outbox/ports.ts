import type { Clocks } from '../async/clock.ts'
import type { Ms, Time } from '../async/time.ts'
import type { HistoryRange, HistoryResult, PostedMessage } from '../model/history.ts'
import type { Log } from '../model/log.ts'
import type { Posting, PostOutcome } from '../model/message.ts'
import type { OutboxMemory } from './outbox-memory.ts'

export type SearchReceipts = (
  range: HistoryRange,
  enough?: (messages: PostedMessage[]) => boolean,
) => Promise<HistoryResult>

export type OutboxDeps = Clocks & {
  /** Returns a time that Slack's clock has passed (ms since the epoch), close to its present time. Undefined until Slack has answered. */
  slackTime: () => Time | undefined
  /** Resolves after `ms`, or earlier if the process is asked to stop. */
  sleep: (ms: Ms) => Promise<void>
  /** This signal is aborted when the process is asked to stop. The current message is finished, and no other message is started. */
  stopping: AbortSignal
  post: (posting: Posting) => Promise<PostOutcome>
  accepted: (channel: string) => number
  readHistory: SearchReceipts
  channelRate: {
    /** Returns the ms until the next post to a channel may start. If that is at most `patience`, the caller's place is reserved. */
    take(channel: string, patience: number): Promise<number>
    /** Delays every post to the channel for `forMs`, because Slack asked for it with Retry-After. */
    pause(channel: string, forMs: Ms): Promise<void>
  }
  outboxMemory: OutboxMemory
  log: Pick<Log, 'info' | 'warn'>
}
