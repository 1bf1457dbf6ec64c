import type { VolumeCounts } from './hourly.ts'
import { countBetween, type Timeline } from './timeline.ts'
import { isCounted } from './usual.ts'

/**
 * What an hour (numbered from the epoch, UTC) surely brings, by the counts of earlier days: the lesser of its mean over a week and
 * of what its weekday brought. What came after `silentFrom` is not asked. Zero where nothing is known.
 */
export function expectedInHour(
  counts: VolumeCounts,
  hours: Timeline,
  hour: number,
  silentFrom: number,
): number {
  const around = (day: number) => countBetween(hours, hour - 24 * day - 1, hour - 24 * day + 1) / 3
  const known = (day: number) => hour - 24 * day + 1 < silentFrom && isCounted(counts, hour - 24 * day - 1)
  const mean = (days: number[]) => days.reduce((sum, day) => sum + around(day), 0) / days.length
  const week = [1, 2, 3, 4, 5, 6, 7].filter(known)
  const weekday = [7, 14].filter(known)
  return Math.min(
    week.length === 0 ? 0 : mean(week),
    weekday.length === 0 ? Number.POSITIVE_INFINITY : mean(weekday),
  )
}
