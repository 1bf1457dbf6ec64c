/** Whether the mood of an alert has turned. Times are UTC, ms since the epoch; shares lie between 0 and 1. */
import type { Mood } from '../model/storm.ts'
import { chanceOfAtLeast } from './chance.ts'
import { dayMs, type HourlyCounts, hourMs, slotMs } from './hourly.ts'
import { countBetween } from './timeline.ts'

/** With fewer of known sentiment in 24 hours, shares jump by themselves. */
export const leastJudged = 20

/** The same for the two weeks before. */
const leastJudgedBefore = 50

/** The last hours must sound as bad as the last day: what is over is no storm. */
const recentHours = 6
const leastRecent = 5

/** What chance does more often than this has not turned the mood. Copies and answers share one mood, so chance is asked about half. */
const leastChance = 1e-4
const company = 2

/** So many negative ones within half an hour keep a storm going while the day sounds bad. */
const stillNegative = 3
const slotsOfHalfHour = hourMs / 2 / slotMs

/** The mood of the last 24 hours, if its negative share is `points` above the usual, and not by chance. */
export function judgeMood(counts: HourlyCounts, now: number, points: number): Mood | undefined {
  const mood = moodOf(counts, now)
  if (mood === undefined || mood.judged < leastJudged || mood.share < mood.usualShare + points)
    return undefined
  const recent = tally(counts, now, recentHours)
  if (recent.judged < leastRecent) return undefined
  if (recent.negative / recent.judged < mood.usualShare + points) return undefined
  const usual = mood.judged * mood.usualShare
  return chanceOfAtLeast(mood.negative / company, usual / company) > leastChance ? undefined : mood
}

/** Whether negative ones keep coming while the last 24 hours are `points` worse than usual. */
export function isStillBad(counts: HourlyCounts, now: number, points: number): boolean {
  const slot = Math.floor(now / slotMs)
  if (countBetween(counts.slots.negative, slot - slotsOfHalfHour + 1, slot) < stillNegative) return false
  const mood = moodOf(counts, now)
  return mood !== undefined && mood.share >= mood.usualShare + points
}

/** The last 24 hours against the days before them; undefined where too little of known sentiment came before. */
function moodOf(counts: HourlyCounts, now: number): Mood | undefined {
  const today = Math.floor(now / dayMs)
  // Yesterday is partly within the last 24 hours, so the days before it are the measure.
  const judgedBefore = countBetween(counts.days.judged, today - 15, today - 2)
  if (judgedBefore < leastJudgedBefore) return undefined
  const { judged, negative } = tally(counts, now, 24)
  return {
    judged,
    negative,
    share: judged === 0 ? 0 : negative / judged,
    usualShare: countBetween(counts.days.negative, today - 15, today - 2) / judgedBefore,
  }
}

function tally({ hours }: HourlyCounts, now: number, length: number): { judged: number; negative: number } {
  const hour = Math.floor(now / hourMs)
  return {
    judged: countBetween(hours.judged, hour - length + 1, hour),
    negative: countBetween(hours.negative, hour - length + 1, hour),
  }
}
