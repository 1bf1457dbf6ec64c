import type { Messages } from '../deliver/messages.ts'
import type { RequestBudget } from '../mentions/budget.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Configuration } from '../settings/configuration.ts'
import { cardRecords } from '../store/card-records.ts'
import { alertActivity } from '../store/heard-records.ts'
import type { Store } from '../store/open-store.ts'
import { planRecords } from '../store/plan-records.ts'
import { volumeRecords } from '../store/weather-records.ts'
import type { VolumeStore } from '../turn/ports.ts'
import type { Lag } from '../watching/lag.ts'
import { createDailySeriesLoader } from './histories.ts'

type VolumeParts = {
  configuration: Configuration
  service: Pick<MentionService, 'series'>
  budget: Pick<RequestBudget, 'left'>
  store: Pick<Store, 'records'>
  slack: { messages: Pick<Messages, 'update' | 'permalink'> }
  now: () => number
  /** The subscriptions that are behind. */
  behind: () => Promise<Lag[]>
}

/** Everything behind storms, silences and the forecast of the plan. */
export function createVolumeStore({
  configuration,
  service,
  budget,
  store,
  slack,
  now,
  behind,
}: VolumeParts): VolumeStore {
  const records = volumeRecords(store.records)
  const plan = planRecords(store.records)
  const cards = cardRecords(store.records, now)
  const { plan: ours } = configuration
  const heard = alertActivity(store.records)
  return {
    find: records.find,
    async save(alert, volume) {
      const { lastAt, since, days } = volume.counts
      // The counts last: where a process dies before them, the same is counted again, and the others are written again with it.
      if (lastAt > since) await heard.note(alert, lastAt)
      if (ours !== undefined) await plan.keepDays(alert, days.total)
      await records.keep(alert, volume)
    },
    dailySeries: createDailySeriesLoader({ service, budget, now }),
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
