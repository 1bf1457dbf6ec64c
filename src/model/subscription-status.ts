/**
 * If several states apply, the first in this order counts: a problem, a catch-up question that waits for an answer, a
 * pause, quiet hours, a lag. All times are UTC, in ms.
 */
export type SubscriptionState =
  | { kind: 'problem'; what: string; whatToDo: string }
  | { kind: 'asked-catch-up' }
  | { kind: 'paused'; since: number; until?: number; by: string }
  | { kind: 'quiet'; until: number }
  | { kind: 'behind'; ms: number }
  | { kind: 'up-to-date' }

export type SubscriptionSummary = {
  name: string
  alert: string
  channel: string
  isFromFile: boolean
  state: SubscriptionState
  /** When the subscription last decided about a mention (UTC, ms). May be missing if that was more than a day ago. */
  lastMention?: number
}

export type SubscriptionProgress = {
  polledAt: number | undefined
  /**
   * `count` is the number of mentions that are still to be posted. `more` is true if further pages were not counted. `not-counted` means
   * that the channel has too many subscriptions to count.
   */
  waiting: { count: number; more: boolean } | 'unknown' | 'not-counted'
}

export type StatusOverview = {
  lines: (SubscriptionSummary & SubscriptionProgress)[]
  planLimitReached: boolean
  requests: number
  /** The number of requests to the mention service that wait because of its rate limit. */
  queued: number
  /** The most delayed poll has been due for this time, in ms. */
  lag: number
}
