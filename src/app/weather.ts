import { addDays, dateOf } from '../insights/utc-date.ts'
import { MentionServiceError } from '../mentions/error.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Alert } from '../model/alert.ts'
import type { Configuration } from '../settings/configuration.ts'
import { cardRecords } from '../store/card-records.ts'
import type { Store } from '../store/open-store.ts'
import { planRecords } from '../store/plan-records.ts'
import { weatherRecords } from '../store/weather-records.ts'
import type { WeatherBook } from '../turn/ports.ts'
import type { DailySeries } from '../weather/hourly.ts'
import type { createSlack } from './slack.ts'

type Parts = {
  configuration: Configuration
  service: Pick<MentionService, 'series'>
  store: Pick<Store, 'records'>
  slack: Pick<ReturnType<typeof createSlack>, 'messages'>
  now: () => number
}

/** As many whole days before today are asked for: a month of the plan, and what is usual. */
const daysBefore = 45

/** Two histories are asked for at most so often, in ms: a thousand new alerts must not take the requests of the turns. */
const apart = 2000

/** After one that could not be had none is asked for, in ms: a service that is down must not hold up every turn. */
const restAfterFailure = 30_000

/** No turn waits longer for the histories, in ms. */
const patience = 5000

/** What an alert has that no history can be had of. */
const nothing: DailySeries = { mentions: [], sentiment: [] }

/** Everything behind storms, silences and the forecast of the plan. */
export function createWeather({ configuration, service, store, slack, now }: Parts): WeatherBook {
  const records = weatherRecords(store.records)
  const plan = planRecords(store.records)
  const cards = cardRecords(store.records, now)
  const { plan: ours } = configuration
  const newest = new Map<string, number>()
  let nextHistory = 0
  return {
    async find(alert) {
      const weather = await records.find(alert)
      if (weather !== undefined) newest.set(alert, weather.counts.lastAt)
      return weather
    },
    async keep(alert, weather) {
      await records.keep(alert, weather)
      if (ours !== undefined) await plan.keepDays(alert, weather.counts.days.total)
    },
    async history(alert, signal) {
      if (now() < nextHistory) return undefined
      nextHistory = now() + apart
      const ended = AbortSignal.any([signal, AbortSignal.timeout(patience)])
      const history = await historyOf(service, alert, now(), ended)
      if (history === undefined) nextHistory = now() + restAfterFailure
      return history
    },
    draw: slack.messages.update,
    permalink: slack.messages.permalink,
    cards: () => cards.all().catch(() => []),
    newestOfOthers: (alert) => {
      const others = [...newest].filter(([id]) => id !== alert).map(([, at]) => at)
      return others.length === 0 ? undefined : Math.max(...others)
    },
    ...(ours === undefined ? {} : { plan: { ...plan, monthlyMentions: ours.monthlyMentions } }),
  }
}

/** Undefined where it may be had later; nothing where it never will. */
async function historyOf(
  service: Pick<MentionService, 'series'>,
  { id, type }: Alert,
  now: number,
  signal: AbortSignal,
): Promise<DailySeries | undefined> {
  if (type !== 'mentions') return nothing
  const today = dateOf(now)
  const range = { from: addDays(today, -daysBefore), to: addDays(today, -1), granularity: 'day' as const }
  const ask = { priority: 'poll', signal } as const
  try {
    const mentions = (await service.series(id, 'mentions', range, ask)).periods
    const sentiment = (await service.series(id, 'sentiment', range, ask)).periods
    return { mentions, sentiment }
  } catch (error) {
    return error instanceof MentionServiceError && error.retry === 'never' ? nothing : undefined
  }
}
