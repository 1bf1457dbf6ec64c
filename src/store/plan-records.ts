import { z } from 'zod'
import type { Timeline } from '../weather/timeline.ts'
import type { RecordStore, RecordType } from './records.ts'

/** What is known of the plan's use. All reject where the store cannot be read or written. */
export type PlanRecords = {
  /** The mentions a day of every alert. */
  days(): Promise<Timeline[]>
  keepDays(alert: string, days: Timeline): Promise<void>
  /** The greatest share that a channel was told in the month of the plan that ends at `renewsAt` (UTC, ms). */
  told(channel: string, renewsAt: number): Promise<number | undefined>
  tell(channel: string, renewsAt: number, share: number): Promise<void>
}

const days: RecordType<Timeline> = {
  name: 'plan-days',
  shape: z.object({ first: z.number(), counts: z.array(z.number()) }),
}
const told: RecordType<{ renewsAt: number; share: number }> = {
  name: 'plan-shares',
  shape: z.object({ renewsAt: z.number(), share: z.number() }),
}

/** The plan's use, as the records have it. */
export function planRecords(records: RecordStore): PlanRecords {
  return {
    days: async () => (await records.all(days)).map(({ value }) => value),
    async keepDays(alert, timeline) {
      await records.change(days, alert, () => timeline)
    },
    async told(channel, renewsAt) {
      const known = await records.find(told, channel)
      return known?.renewsAt === renewsAt ? known.share : undefined
    },
    async tell(channel, renewsAt, share) {
      await records.change(told, channel, () => ({ renewsAt, share }))
    },
  }
}
