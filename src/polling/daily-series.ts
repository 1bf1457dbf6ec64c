import type { DailySeries } from '../anomalies/volume-counts.ts'
import { systemTimer } from '../async/clock.ts'
import { createRateLimiter } from '../async/rate-limiter.ts'
import { withTimeout } from '../async/timeout.ts'
import type { MentionService } from '../mention-api/mention-service-client.ts'
import { type RequestBudget, requestLimit } from '../mention-api/request-budget.ts'
import type { Alert } from '../model/alert.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import { addDays, dateOf } from '../model/utc-date.ts'
import type { VolumeStore } from './ports.ts'

type Deps = {
  service: Pick<MentionService, 'series'>
  budget: Pick<RequestBudget, 'left'>
  now: () => number
}

/** This many whole days before today are requested: enough for a month of the plan and for a baseline. */
const daysBefore = 45

/** The daily totals of one alert take this many requests. */
const requestsEach = 2
/** This many requests of each minute stay reserved for polls and commands. */
const keptBack = requestLimit.limit / 2

/** Even if polls need all requests, one alert is served every ten seconds. This takes 12 of 280 requests a minute. */
const slowly = { limit: 1, windowMs: 10_000 }

/** After a failure no totals are requested for this time, in ms, because a service that is down must not delay every poll. */
const restAfterFailure = 30_000

/** No poll waits longer for the daily totals, in ms. */
const patience = 5000

const nothing: DailySeries = { mentions: [], sentiment: [] }

/** Loads the daily totals of new alerts only as fast as the request budget allows, because a thousand new alerts must not delay polls. */
export function createDailySeriesLoader({ service, budget, now }: Deps): VolumeStore['dailySeries'] {
  const slowLane = createRateLimiter(slowly, now)
  const key = 'histories'
  let underWay = 0

  /** `ahead`: the number of running loads that may not have sent their requests yet. */
  async function mayAsk(ahead: number): Promise<boolean> {
    if ((await slowLane.left(key)).pausedForMs > 0) return false
    if ((await slowLane.take(key)) === 0) return true
    const { requests, waiting } = await budget.left()
    return waiting === 0 && requests - ahead * requestsEach > keptBack
  }

  return async (alert, signal) => {
    if (alert.type !== 'mentions') return nothing
    const ahead = underWay
    underWay += 1
    try {
      if (!(await mayAsk(ahead))) return undefined
      return await withTimeout(
        systemTimer,
        patience,
        (inTime) => historyOf(service, alert, now(), inTime),
        signal,
      )
    } catch (error) {
      if (error instanceof MentionServiceError && error.retry === 'never') return nothing
      await slowLane.pause(key, restAfterFailure)
      return undefined
    } finally {
      underWay -= 1
    }
  }
}

async function historyOf(
  service: Pick<MentionService, 'series'>,
  { id }: Alert,
  now: number,
  signal: AbortSignal,
): Promise<DailySeries> {
  const today = dateOf(now)
  const range = { from: addDays(today, -daysBefore), to: addDays(today, -1), granularity: 'day' as const }
  const ask = { priority: 'poll', signal } as const
  const mentions = (await service.series(id, 'mentions', range, ask)).periods
  const sentiment = (await service.series(id, 'sentiment', range, ask)).periods
  return { mentions, sentiment }
}
