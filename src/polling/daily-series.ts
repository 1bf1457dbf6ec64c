import type { DailySeries } from '../anomalies/volume-counts.ts'
import type { MentionService } from '../mention-api/mention-service-client.ts'
import { type RequestBudget, requestLimit } from '../mention-api/request-budget.ts'
import type { Alert } from '../model/alert.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import { addDays, dateOf } from '../model/utc-date.ts'
import type { VolumeStore } from './ports.ts'

type Deps = {
  service: Pick<MentionService, 'series'>
  budget: Pick<RequestBudget, 'left'>
  /** UTC, ms. */
  now: () => number
}

/** As many whole days before today are asked for: a month of the plan, and what is usual. */
const daysBefore = 45

/** What one alert's histories cost, and what stays for the turns and for people's questions: half of a minute's requests. */
const requestsEach = 2
const keptBack = requestLimit.limit / 2

/** Where the turns need that half themselves, one alert is still served this often, in ms: it takes 12 requests of 280 a minute. */
const slowly = 10_000

/** After one that could not be had none is asked for, in ms: a service that is down must not hold up every turn. */
const restAfterFailure = 30_000

/** No turn waits longer for the histories, in ms. */
const patience = 5000

/** What an alert has that no history can be had of. */
const nothing: DailySeries = { mentions: [], sentiment: [] }

/** The daily histories of alerts whose counting begins: as many as the request budget has to spare, so that a thousand new alerts hold up no turn. */
export function createDailySeriesLoader({ service, budget, now }: Deps): VolumeStore['dailySeries'] {
  let underWay = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let restsUntil = Number.NEGATIVE_INFINITY

  /** `ahead`: how many are under way, and may not have sent their requests yet. */
  async function mayAsk(ahead: number): Promise<boolean> {
    if (now() < restsUntil) return false
    const { requests, waiting } = await budget.left()
    const isSpare = waiting === 0 && requests - ahead * requestsEach > keptBack
    if (!isSpare && now() - lastAt < slowly) return false
    lastAt = now()
    return true
  }

  return async (alert, signal) => {
    if (alert.type !== 'mentions') return nothing
    const ahead = underWay
    underWay += 1
    try {
      if (!(await mayAsk(ahead))) return undefined
      return await historyOf(service, alert, now(), AbortSignal.any([signal, AbortSignal.timeout(patience)]))
    } catch (error) {
      if (error instanceof MentionServiceError && error.retry === 'never') return nothing
      restsUntil = now() + restAfterFailure
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
