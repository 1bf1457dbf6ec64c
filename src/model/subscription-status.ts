/**
 * The state of a subscription. If several apply, the first in this order counts: a problem, a catch-up question that waits for an answer, a
 * pause, quiet hours, a lag. Times are UTC, ms.
 */
export type SubscriptionState =
  | { kind: 'problem'; what: string; whatToDo: string }
  | { kind: 'asked-catch-up' }
  | { kind: 'paused'; since: number }
  | { kind: 'quiet'; until: number }
  | { kind: 'behind'; ms: number }
  | { kind: 'up-to-date' }

export type SubscriptionSummary = {
  name: string
  alert: string
  /** `#name`, or the channel's id if Slack does not give the name. */
  channel: string
  isFromFile: boolean
  state: SubscriptionState
  /** When the subscription last decided about a mention: UTC, ms. Undefined if it did not in the last day. */
  lastMention?: number
}

export type SubscriptionProgress = {
  /** When the last complete poll ended: UTC, ms. */
  polledAt: number | undefined
  /**
   * Mentions still to be posted. `more`: further pages were not counted. `not-counted`: the channel has too many subscriptions to count.
   */
  waiting: { count: number; more: boolean } | 'unknown' | 'not-counted'
}

export type StatusOverview = {
  lines: (SubscriptionSummary & SubscriptionProgress)[]
  planLimitReached: boolean
  /** Requests to the mention service that are left in this minute. */
  requests: number
  /** Requests to the mention service that wait because of its rate limit. */
  queued: number
  /** How long the most delayed poll has been due, in ms. */
  lag: number
}
