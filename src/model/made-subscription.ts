import type { Subscription } from './subscription.ts'

/** Who did something, and when: a Slack member id; UTC, ms since the epoch. */
export type DoneBy = { by: string; at: number }

/** A subscription that was made in Slack. Its name is never used again: bookmark and receipts hang on it. */
export type SlackSubscription = {
  subscription: Subscription
  created: DoneBy
  /** It rests; its bookmark stays. */
  paused?: DoneBy
  /** It is asked in the channel what to do with what came during a long pause; it rests until somebody answers. */
  askedCatchUp?: DoneBy
  /** It was unsubscribed. */
  ended?: DoneBy
}
