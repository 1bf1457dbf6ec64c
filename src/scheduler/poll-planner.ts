/**
 * Decides which alerts with `schedule: auto` are polled next. A poll finds everything that is new, so polling rarely costs waiting time and
 * nothing else. With n alerts, λ expected mentions an hour each and a fixed number of requests, the mean wait is least if intervals are
 * proportional to 1/√λ. Polling the alert with the greatest λ·τ² first (τ: time since its last poll) gives these intervals without solving
 * for them, and adapts at once when a rate or the number of requests changes. All functions are pure. Times are in ms, UTC.
 */

/** The configuration's `polling`. `share`: of the budget, from 0 to 1. `fastestMs`, `slowestMs`: limits of the interval of an alert. */
export type PollingLimits = { share: number; fastestMs: number; slowestMs: number }

/** Polls never plan more requests a minute than this. The service allows 300; commands and waiting pages need the rest. */
export const mostPlannedPerMinute = 250

/** The requests a minute for `alerts` alerts. More alerts than requests a minute use more than the share, because each would wait too long. */
export function requestsPerMinute(alerts: number, { share }: Pick<PollingLimits, 'share'>): number {
  return Math.min(mostPlannedPerMinute, Math.max(share * mostPlannedPerMinute, alerts / 2))
}

/** Quiet alerts pay for busy ones with at most this factor on the interval that all would have at equal rates. */
const capFactor = 1.5
/** `slowest` cannot be kept if it leaves less room than this, because nearly all polls would then be due to the cap. */
const leastRoom = 1.1

/** The longest interval of an alert, in ms. No alert waits longer, however quiet it is, because a crisis must not be found late. */
export function longestInterval(
  alerts: number,
  perMinute: number,
  { fastestMs, slowestMs }: PollingLimits,
): number {
  const equal = (alerts / perMinute) * 60_000
  const cap = slowestMs >= leastRoom * equal ? Math.min(capFactor * equal, slowestMs) : capFactor * equal
  return Math.max(cap, fastestMs)
}

/**
 * `expectedPerHour`: mentions, greater than 0, with its weight. `requests`: pages that the last poll read, at least 1. `polledAt`: the start
 * of the last poll.
 */
export type PlannedAlert = { alert: string; expectedPerHour: number; requests: number; polledAt: number }

/**
 * Returns the alerts to poll now, the most urgent first: those over the cap, the longest waiting first; then by λ·τ²/requests. The last one
 * may cost more than what is left of `requests`; the caller carries the debt over to the next call.
 */
export function alertsToPoll(
  alerts: Iterable<PlannedAlert>,
  now: number,
  { requests, capMs, fastestMs }: { requests: number; capMs: number; fastestMs: number },
): PlannedAlert[] {
  /** Sorted by urgency, the greatest first. Together they use up the requests, and no more of them are needed. */
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

/** Greater than every index of an alert within the cap: 1,000 mentions a minute and a day of waiting stay far below it. */
const overCap = 1e30

function urgencyOf({ expectedPerHour, requests }: PlannedAlert, waited: number, capMs: number): number {
  return waited >= capMs ? overCap * waited : (expectedPerHour * waited * waited) / requests
}

/** Requests that may be spent. Negative: the debt of polls that cost more than expected. */
export type PollBudget = { requests: number; at: number }

/** Unused requests expire after this time, so that a pause is not followed by a burst. */
const longestSavedMs = 2000

/** The budget at `now`. It begins empty after a start, because the requests of the process before it count, too. */
export function refill({ requests, at }: PollBudget, now: number, perMinute: number): PollBudget {
  const perMs = perMinute / 60_000
  const elapsed = Math.max(0, now - at)
  return { requests: Math.min(requests + elapsed * perMs, Math.max(1, longestSavedMs * perMs)), at: now }
}
