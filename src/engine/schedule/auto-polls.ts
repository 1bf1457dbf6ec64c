import { backoffMs } from '@overheard/base/backoff'
import type { SteadyClock } from '@overheard/base/clock'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Subscription } from '../../model/subscription.ts'
import { expectedPerHour } from '../anomalies/expected-rate.ts'
import type { VolumeStore } from '../ports.ts'
import {
  alertsToPoll,
  intervalCapMs,
  meanInterval,
  type PlannedAlert,
  type PollBudget,
  type PollingLimits,
  refill,
  requestsPerMinute,
} from './poll-planner.ts'

export type AutoPolls = {
  put(subscription: string, alert: Id): void
  remove(subscription: string): void
  /** Returns the alerts to poll now, and subtracts the expected requests of their polls from the budget. */
  due(): Promise<{ alert: Id; subscriptions: string[] }[]>
  /**
   * Records that a poll of the alert begins for the subscriptions that are due. Returns undefined if the alert has no automatic subscription.
   * Otherwise the poll must also serve `subscriptions`, because it reads their mentions anyway.
   */
  begin(alert: Id, due: string[]): BegunPoll | undefined
  /** Returns the present mean time between two polls of an alert, in ms. */
  interval(): number
}

type BegunPoll = {
  subscriptions: string[]
  /**
   * `hasFailed` is true if no subscription with `schedule: auto` could read all its new mentions, and `inSpike` if at least one of them has
   * a running spike.
   */
  end(poll: { requests: number; hasFailed: boolean; inSpike: boolean }): Promise<void>
}

type AutoPollsDeps = {
  steady: SteadyClock
  limits: PollingLimits
  /** Returns how many mentions an hour an alert is expected to bring. A `weight` above 1 makes its polls more frequent. */
  expectation: (alert: Id, subscriptions: string[]) => Promise<{ perHour: number; weight: number }>
  /** Rejects if the store fails. */
  pausedForMs: () => Promise<number>
}

/**
 * `charged`: the requests that were subtracted from the budget when the poll was planned. `failures`: in a row; after a failure the alert is
 * not planned before `notBefore` (by the steady clock).
 */
type KnownAlert = PlannedAlert & {
  subscriptions: Set<string>
  state: 'idle' | 'queued' | 'running'
  charged: number
  failures: number
  notBefore: number
}

/** An alert without counts is planned as if it brought one mention an hour. */
const unknownPerHour = 1

/**
 * Each new pause that the service demands multiplies the planned share of the requests by `slowedTo`, down to `leastShare`. The share then
 * grows by 1 in `recoveryMs`, up to 1.
 */
const slowedTo = 0.7
const leastShare = 0.2
const recoveryMs = 30 * 60_000

/** An alert whose polls fail is planned less and less often, down to one poll a minute. In ms. */
const failureBackoff = { firstMs: 10_000, maxMs: 60_000 }

/** An alert in a spike is polled as if it brought four times its mentions. */
const spikeWeight = 4

export function createAutoPolls({ steady, limits, expectation, pausedForMs }: AutoPollsDeps): AutoPolls {
  const alerts = new Map<Id, KnownAlert>()
  const alertOf = new Map<string, Id>()
  let budget: PollBudget = { requests: 0, at: steady() }
  let slowed = { share: 1, at: steady(), isPaused: false }

  function remove(subscription: string): void {
    const alert = alertOf.get(subscription)
    alertOf.delete(subscription)
    const known = alert === undefined ? undefined : alerts.get(alert)
    known?.subscriptions.delete(subscription)
    if (alert !== undefined && known?.subscriptions.size === 0) alerts.delete(alert)
  }

  function shareNow(): number {
    return Math.min(1, slowed.share + Math.max(0, steady() - slowed.at) / recoveryMs)
  }

  /** A pause means that another program uses the same token, or that the service is overloaded. */
  async function noticePause(): Promise<boolean> {
    const isPaused = (await pausedForMs()) > 0
    if (isPaused && !slowed.isPaused)
      slowed = { share: Math.max(leastShare, shareNow() * slowedTo), at: steady(), isPaused }
    else slowed = { ...slowed, isPaused }
    return isPaused
  }

  const perMinute = () => requestsPerMinute(alerts.size, limits) * shareNow()

  return {
    put(subscription, alert) {
      if (alertOf.get(subscription) === alert) return
      remove(subscription)
      alertOf.set(subscription, alert)
      const known = alerts.get(alert) ?? {
        alert,
        expectedPerHour: unknownPerHour,
        requests: 1,
        polledAt: steady(),
        subscriptions: new Set(),
        state: 'idle' as const,
        charged: 0,
        failures: 0,
        notBefore: Number.NEGATIVE_INFINITY,
      }
      known.subscriptions.add(subscription)
      alerts.set(alert, known)
    },
    remove,
    async due() {
      budget = refill(budget, steady(), perMinute())
      // The store may not answer. Then nothing is planned, and the next second tries again.
      const isPaused = await noticePause().catch(() => undefined)
      if (isPaused === undefined) return []
      if (isPaused) {
        budget = { ...budget, requests: Math.min(0, budget.requests) }
        return []
      }
      const idle = [...alerts.values()].filter(
        ({ state, notBefore }) => state === 'idle' && notBefore <= steady(),
      )
      const capMs = intervalCapMs(alerts.size, perMinute(), limits)
      const plan = { requests: budget.requests, capMs, fastestMs: limits.fastestMs }
      return alertsToPoll(idle, steady(), plan).flatMap(({ alert, requests }) => {
        const known = alerts.get(alert)
        if (known === undefined) return []
        budget.requests -= requests
        Object.assign(known, { polledAt: steady(), state: 'queued', charged: requests })
        return [{ alert, subscriptions: [...known.subscriptions] }]
      })
    },
    begin(alert, due) {
      const known = alerts.get(alert)
      if (known === undefined) return undefined
      Object.assign(known, { polledAt: steady(), state: 'running' })
      // The requests of a cron expression are not planned, so they must not use up the budget of the planned polls.
      const isCharged = due.some((name) => known.subscriptions.has(name))
      return {
        subscriptions: [...known.subscriptions],
        async end({ requests, hasFailed, inSpike }) {
          const { perHour, weight } = await expectation(alert, [...known.subscriptions])
          // A poll that failed before its first page may still have cost a request.
          const cost = Math.max(1, requests)
          if (isCharged) budget.requests -= cost - known.charged
          const failures = hasFailed ? known.failures + 1 : 0
          Object.assign(known, {
            state: 'idle',
            ...(isCharged ? { charged: 0 } : {}),
            requests: cost,
            expectedPerHour: perHour * weight * (inSpike ? spikeWeight : 1),
            failures,
            notBefore: hasFailed ? steady() + backoffMs(failures, failureBackoff) : Number.NEGATIVE_INFINITY,
          })
        },
      }
    },
    interval: () => meanInterval(alerts.size, perMinute(), limits),
  }
}

/** An alert with a subscription that notifies people is polled as if it brought four times its mentions, so about twice as often. */
const callWeight = 4

type ExpectationDeps = {
  now: () => Time
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
