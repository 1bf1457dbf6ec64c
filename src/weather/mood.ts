/** Whether the mood of an alert has turned. Times are UTC, ms since the epoch; shares lie between 0 and 1. */
import type { SentimentShare } from '../model/storm.ts'
import { poissonAtLeast } from './chance.ts'
import { dayMs, hourMs, minuteMs, type VolumeCounts } from './hourly.ts'
import { countBetween } from './timeline.ts'

/** With fewer of known sentiment in 24 hours, shares jump by themselves. */
export const leastRated = 20

/** The same for the two weeks before. */
const leastRatedBefore = 50

/** The last hours must sound as bad as the last day: what is over is no storm. */
const recentHours = 6
const leastRecent = 5

/** What chance does more often than this has not turned the mood. Copies and answers share one mood, so chance is asked about half. */
const leastShiftChance = 1e-4
const shiftCompany = 2

/** So many negative ones within half an hour keep a storm going while the day sounds bad. */
const stillNegative = 3
const slotsOfHalfHour = hourMs / 2 / minuteMs

/** The mood of the last 24 hours, if its negative share is `points` above the usual, and not by chance. */
export function detectSentimentShift(
  counts: VolumeCounts,
  now: number,
  points: number,
): SentimentShare | undefined {
  const shift = sentimentShareOf(counts, now)
  if (shift === undefined || shift.rated < leastRated || shift.share < shift.baselineShare + points)
    return undefined
  const recent = lastHoursOf(counts, now, recentHours)
  if (recent.judged < leastRecent) return undefined
  if (recent.negative / recent.judged < shift.baselineShare + points) return undefined
  const baseline = shift.rated * shift.baselineShare
  return poissonAtLeast(shift.negative / shiftCompany, baseline / shiftCompany) > leastShiftChance
    ? undefined
    : shift
}

/** Whether negative ones keep coming while the last 24 hours are `points` worse than usual. */
export function isStillNegative(counts: VolumeCounts, now: number, points: number): boolean {
  const slot = Math.floor(now / minuteMs)
  if (countBetween(counts.minutes.negative, slot - slotsOfHalfHour + 1, slot) < stillNegative) return false
  const shift = sentimentShareOf(counts, now)
  return shift !== undefined && shift.share >= shift.baselineShare + points
}

/** The last 24 hours against the days before them; undefined where too little of known sentiment came before. */
function sentimentShareOf(counts: VolumeCounts, now: number): SentimentShare | undefined {
  const today = Math.floor(now / dayMs)
  // Yesterday is partly within the last 24 hours, so the days before it are the measure.
  const judgedBefore = countBetween(counts.days.rated, today - 15, today - 2)
  if (judgedBefore < leastRatedBefore) return undefined
  const { judged: rated, negative } = lastHoursOf(counts, now, 24)
  return {
    rated,
    negative,
    share: rated === 0 ? 0 : negative / rated,
    baselineShare: countBetween(counts.days.negative, today - 15, today - 2) / judgedBefore,
  }
}

function lastHoursOf(
  { hours }: VolumeCounts,
  now: number,
  length: number,
): { judged: number; negative: number } {
  const hour = Math.floor(now / hourMs)
  return {
    judged: countBetween(hours.rated, hour - length + 1, hour),
    negative: countBetween(hours.negative, hour - length + 1, hour),
  }
}
