import type { MentionService } from '../mention-api/mention-service-client.ts'
import type { RequestBudget } from '../mention-api/request-budget.ts'
import type { CardRecord } from '../model/card.ts'
import type { Collections } from '../model/collection.ts'
import type { Messages } from '../slack/posted-messages.ts'
import { createDailySeriesLoader } from './daily-series.ts'
import type { Lag } from './poll-scheduler.ts'
import type { VolumeStore } from './ports.ts'
import { createAlertActivity, createPlanRecords, volumeCollection } from './stored-volume.ts'

type VolumeStoreDeps = {
  store: Collections
  cardActions: (channel: string, since: number) => Promise<CardRecord[]>
  service: Pick<MentionService, 'series'>
  budget: Pick<RequestBudget, 'left'>
  messages: Pick<Messages, 'permalink'>
  drawSpike: VolumeStore['updateSpikeCard']
  now: () => number
  behind: () => Promise<Lag[]>
  plan: { monthlyMentions: number } | undefined
}

export function createVolumeStore(deps: VolumeStoreDeps): VolumeStore {
  const { service, budget, messages, now } = deps
  const volumes = volumeCollection(deps.store)
  const planUse = createPlanRecords(deps.store)
  const activity = createAlertActivity(deps.store)
  return {
    find: volumes.find,
    async save(alert, volume) {
      const { lastAt, since, days } = volume.counts
      // The counts are written last. If the process dies before that, the same mentions are counted again and all three are rewritten.
      if (lastAt > since) await activity.note(alert, lastAt)
      if (deps.plan !== undefined) await planUse.keepDays(alert, days.total)
      await volumes.put(alert, volume)
    },
    dailySeries: createDailySeriesLoader({ service, budget, now }),
    updateSpikeCard: deps.drawSpike,
    permalink: messages.permalink,
    cardActionsSince: deps.cardActions,
    newestOfOthers: activity.newestOfOthers,
    async greatestLagMs(names) {
      const lags = (await deps.behind()).filter(({ subscription }) => names.includes(subscription))
      return Math.max(0, ...lags.map(({ ms }) => ms))
    },
    ...(deps.plan === undefined ? {} : { plan: { ...planUse, ...deps.plan } }),
  }
}
