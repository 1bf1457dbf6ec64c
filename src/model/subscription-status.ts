import type { Ms, Time } from '@overheard/base/time'
import type { Strictness } from './spike-card.ts'

/**
 * If several states apply, the first in this order counts: a problem, a catch-up question that waits for an answer, a
 * pause, quiet hours, a lag.
 */
export type SubscriptionState =
  | { kind: 'problem'; what: string; whatToDo: string; stopsMentions: boolean }
  | { kind: 'asked-catch-up' }
  | { kind: 'paused'; since: Time; until?: Time; by: string }
  | { kind: 'quiet'; until: Time }
  | { kind: 'behind'; ms: Ms }
  | { kind: 'up-to-date' }

/** Durations in ms. `p95`: 95% of the values are at most this long. */
export type Quantiles = { median: number; p95: number }

/** Delays of the last mentions: `service` from their dates until they were visible, `ours` from then until they were posted. */
type Delays = { mentions: number; service?: Quantiles; ours: Quantiles }

/** `checkedAt` is the start of the last poll that read to the end (UTC, ms). */
export type Freshness = { checkedEveryMs?: Ms; checkedAt?: Time; delays?: Delays }

export type SubscriptionSummary = {
  name: string
  alert: string
  channel: string
  isFromFile: boolean
  state: SubscriptionState
  /** A pause that begins later. */
  planned?: { from: Time; until: Time; by: string }
  /** When the subscription last decided about a mention. May be missing if that was more than a day ago. */
  lastMention?: Time
  freshness?: Freshness
  /** False alarms make its spikes stricter. */
  strict?: Strictness
}

export type SubscriptionProgress = {
  polledAt: Time | undefined
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
  /** The most delayed poll has been due for this time. */
  lag: Ms
}
