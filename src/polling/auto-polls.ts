import { expectedPerHour } from '../anomalies/expected-rate.ts'
import type { Id } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import {
  alertsToPoll,
  longestInterval,
  type PlannedAlert,
  type PollBudget,
  type PollingLimits,
  refill,
  requestsPerMinute,
} from '../scheduler/poll-planner.ts'
import type { VolumeStore } from './ports.ts'

export type AutoPolls = {
  put(subscription: string, alert: Id): void
  remove(subscription: string): void
  /** Returns the alerts to poll now, and subtracts the expected requests of their polls from the budget. */
  due(): Promise<{ alert: Id; subscriptions: string[] }[]>
  /** Records that a poll of the alert begins, even if the poll was not planned here (for example a retry). */
  begun(alert: Id): void
  ended(alert: Id, requests: number): Promise<void>
  /** Returns the present mean time between two polls of an alert, in ms. */
  interval(): number
}

type AutoPollsDeps = {
  now: () => number
  limits: PollingLimits
  /** Returns how many mentions an hour an alert is expected to bring. A `weight` above 1 makes its polls more frequent. */
  expectation: (alert: Id, subscriptions: string[]) => Promise<{ perHour: number; weight: number }>
  pausedForMs: () => Promise<number>
}

type KnownAlert = PlannedAlert & { subscriptions: Set<string>; isRunning: boolean; charged: number }

/** An alert without counts is planned as if it brought one mention an hour. */
const unknownPerHour = 1

/**
 * Each new pause that the service demands multiplies the planned share of the requests by `slowedTo`, down to `leastShare`. The share then
 * grows by 1 in `recoveryMs`, up to 1.
 */
const slowedTo = 0.7
const leastShare = 0.2
const recoveryMs = 30 * 60_000

export function createAutoPolls({ now, limits, expectation, pausedForMs }: AutoPollsDeps): AutoPolls {
  const alerts = new Map<Id, KnownAlert>()
  const alertOf = new Map<string, Id>()
  let budget: PollBudget = { requests: 0, at: now() }
  let slowed = { share: 1, at: now(), isPaused: false }

  function remove(subscription: string): void {
    const alert = alertOf.get(subscription)
    alertOf.delete(subscription)
    const known = alert === undefined ? undefined : alerts.get(alert)
    known?.subscriptions.delete(subscription)
    if (alert !== undefined && known?.subscriptions.size === 0) alerts.delete(alert)
  }

  function shareNow(): number {
    return Math.min(1, slowed.share + Math.max(0, now() - slowed.at) / recoveryMs)
  }

  /** A pause means that another program uses the same token, or that the service is overloaded. */
  async function noticePause(): Promise<boolean> {
    const isPaused = (await pausedForMs()) > 0
    if (isPaused && !slowed.isPaused)
      slowed = { share: Math.max(leastShare, shareNow() * slowedTo), at: now(), isPaused }
    else slowed = { ...slowed, isPaused }
    return isPaused
  }

  const perMinute = () => requestsPerMinute(alerts.size, limits) * shareNow()
  const spend = (requests: number) => {
    budget = { ...budget, requests: budget.requests - requests }
  }

  return {
    put(subscription, alert) {
      if (alertOf.get(subscription) === alert) return
      remove(subscription)
      alertOf.set(subscription, alert)
      const known = alerts.get(alert) ?? {
        alert,
        expectedPerHour: unknownPerHour,
        requests: 1,
        polledAt: now(),
        subscriptions: new Set(),
        isRunning: false,
        charged: 0,
      }
      known.subscriptions.add(subscription)
      alerts.set(alert, known)
    },
    remove,
    async due() {
      budget = refill(budget, now(), perMinute())
      if (await noticePause()) {
        budget = { ...budget, requests: Math.min(0, budget.requests) }
        return []
      }
      const idle = [...alerts.values()].filter(({ isRunning }) => !isRunning)
      const capMs = longestInterval(alerts.size, perMinute(), limits)
      const plan = { requests: budget.requests, capMs, fastestMs: limits.fastestMs }
      return alertsToPoll(idle, now(), plan).flatMap(({ alert, requests }) => {
        const known = alerts.get(alert)
        if (known === undefined) return []
        spend(requests)
        Object.assign(known, { polledAt: now(), charged: requests })
        return [{ alert, subscriptions: [...known.subscriptions] }]
      })
    },
    begun(alert) {
      const known = alerts.get(alert)
      if (known !== undefined) Object.assign(known, { polledAt: now(), isRunning: true })
    },
    async ended(alert, requests) {
      const known = alerts.get(alert)
      if (known === undefined) return
      const { perHour, weight } = await expectation(alert, [...known.subscriptions])
      // A poll that failed before its first page may still have cost a request.
      const cost = Math.max(1, requests)
      spend(cost - known.charged)
      Object.assign(known, {
        isRunning: false,
        charged: 0,
        requests: cost,
        expectedPerHour: perHour * weight,
      })
    },
    interval: () =>
      alerts.size === 0 ? limits.fastestMs : Math.max(limits.fastestMs, (alerts.size / perMinute()) * 60_000),
  }
}

/** An alert with a subscription that notifies people is polled as if it brought four times its mentions, so about twice as often. */
const callWeight = 4

type ExpectationDeps = {
  now: () => number
  volume: Pick<VolumeStore, 'find'>
  find: (subscription: string) => { subscription: Subscription } | undefined
}

/** Takes the expected mentions from the counts of spike detection. Never rejects. */
export function createPollExpectation({ now, volume, find }: ExpectationDeps): AutoPollsDeps['expectation'] {
  return async (alert, subscriptions) => {
    const known = await volume.find(alert).catch(() => undefined)
    const callsPeople = subscriptions.some((name) => find(name)?.subscription.notify !== undefined)
    return {
      perHour: known === undefined ? unknownPerHour : expectedPerHour(known.counts, now()),
      weight: callsPeople ? callWeight : 1,
    }
  }
}
