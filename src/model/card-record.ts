import type { Id } from './id.ts'
import type { Sentiment } from './mention.ts'

/** What people made of one mention in one message. A mention nobody has touched has no record. */
export type CardRecord = {
  /** Channel id and `ts` of the message the mention stands in. */
  channel: string
  ts: string
  subscription: string
  alert: Id
  mention: Id
  sentiment?: Sentiment
  state: 'claimed' | 'done' | 'not-relevant'
  /** Slack member id of who brought it there, and their name as Slack shows it. */
  user: string
  by: string
  /** When it got there: UTC, ms since the epoch. */
  at: number
  /** When somebody first took care: UTC, ms since the epoch. */
  firstAt: number
}
