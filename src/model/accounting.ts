/**
 * What became of the mentions that were found for the subscriptions of a channel within a period. Every mention counts
 * once for each subscription, in the period in which it was found: `found` is the sum of all the others.
 */
export type DeliveryReport = {
  found: number
  /** With a card of their own. */
  posted: number
  /** In a burst's parent or thread. */
  inBursts: number
  /** Skipped, by the rule that skipped them (`only.language`, `maxAge`), greatest first. */
  filtered: { rule: string; count: number }[]
  muted: number
  duplicate: number
  /** Held (quiet hours), or passed and not yet in Slack, at the moment of the accounting. */
  waiting: number
  /** What no way of showing got into Slack. */
  rejected: number
}
