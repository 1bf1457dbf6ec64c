import { type SteadyClock, systemTimer } from '@overheard/base/clock'
import { createRateLimiter } from '@overheard/base/rate-limiter'
import type { Time } from '@overheard/base/time'
import { withTimeout } from '@overheard/base/timeout'
import type { MentionService } from '@overheard/mention-client'
import type { Alert } from '@overheard/mention-client/alert'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import type { RequestBudget } from '@overheard/mention-client/request-budget'
import { addDays, dateOf } from '../../model/calendar-date.ts'
import type { DailySeries } from '../anomalies/volume-counts.ts'
import type { VolumeStore } from '../ports.ts'

type DailySeriesDeps = {
  service: Pick<MentionService, 'series'>
  budget: Pick<RequestBudget, 'left' | 'perMinute'>
  now: () => Time
  steady: SteadyClock
}

/** The daily totals cover this many whole days before today, which is enough for a month of the plan and for a baseline. */
const daysBefore = 45

const requestsPerAlert = 2

/** Even if polls use all requests, the daily totals of one alert are loaded every ten seconds, which takes 12 requests a minute. */
const slowLaneLimit = { limit: 1, windowMs: 10_000 }

/**
 * After a failure that may pass, no daily totals are requested for this time, in ms, because a service that is down must not delay every
 * poll.
 */
const pauseAfterFailureMs = 30_000

/** If the requests are needed for polls, the budget is asked again after this time, in ms, because each poll of a new alert would ask. */
const budgetKnownMs = 5000

const maxWaitMs = 5000

const noTotals: DailySeries = { mentions: [], sentiment: [] }

/**
 * Loads the daily totals of new alerts only as fast as the request budget allows, because a thousand new alerts must not delay polls.
 * Returns undefined if a later poll must load them.
 */
export function createDailySeriesLoader({
  service,
  budget,
  now,
  steady,
}: DailySeriesDeps): VolumeStore['dailySeries'] {
  const slowLane = createRateLimiter(slowLaneLimit, steady)
  const key = 'histories'
  let runningLoads = 0
  let neededForPollsAt = Number.NEGATIVE_INFINITY

  async function mayLoad(loadsAhead: number): Promise<boolean> {
    if ((await slowLane.left(key)).pausedForMs > 0) return false
    if ((await slowLane.take(key)) === 0) return true
    const at = steady()
    if (at - neededForPollsAt < budgetKnownMs) return false
    const { requests, waiting } = await budget.left()
    const isEnough = waiting === 0 && requests - loadsAhead * requestsPerAlert > budget.perMinute / 2
    if (!isEnough) neededForPollsAt = at
    return isEnough
  }

  return async (alert, signal) => {
    if (alert.type !== 'mentions') return noTotals
    const ahead = runningLoads
    runningLoads += 1
    try {
      if (!(await mayLoad(ahead))) return undefined
      return await withTimeout(
        systemTimer,
        maxWaitMs,
        (inTime) => historyOf(service, alert, now(), inTime),
        signal,
      )
    } catch (error) {
      if (error instanceof MentionServiceError && error.retry === 'never') return noTotals
      await slowLane.pause(key, pauseAfterFailureMs)
      return undefined
    } finally {
      runningLoads -= 1
    }
  }
}

async function historyOf(
  service: Pick<MentionService, 'series'>,
  { id }: Alert,
  now: Time,
  signal: AbortSignal,
): Promise<DailySeries> {
  const today = dateOf(now)
  const range = { from: addDays(today, -daysBefore), to: addDays(today, -1), granularity: 'day' as const }
  const ask = { priority: 'poll', signal } as const
  const mentions = (await service.series(id, 'mentions', range, ask)).periods
  const sentiment = (await service.series(id, 'sentiment', range, ask)).periods
  return { mentions, sentiment }
}
