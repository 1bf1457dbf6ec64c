import type { SteadyClock } from '@overheard/base/clock'
import type { Time } from '@overheard/base/time'
import type { MentionService } from '@overheard/mention-client'
import type { Id } from '@overheard/mention-client/id'
import type { RequestBudget } from '@overheard/mention-client/request-budget'
import type { Handling } from '../../model/card.ts'
import type { CheckpointKey } from '../../model/checkpoint.ts'
import type { Collections } from '../../model/collection.ts'
import type { SpikeHistory } from '../../model/spike-card.ts'
import type { Messages } from '../../slack/posted-messages.ts'
import type { AlertVolume } from '../anomalies/alert-volume.ts'
import type { Lag, VolumeStore } from '../ports.ts'
import { createDailySeriesLoader } from './daily-series.ts'
import {
  createAlertActivity,
  createPlanRecords,
  type NoticeRecords,
  volumeCollection,
} from './stored-volume.ts'

type VolumeStoreDeps = {
  store: Collections
  handlingSince: (channel: string, since: Time) => Promise<Handling[]>
  service: Pick<MentionService, 'series'>
  budget: Pick<RequestBudget, 'left' | 'perMinute'>
  messages: Pick<Messages, 'permalink'>
  drawSpike: VolumeStore['updateSpikeCard']
  spikeHistory: (key: CheckpointKey) => Promise<Pick<SpikeHistory, 'strict'>>
  now: () => Time
  steady: SteadyClock
  behind: () => Promise<Lag[]>
  plan: { monthlyMentions: number } | undefined
}

/** The counts of at most this many alerts stay in memory (30 kB each), because only the leader changes them. */
const mostInMemory = 1000

/** `forget` must be called when this process takes alerts over. */
export function createVolumeStore(deps: VolumeStoreDeps): VolumeStore & NoticeRecords & { forget(): void } {
  const { service, budget, messages, now, steady } = deps
  const volumes = volumeCollection(deps.store)
  const planUse = createPlanRecords(deps.store, now)
  const activity = createAlertActivity(deps.store)
  const inMemory = new Map<string, AlertVolume | undefined>()
  function remember(alert: Id, volume: AlertVolume | undefined): void {
    inMemory.delete(alert)
    if (inMemory.size >= mostInMemory) inMemory.delete(inMemory.keys().next().value ?? '')
    inMemory.set(alert, volume)
  }
  return {
    async find(alert) {
      if (!inMemory.has(alert)) remember(alert, await volumes.find(alert))
      return inMemory.get(alert)
    },
    forget: () => inMemory.clear(),
    async save(alert, volume) {
      const { lastAt, since, days } = volume.counts
      inMemory.delete(alert)
      // The counts are written last. If the process dies before that, the same mentions are counted again and all three are rewritten.
      if (lastAt > since) await activity.note(alert, lastAt)
      if (deps.plan !== undefined) await planUse.keepDays(alert, days.total)
      await volumes.put(alert, volume)
      remember(alert, volume)
    },
    async isAnnouncedBy(notice) {
      if (notice.about.kind !== 'silence') return deps.plan !== undefined && planUse.isAnnouncedBy(notice)
      // Another process may own the alert, so the counts in the memory of this process may be old.
      const volume = await volumes.find(notice.about.alert)
      return volume?.announced.some(({ notices = [] }) => notices.includes(notice.id)) === true
    },
    dailySeries: createDailySeriesLoader({ service, budget, now, steady }),
    updateSpikeCard: deps.drawSpike,
    falseAlarmsOf: (key) =>
      deps.spikeHistory(key).then(
        ({ strict }) => strict?.falseAlarms ?? 0,
        () => 0,
      ),
    permalink: messages.permalink,
    handlingSince: deps.handlingSince,
    newestOfOthers: activity.newestOfOthers,
    async largestLagMs(names) {
      const lags = (await deps.behind()).filter(({ subscription }) => names.includes(subscription))
      return Math.max(0, ...lags.map(({ ms }) => ms))
    },
    ...(deps.plan === undefined ? {} : { plan: { ...planUse, ...deps.plan } }),
  }
}
