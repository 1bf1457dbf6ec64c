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

/** The alerts of the subscriptions with `schedule: auto` in this process, and the requests that their polls may use. Times are UTC, in ms. */
export type AutoPolls = {
  put(subscription: string, alert: Id): void
  remove(subscription: string): void
  /** Returns the alerts to poll now, and counts their requests as spent. Called once a second. */
  due(): Promise<{ alert: Id; subscriptions: string[] }[]>
  /** A poll of any subscription of the alert begins, for whatever reason. */
  begun(alert: Id): void
  /** `requests`: the pages that the poll read. */
  ended(alert: Id, requests: number): Promise<void>
  /** The mean interval of an alert at present, in ms. */
  interval(): number
}

type AutoPollsDeps = {
  now: () => number
  limits: PollingLimits
  /** The mentions an hour that an alert is expected to bring, and how much sooner than others they are wanted (1: as others). */
  expectation: (alert: Id, subscriptions: string[]) => Promise<{ perHour: number; weight: number }>
  /** The rest of a pause that the mention service demanded, in ms. */
  pausedForMs: () => Promise<number>
}

type KnownAlert = PlannedAlert & { subscriptions: Set<string>; isRunning: boolean; charged: number }

/** A new alert counts as one that brings a mention an hour until its first poll has ended. */
const unknownPerHour = 1

/** After the service demanded a pause, this share of the requests is planned; the share grows back by 1 in `recoveryMs`. */
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

  /** A pause means that somebody else uses the same token, or that the service is overloaded. */
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
      // A failed poll read no page, and still cost a request.
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

/** An alert whose subscriptions call people is polled as if it brought this many times its mentions, so twice as often. */
const callWeight = 4

type ExpectationDeps = {
  now: () => number
  volume: Pick<VolumeStore, 'find'>
  find: (subscription: string) => { subscription: Subscription } | undefined
}

/** Expects the mentions that the counts of spike detection show. Without counts, an alert counts as a new one. Never rejects. */
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
