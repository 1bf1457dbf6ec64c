import type { Clocks } from '@overheard/base/clock'
import type { Ms, Time } from '@overheard/base/time'
import type { SearchReceipts } from './history.ts'
import type { Post } from './message.ts'
import type { OutboxMemory } from './outbox-memory.ts'

/** What it takes to send a message. The store of the sender is a `Journal`. */
export type SendDeps<Proof> = Clocks & {
  /** Returns a time that Slack's clock has passed (ms since the epoch), close to its present time. Undefined until Slack has answered. */
  slackTime: () => Time | undefined
  /** Resolves after `ms`, or earlier if the process is asked to stop. */
  sleep: (ms: Ms) => Promise<void>
  /** This signal is aborted when the process is asked to stop. The current message is finished, and no other message is started. */
  stopping: AbortSignal
  post: Post<Proof>
  channelRate: {
    /** Returns the ms until the next post to a channel may start. If that is at most `patience`, the caller's place is reserved. */
    take(channel: string, patience: number): Promise<number>
    /** Delays every post to the channel for `forMs`, because Slack asked for it with Retry-After. */
    pause(channel: string, forMs: Ms): Promise<void>
  }
  outboxMemory: Pick<OutboxMemory<never>, 'addConfirmed' | 'firstSeenAt'>
}

/** What it takes to find out if Slack has a message. */
export type FindDeps<Message> = Clocks & {
  sleep: (ms: Ms) => Promise<void>
  readHistory: SearchReceipts<Message>
  outboxMemory: OutboxMemory<Message>
}
