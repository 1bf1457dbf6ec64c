import { z } from 'zod'
import { memoizeAsync } from '../async/memoize.ts'
import { alertVolumeSchema, type Timeline, timelineSchema } from '../model/alert-volume.ts'
import type { Collection, Collections } from '../model/collection.ts'
import type { PlanLimits, PlanUse } from './ports.ts'

/** Each alert has a file of its own, because every poll that finds new mentions writes the file. */
export const volumeCollection = ({ collection }: Collections) =>
  collection('volume', alertVolumeSchema, { fileForEach: true, rebuildable: true })

/** Stores the time of the newest mention of each alert, for all processes. All functions reject if the store fails. */
export type AlertActivity = {
  note(alert: string, at: number): Promise<void>
  newestOfOthers(alert: string): Promise<number | undefined>
}

/** An alert's time is written at most this often, in ms, because all alerts are in one file that each write replaces. */
const writeEveryMs = 60 * 60_000

export function createAlertActivity({ collection }: Collections): AlertActivity {
  const stored = collection('alert-activity', z.number(), { rebuildable: true })
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

/** Every page of mentions asks for its channels, so an answer may be this old, in ms. */
const announcedKnownMs = 10_000

export function createPlanLimits(
  { collection }: Collections,
  now: () => number,
): PlanLimits & { isReached(): Promise<boolean> } {
  const reachedIn: Collection<true> = collection('plan-limits', z.literal(true), { rebuildable: true })
  const announced = memoizeAsync(async () => new Set((await reachedIn.entries()).map(({ key }) => key)), {
    now,
    ttlMs: announcedKnownMs,
  })
  return {
    isAnnounced: async (channel) => (await announced()).has(channel),
    isReached: async () => (await announced()).size > 0,
    async recordAnnouncement(channel, reached) {
      let isNew = false
      await reachedIn.change(channel, (current) => {
        isNew = (current === true) !== reached
        return reached ? true : undefined
      })
      const known = await announced()
      if (reached) known.add(channel)
      else known.delete(channel)
      return isNew
    },
  }
}

const shareSchema = z.object({ renewsAt: z.number(), share: z.number() })

export function createPlanRecords({ collection }: Collections): Omit<PlanUse, 'monthlyMentions'> & {
  keepDays(alert: string, days: Timeline): Promise<void>
} {
  const days = collection('plan-days', timelineSchema, { rebuildable: true })
  const shares = collection('plan-shares', shareSchema, { rebuildable: true })
  return {
    dailyTotals: days.all,
    keepDays: days.put,
    async announcedShare(channel, renewsAt) {
      const known = await shares.find(channel)
      return known?.renewsAt === renewsAt ? known.share : undefined
    },
    recordAnnouncedShare: (channel, renewsAt, share) => shares.put(channel, { renewsAt, share }),
  }
}
