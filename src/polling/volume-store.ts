import type { MentionService } from '../mention-api/mention-service-client.ts'
import type { RequestBudget } from '../mention-api/request-budget.ts'
import type { Messages } from '../slack/posted-messages.ts'
import { alertActivity, cardRecords, planRecords } from '../store/collections.ts'
import type { RecordStore } from '../store/records.ts'
import { volumeRecords } from '../store/volume-records.ts'
import { createDailySeriesLoader } from './daily-series.ts'
import type { Lag } from './poll-scheduler.ts'
import type { VolumeStore } from './ports.ts'

type VolumeStoreDeps = {
  records: RecordStore
  service: Pick<MentionService, 'series'>
  budget: Pick<RequestBudget, 'left'>
  messages: Pick<Messages, 'permalink'>
  drawSpike: VolumeStore['drawSpike']
  now: () => number
  /** The subscriptions that are behind. */
  behind: () => Promise<Lag[]>
  /** The plan of the account, if its size is configured. */
  plan: { monthlyMentions: number } | undefined
}

/** Stores what spikes, silences and the plan forecast need to know about each alert. */
export function createVolumeStore(deps: VolumeStoreDeps): VolumeStore {
  const { service, budget, messages, now } = deps
  const volumes = volumeRecords(deps.records)
  const planUse = planRecords(deps.records)
  const cards = cardRecords(deps.records, now)
  const activity = alertActivity(deps.records)
  return {
    find: volumes.find,
    async save(alert, volume) {
      const { lastAt, since, days } = volume.counts
      // The counts are written last. If the process dies before that, the same mentions are counted again and all three are rewritten.
      if (lastAt > since) await activity.note(alert, lastAt)
      if (deps.plan !== undefined) await planUse.keepDays(alert, days.total)
      await volumes.keep(alert, volume)
    },
    dailySeries: createDailySeriesLoader({ service, budget, now }),
    drawSpike: deps.drawSpike,
    permalink: messages.permalink,
    cards: (channel, since) => cards.postedTo(channel, since).catch(() => []),
    newestOfOthers: activity.newestOfOthers,
    async lagOf(names) {
      const lags = (await deps.behind()).filter(({ subscription }) => names.includes(subscription))
      return Math.max(0, ...lags.map(({ ms }) => ms))
    },
    ...(deps.plan === undefined ? {} : { plan: { ...planUse, ...deps.plan } }),
  }
}
