import type { Ms } from '@overheard/base/time'
import { requestShares } from '@overheard/mention-client/request-limit'
import { type ProblemText, warningTexts } from '../../messages/problems/problem-texts.ts'
import { automatic, type Subscription } from '../../model/subscription.ts'
import { fieldsOf } from '../../scheduler/cron-tasks.ts'
import { intervalCapMs, meanInterval, type PollingLimits, requestsPerMinute } from './poll-planner.ts'

/** The alerts need too many requests if their polls are further apart than this on average, in ms. */
const wantedIntervalMs = 2 * 60_000

/**
 * `alerts`: how many are polled automatically, every `everyMs` on average. `warnings` says if the alerts need more requests than polls may
 * use. An alert that is written as its name and as its id counts twice.
 */
export type CheckRates = { alerts: number; everyMs: Ms; warnings: ProblemText[] }

export function pollingLimits(polling: {
  share: number
  fastest: number
  slowest: number
  requestsPerMinute: number
}): PollingLimits {
  const { share, fastest, slowest } = polling
  const { polls } = requestShares(polling.requestsPerMinute)
  return { mostPerMinute: polls, share, fastestMs: fastest, slowestMs: slowest }
}

export function checkRates(
  subscriptions: Pick<Subscription, 'alert' | 'schedule'>[],
  limits: PollingLimits,
): CheckRates {
  const alerts = new Set(
    subscriptions.filter(({ schedule }) => schedule === automatic).map(({ alert }) => alert),
  ).size
  const planned = alerts === 0 ? 0 : requestsPerMinute(alerts, limits)
  const everyMs = alerts === 0 ? 0 : meanInterval(alerts, planned, limits)
  const cron = cronPerMinute(subscriptions)
  const isOutgrown = everyMs > wantedIntervalMs
  return {
    alerts,
    everyMs,
    warnings: [
      ...(isOutgrown
        ? [warningTexts.tooManyAlerts(alerts, everyMs, intervalCapMs(alerts, planned, limits))]
        : []),
      ...(cron > 0 && cron + planned > limits.mostPerMinute
        ? [warningTexts.tooManyChecks(Math.ceil(cron + planned), limits.mostPerMinute)]
        : []),
    ],
  }
}

/** Each alert counts with the most frequent schedule of its subscriptions. */
function cronPerMinute(subscriptions: Pick<Subscription, 'alert' | 'schedule'>[]): number {
  const rates = new Map<string, number>()
  const ofAlert = new Map<string, number>()
  for (const { alert, schedule } of subscriptions) {
    if (schedule === automatic) continue
    const rate = rates.get(schedule) ?? pollsPerMinute(schedule)
    rates.set(schedule, rate)
    ofAlert.set(alert, Math.max(rate, ofAlert.get(alert) ?? 0))
  }
  return [...ofAlert.values()].reduce((sum, rate) => sum + rate, 0)
}

/** Returns the mean number of runs in a minute, in the hours and on the days of the schedule. */
function pollsPerMinute(expression: string): number {
  const { second, minute: minutes } = fieldsOf(expression)
  return (second.length * minutes.length) / 60
}
