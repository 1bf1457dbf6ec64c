import type { Messages } from '../deliver/messages.ts'
import type { Budget } from '../mentions/budget.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Configuration } from '../settings/configuration.ts'
import { cardRecords } from '../store/card-records.ts'
import { heardRecords } from '../store/heard-records.ts'
import type { Store } from '../store/open-store.ts'
import { planRecords } from '../store/plan-records.ts'
import { weatherRecords } from '../store/weather-records.ts'
import type { WeatherBook } from '../turn/ports.ts'
import type { Lag } from '../watching/lag.ts'
import { createHistories } from './histories.ts'

type Parts = {
  configuration: Configuration
  service: Pick<MentionService, 'series'>
  budget: Pick<Budget, 'left'>
  store: Pick<Store, 'records'>
  slack: { messages: Pick<Messages, 'update' | 'permalink'> }
  now: () => number
  /** The subscriptions that are behind. */
  behind: () => Promise<Lag[]>
}

/** Everything behind storms, silences and the forecast of the plan. */
export function createWeather({
  configuration,
  service,
  budget,
  store,
  slack,
  now,
  behind,
}: Parts): WeatherBook {
  const records = weatherRecords(store.records)
  const plan = planRecords(store.records)
  const cards = cardRecords(store.records, now)
  const { plan: ours } = configuration
  const heard = heardRecords(store.records)
  return {
    find: records.find,
    async keep(alert, weather) {
      const { lastAt, since, days } = weather.counts
      // The counts last: where a process dies before them, the same is counted again, and the others are written again with it.
      if (lastAt > since) await heard.note(alert, lastAt)
      if (ours !== undefined) await plan.keepDays(alert, days.total)
      await records.keep(alert, weather)
    },
    history: createHistories({ service, budget, now }),
    draw: slack.messages.update,
    permalink: slack.messages.permalink,
    cards: (channel, since) => cards.postedTo(channel, since).catch(() => []),
    newestOfOthers: heard.newestOfOthers,
    async lagOf(names) {
      const theirs = (await behind()).filter(({ subscription }) => names.includes(subscription))
      return Math.max(0, ...theirs.map(({ ms }) => ms))
    },
    ...(ours === undefined ? {} : { plan: { ...plan, monthlyMentions: ours.monthlyMentions } }),
  }
}
