import { memoizeAsync } from '@overheard/base/memoize'
import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import type { Id } from '@overheard/mention-client/id'
import { z } from 'zod'
import { type CollectionKind, type Collections, openCollection } from '../../model/collection.ts'
import type { Notice } from '../../model/reminder.ts'
import {
  type AlertVolume,
  alertVolumeSchema,
  type Timeline,
  timelineSchema,
} from '../anomalies/alert-volume.ts'
import type { PlanLimits, PlanUse } from '../ports.ts'

/** Each alert has a file of its own, because every poll that finds new mentions writes the file. */
const volumeKind: CollectionKind<AlertVolume> = {
  name: 'volume',
  schema: alertVolumeSchema,
  isLarge: true,
}
const activityKind: CollectionKind<number> = { name: 'alert-activity', schema: z.number() }
/** True means the same as `reached: true`, from before notices had ids. */
const limitSchema = z.union([z.literal(true), z.object({ reached: z.boolean(), notice: z.string() })])
const planLimitKind: CollectionKind<z.output<typeof limitSchema>> = {
  name: 'plan-limits',
  schema: limitSchema,
}
const planDaysKind: CollectionKind<Timeline> = { name: 'plan-days', schema: timelineSchema }
const shareSchema = z.object({ renewsAt: timeSchema, share: z.number(), notice: z.string().exactOptional() })
const planSharesKind: CollectionKind<z.output<typeof shareSchema>> = {
  name: 'plan-shares',
  schema: shareSchema,
}
export const volumeKinds = [volumeKind, activityKind, planLimitKind, planDaysKind, planSharesKind]

export const volumeCollection = (store: Collections) => openCollection(store, volumeKind)

/** Stores the time of the newest mention of each alert, for all processes. All functions reject if the store fails. */
export type AlertActivity = {
  note(alert: Id, at: Time): Promise<void>
  newestOfOthers(alert: Id): Promise<number | undefined>
}

/** An alert's time is written at most this often, in ms, because nobody needs it more exactly. */
const writeEveryMs = 60 * 60_000

export function createAlertActivity(store: Collections): AlertActivity {
  const stored = openCollection(store, activityKind)
  const noted = new Map<string, number>()
  return {
    async note(alert, at) {
      const known = noted.get(alert)
      if (known !== undefined && at - known < writeEveryMs) return
      const isOld = (current: number | undefined) => current === undefined || at - current >= writeEveryMs
      noted.set(alert, (await stored.change(alert, (current) => (isOld(current) ? at : current))) ?? at)
    },
    async newestOfOthers(alert) {
      const others = (await stored.entries()).filter(({ key }) => key !== alert)
      return others.length === 0 ? undefined : Math.max(...others.map(({ value }) => value))
    },
  }
}

export type NoticeRecords = {
  /** True if the announcement of the notice is stored and still holds. Rejects if the store fails. */
  isAnnouncedBy(notice: Pick<Notice, 'id' | 'channel' | 'about'>): Promise<boolean>
}

/** Every page of mentions asks for its channels, so an answer may be this old, in ms. */
const announcedKnownMs = 10_000

const isReached = (limit: z.infer<typeof limitSchema> | undefined) =>
  limit === true || limit?.reached === true

export function createPlanLimits(
  store: Collections,
  now: () => Time,
): PlanLimits & NoticeRecords & { isReached(): Promise<boolean> } {
  const limits = openCollection(store, planLimitKind)
  const reachedIn = memoizeAsync(
    async () =>
      new Set((await limits.entries()).filter(({ value }) => isReached(value)).map(({ key }) => key)),
    { now, ttlMs: announcedKnownMs },
  )
  return {
    isAnnounced: async (channel) => (await reachedIn()).has(channel),
    isReached: async () => (await reachedIn()).size > 0,
    async recordAnnouncement(channel, reached, notice) {
      await limits.change(channel, (current) =>
        isReached(current) === reached ? current : { reached, notice },
      )
      const known = await reachedIn()
      if (reached) known.add(channel)
      else known.delete(channel)
    },
    async isAnnouncedBy({ channel, id }) {
      const limit = await limits.find(channel)
      return limit !== undefined && limit !== true && limit.notice === id
    },
  }
}

export function createPlanRecords(
  store: Collections,
  now: () => Time,
): Omit<PlanUse, 'monthlyMentions'> &
  NoticeRecords & {
    keepDays(alert: Id, days: Timeline): Promise<void>
  } {
  const days = openCollection(store, planDaysKind)
  const shares = openCollection(store, planSharesKind)
  return {
    dailyTotals: days.all,
    keepDays: days.put,
    async announcedShare(channel, renewsAt) {
      const known = await shares.find(channel)
      return known?.renewsAt === renewsAt ? known.share : undefined
    },
    async recordAnnouncedShare(channel, warned) {
      await shares.change(channel, (current) => {
        const isKnown = current?.renewsAt === warned.renewsAt && current.share >= warned.share
        return isKnown ? current : warned
      })
    },
    async isAnnouncedBy({ channel, id }) {
      const share = await shares.find(channel)
      return share?.notice === id && share.renewsAt > now()
    },
  }
}
