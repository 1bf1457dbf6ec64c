import type { VolumeCounts } from '../model/alert-volume.ts'
import type { BurstsSign, SentimentShare, SpikeSign, Threshold, VolumeSign } from '../model/anomaly.ts'
import type { Subscription } from '../model/subscription.ts'
import { type Baseline, baselineAt, missedInGap } from './baseline.ts'
import { poissonAtLeast } from './poisson.ts'
import { countBetween, dayMs, hourMs, minuteMs } from './volume-counts.ts'

/** How much it takes to call something a storm. */
export type Sensitivity = NonNullable<Subscription['spike']>

/**
 * The thresholds of one sensitivity, for the last 60, 30 and 15 minutes: the shorter, the further above the usual. `points`: how far
 * the negative share must rise, between 0 and 1.
 */
type Scale = { hour: Threshold; halfHour: Threshold; quarter: Threshold; points: number }

/** `normal` and `alert` were chosen on labelled weeks (`npm run weather`, which tells what each costs); `calm` lies above them. */
export const scales: Record<Exclude<Sensitivity, 'off'>, Scale> = {
  calm: {
    hour: { least: 40, times: 4 },
    halfHour: { least: 20, times: 4.5 },
    quarter: { least: 12, times: 5 },
    points: 0.2,
  },
  normal: {
    hour: { least: 20, times: 3 },
    halfHour: { least: 12, times: 3.2 },
    quarter: { least: 7, times: 3.5 },
    points: 0.15,
  },
  alert: {
    hour: { least: 12, times: 2.5 },
    halfHour: { least: 8, times: 3 },
    quarter: { least: 6, times: 3.5 },
    points: 0.1,
  },
}

/** Whether the mood of an alert has turned. Times are UTC, ms since the epoch; shares lie between 0 and 1. */

/** With fewer of known sentiment in 24 hours, shares jump by themselves. */
const leastRated = 20

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
function detectSentimentShift(counts: VolumeCounts, now: number, points: number): SentimentShare | undefined {
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
function isStillNegative(counts: VolumeCounts, now: number, points: number): boolean {
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

/** Whether it storms: decided from our own counts, with the numbers that decided. Times are UTC, ms since the epoch. */

/** What was found. `loud`: still clearly above the usual, though perhaps no storm by itself; a storm lasts while it is. */
export type SpikeAssessment = {
  signs: SpikeSign[]
  aboveBaseline: boolean
  /** Mentions of the last hour, and what is usual, where that is known. */
  inLastHour: number
  baseline: Baseline | undefined
}

/** When and how it is judged: `bursts` are the times at which one subscription had a burst. */
type SpikeContext = { now: number; sensitivity: Sensitivity; bursts: number[] }

/** Mentions come in company (copies, answers): as if each brought another one, chance is asked about half of them. */
const company = 2

/** What chance does more often than this is no storm: once in 50,000 looks, which are ten weeks of one every two minutes. */
const leastChance = 2e-5

const minutesOfBursts = 30
const burstsOfASpike = 3

/** A storm goes on while the last half hour brings this many times the usual. */
const aboveBaselineTimes = 1.5

/** Judges one alert. Nothing is a storm where it is unknown what is usual, nor where the sensitivity is `off`. */
export function assessSpike(
  counts: VolumeCounts,
  { now, sensitivity, bursts }: SpikeContext,
): SpikeAssessment {
  const baseline = baselineAt(counts, now)
  const inLastHour = countOfLast(counts, now, hourMs)
  if (sensitivity === 'off' || baseline === undefined)
    return { signs: [], aboveBaseline: false, inLastHour, baseline }
  const scale = scales[sensitivity]
  const shift = detectSentimentShift(counts, now, scale.points)
  const signs: SpikeSign[] = [
    ...volumeSigns(counts, now, baseline, scale),
    ...(shift === undefined
      ? []
      : [{ rule: 'mood', least: leastRated, points: scale.points, ...shift } as const]),
    ...burstsSigns(counts, now, baseline, { bursts, times: scale.hour.times }),
  ]
  return { signs, aboveBaseline: isAboveBaseline(counts, now, baseline, scale), inLastHour, baseline }
}

/** Mentions of the last `length` ms, the running slot included. */
export function countOfLast(counts: VolumeCounts, now: number, length: number): number {
  const slot = Math.floor(now / minuteMs)
  return countBetween(counts.minutes.total, slot - length / minuteMs + 1, slot)
}

function volumeSigns(counts: VolumeCounts, now: number, baseline: Baseline, scale: Scale): VolumeSign[] {
  const rules = [
    { rule: 'hour', length: hourMs, threshold: scale.hour },
    { rule: 'half-hour', length: hourMs / 2, threshold: scale.halfHour },
    { rule: 'quarter', length: hourMs / 4, threshold: scale.quarter },
  ] as const
  return rules.flatMap(({ rule, length, threshold }) => {
    const count = countOfLast(counts, now, length)
    if (count < threshold.least) return []
    const expected = expectedWithin(counts, now, baseline, length)
    const chance = poissonAtLeast(count / company, expected / company)
    if (count < threshold.times * expected || chance > leastChance) return []
    return [{ rule, count, baseline: expected, threshold, chance, leastChance }]
  })
}

/** The third burst of half an hour, unless the alert is so busy that bursts are its ordinary day. */
function burstsSigns(
  counts: VolumeCounts,
  now: number,
  baseline: Baseline,
  { bursts, times }: { bursts: number[]; times: number },
): BurstsSign[] {
  const count = bursts.filter((at) => at > now - minutesOfBursts * 60_000 && at <= now).length
  if (count < burstsOfASpike) return []
  const inLastHour = countOfLast(counts, now, hourMs)
  const expected = expectedWithin(counts, now, baseline, hourMs)
  if (inLastHour < times * expected) return []
  return [{ rule: 'bursts', count, least: burstsOfASpike, inLastHour, baseline: expected, times }]
}

/** After an outage everything comes at once: a window is measured against the silence right before it, too. */
function expectedWithin(counts: VolumeCounts, now: number, { perHour }: Baseline, length: number): number {
  return (perHour * length) / hourMs + missedInGap(counts, now, length, perHour)
}

function isAboveBaseline(counts: VolumeCounts, now: number, baseline: Baseline, scale: Scale): boolean {
  const halfHour = hourMs / 2
  const least = Math.max(scale.quarter.least / 2, (aboveBaselineTimes * baseline.perHour * halfHour) / hourMs)
  return countOfLast(counts, now, halfHour) >= least || isStillNegative(counts, now, scale.points)
}
