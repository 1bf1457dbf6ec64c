import type { Id } from './id.ts'
import type { Sentiment } from './mention.ts'

/** What is to happen with one mention for one subscription, and why: `reason` names the rule, `detail` the value that decided. */
export type Decision = { kind: 'deliver' | 'skip' | 'hold'; reason: string; detail?: string }

/** What became of one mention for one subscription; or that it was found and waits: then a later entry tells the rest. */
export type DecisionRecord = {
  /** When it was settled, or found to wait: UTC, ms since the epoch. */
  at: number
  subscription: string
  alert: Id
  id: Id
  url: string
  /**
   * `posted`: on a card of its own; `burst`: within a burst; `skipped`: a rule decided; `rejected`: Slack took it in no form;
   * `waiting`: a rule holds it, or it is still to be posted. What waits is noted again after a restart.
   */
  outcome: 'posted' | 'burst' | 'skipped' | 'rejected' | 'waiting'
  /** The rule's name, or Slack's last word; `queued` of what is still to be posted, with why it is not as the detail. */
  reason: string
  detail?: string
  /** How it sounds, of what was posted: how many of the negative ones were handled is told by it. */
  sentiment?: Sentiment
  /** Where it stands: channel id and `ts`. */
  channel?: string
  ts?: string
}

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
