import type { Ms } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'

/**
 * Decides which alerts with `schedule: auto` are polled next. A poll finds everything that is new, so rare polls only make mentions wait.
 * If an alert brings λ expected mentions an hour and the number of requests is fixed, the mean wait is least if intervals are proportional
 * to 1/√λ. Polling the alert with the largest λ·τ² first (τ: time since its last poll) gives these intervals without solving for them, and
 * adapts at once when a rate or the number of requests changes. All functions are pure. Times are those of the steady clock, in ms.
 */

/**
 * The planner never plans more requests a minute than `mostPerMinute`. `share` is a share of them, from 0 to 1. `fastestMs` and `slowestMs` limit
 * the interval of an alert.
 */
export type PollingLimits = { mostPerMinute: number; share: number; fastestMs: Ms; slowestMs: Ms }

/** Returns the requests a minute: the share, or more if the alerts would otherwise wait longer than two minutes on average. */
export function requestsPerMinute(
  alerts: number,
  { share, mostPerMinute }: Pick<PollingLimits, 'share' | 'mostPerMinute'>,
): number {
  return Math.min(mostPerMinute, Math.max(share * mostPerMinute, alerts / 2))
}

/** Returns the mean time between two polls of an alert, in ms. */
export function meanInterval(
  alerts: number,
  perMinute: number,
  { fastestMs }: Pick<PollingLimits, 'fastestMs'>,
): number {
  return Math.max(fastestMs, (alerts / perMinute) * 60_000)
}

/** A quiet alert waits at most this many times the interval that all alerts would have at equal rates. */
const capFactor = 1.5
/** `slowestMs` is ignored if it is below this many times the interval at equal rates, because it would then cause nearly all polls. */
const leastRoom = 1.1

/** Returns the longest interval of an alert, in ms. Even a quiet alert has this limit, because a crisis must not be found late. */
export function intervalCapMs(
  alerts: number,
  perMinute: number,
  { fastestMs, slowestMs }: PollingLimits,
): number {
  const equal = (alerts / perMinute) * 60_000
  const cap = slowestMs >= leastRoom * equal ? Math.min(capFactor * equal, slowestMs) : capFactor * equal
  return Math.max(cap, fastestMs)
}

/**
 * `expectedPerHour` counts mentions and includes the weight of the alert. `requests` is the number of pages that the last poll read, at
 * least 1. `polledAt` is the start of the last poll.
 */
export type PlannedAlert = { alert: Id; expectedPerHour: number; requests: number; polledAt: Ms }

/**
 * Returns the alerts to poll now, the most urgent first: alerts that have waited `capMs` or longer (the longest wait first), then the
 * others by λ·τ²/requests (see the top of this file). Alerts that waited less than `fastestMs` are left out. The last alert may cost more
 * than what is left of `requests`; the caller subtracts the excess from the next call's `requests`.
 */
export function alertsToPoll(
  alerts: Iterable<PlannedAlert>,
  now: Ms,
  { requests, capMs, fastestMs }: { requests: number; capMs: Ms; fastestMs: Ms },
): PlannedAlert[] {
  /** The list is sorted by urgency, the largest first. Without its last alert it would not use up the requests. */
  const chosen: { alert: PlannedAlert; urgency: number }[] = []
  let cost = 0
  for (const alert of alerts) {
    const waited = now - alert.polledAt
    if (waited < fastestMs) continue
    const urgency = urgencyOf(alert, waited, capMs)
    const least = chosen.at(-1)
    if (cost >= requests && (least === undefined || urgency <= least.urgency)) continue
    const place = chosen.findIndex((other) => other.urgency < urgency)
    chosen.splice(place === -1 ? chosen.length : place, 0, { alert, urgency })
    cost += alert.requests
    for (let last = chosen.at(-1); last && cost - last.alert.requests >= requests; last = chosen.at(-1)) {
      chosen.pop()
      cost -= last.alert.requests
    }
  }
  return chosen.map(({ alert }) => alert)
}

/** This factor makes an alert over the cap more urgent than every alert under the cap. */
const overCap = 1e30

function urgencyOf({ expectedPerHour, requests }: PlannedAlert, waited: number, capMs: Ms): number {
  return waited >= capMs ? overCap * waited : (expectedPerHour * waited * waited) / requests
}

/** `requests` may be spent. A negative number is the debt of polls that cost more than expected. */
export type PollBudget = { requests: number; at: Ms }

/** Unused requests expire after this time, because a burst must not follow a pause. */
const longestSavedMs = 2000

export function refill({ requests, at }: PollBudget, now: Ms, perMinute: number): PollBudget {
  const perMs = perMinute / 60_000
  const elapsed = Math.max(0, now - at)
  return { requests: Math.min(requests + elapsed * perMs, Math.max(1, longestSavedMs * perMs)), at: now }
}
