import type { Content } from './message.ts'

/** A part of a digest that is about to be posted, and who is about to: one process of perhaps several. `at`: UTC, ms since the epoch. */
export type PendingDigestPart = { part: number; by: string; at: number }

/** How far the posting of one period of a digest got. The messages are kept until it is done, so that a restart posts the same. */
export type DigestProgress = {
  /** The key of the period. */
  period: string
  /** Channel id. */
  channel: string
  /** The parent, then the thread. Empty when it is done. */
  messages: Content[]
  /** What is settled: in Slack as `ts`, or (without) in no form acceptable to Slack. */
  done: { part: number; ts?: string }[]
  /** The thread of the parent takes no replies: what is left goes into the channel. */
  inChannel?: true
  pending?: PendingDigestPart
}
