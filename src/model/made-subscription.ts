import type { Subscription } from './subscription.ts'

/** Who did something, and when: a Slack member id; UTC, ms since the epoch. */
export type Deed = { by: string; at: number }

/** A subscription that was made in Slack. Its name is never used again: bookmark and receipts hang on it. */
export type MadeSubscription = {
  subscription: Subscription
  made: Deed
  /** It rests; its bookmark stays. */
  paused?: Deed
  /** It is asked in the channel what to do with what came during a long pause; it rests until somebody answers. */
  asked?: Deed
  /** It was unsubscribed. */
  ended?: Deed
}
