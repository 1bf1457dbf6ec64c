import { z } from 'zod'
import type { RecordStore, RecordType } from './records.ts'

/** When alerts brought something last, for all processes and over restarts. All reject where the store cannot be read or written. */
type AlertActivity = {
  /** Notes that an alert brought something at `at` (UTC, ms); written at most once an hour an alert, for it is read to the day. */
  note(alert: string, at: number): Promise<void>
  /** The newest of all other alerts: UTC, ms, to the hour; undefined where none has brought anything yet. */
  newestOfOthers(alert: string): Promise<number | undefined>
}

/** All alerts stand in one place, so each turn's news would rewrite them all. In ms. */
const writtenEvery = 60 * 60_000

const activityType: RecordType<number> = { name: 'alerts-heard', shape: z.number() }

/** When alerts brought something last, as the records have it. */
export function alertActivity(records: RecordStore): AlertActivity {
  const noted = new Map<string, number>()
  return {
    async note(alert, at) {
      const known = noted.get(alert)
      if (known !== undefined && at - known < writtenEvery) return
      const isOld = (current: number | undefined) => current === undefined || at - current >= writtenEvery
      const there = await records.change(activityType, alert, (current) => (isOld(current) ? at : current))
      noted.set(alert, there ?? at)
    },
    async newestOfOthers(alert) {
      const others = (await records.all(activityType))
        .filter(({ key }) => key !== alert)
        .map(({ value }) => value)
      return others.length === 0 ? undefined : Math.max(...others)
    },
  }
}
