import type { Time } from '@overheard/base/time'
import { type SpikeSign, strictnessAfter, type VolumeSign } from '../../model/anomaly.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { VolumeCounts } from './alert-volume.ts'
import { type Baseline, baselineAt } from './baseline.ts'
import {
  type AlarmBudget,
  compareWithOrdinary,
  type OrdinaryBursts,
  rules,
  usualWithin,
  type WindowRule,
  windowsMs,
} from './ordinary-bursts.ts'
import { poissonAtLeast } from './poisson.ts'
import { countBetween, countOfLast, dayMs, hourMs, minuteMs } from './volume-counts.ts'

type Threshold = VolumeSign['threshold']
type SentimentShare = Omit<Extract<SpikeSign, { rule: 'sentiment' }>, 'rule' | 'least' | 'points'>

type BurstsSign = Extract<SpikeSign, { rule: 'bursts' }>

export type Sensitivity = NonNullable<Subscription['spike']>

/**
 * What a spike needs: these counts in the last 60, 30 or 15 minutes (a shorter time needs a larger multiple of the baseline), this number of
 * bursts, or this rise of the negative share (`points`, 0 to 1) among so many `rated` mentions of 24 hours. The share of fewer varies too much
 * by chance.
 */
type Scale = Record<WindowRule, Threshold> & {
  bursts: number
  points: number
  rated: number
  budget: AlarmBudget
}

/** `normal` and `alert` were chosen on labelled weeks; `npm run weather` measures their precision and recall. `calm` is stricter. */
export const scales: Record<Exclude<Sensitivity, 'off'>, Scale> = {
  calm: {
    hour: { least: 40, times: 4 },
    'half-hour': { least: 20, times: 4.5 },
    quarter: { least: 12, times: 5 },
    points: 0.2,
    rated: 20,
    bursts: 3,
    budget: { share: 1 / 8, days: 1 },
  },
  normal: {
    hour: { least: 20, times: 3 },
    'half-hour': { least: 12, times: 3.2 },
    quarter: { least: 7, times: 3.5 },
    points: 0.15,
    rated: 20,
    bursts: 3,
    budget: { share: 1 / 6, days: 2 },
  },
  alert: {
    hour: { least: 12, times: 2.5 },
    'half-hour': { least: 8, times: 3 },
    quarter: { least: 6, times: 3.5 },
    points: 0.1,
    rated: 20,
    bursts: 3,
    budget: { share: 1 / 3, days: 3 },
  },
}

const minRatedBefore = 50

/** The negative share must be far above the baseline in these last hours, too, because a shift that is over is not a spike. */
const recentHours = 6
const minRecent = 5

/** A sentiment shift is reported only if the probability of chance is at most this. */
const maxShiftChance = 1e-4

/** The probability test divides the number of mentions by this, because copies and answers share a sentiment. */
const mentionsPerOpinion = 2

/** This many negative mentions within half an hour keep a spike running while the last 24 hours are negative. */
const stillNegative = 3
const slotsOfHalfHour = hourMs / 2 / minuteMs

function detectSentimentShift(
  counts: VolumeCounts,
  now: Time,
  { points, rated }: Scale,
): SentimentShare | undefined {
  const shift = sentimentShareOf(counts, now)
  if (shift === undefined || shift.rated < rated || shift.share < shift.baselineShare + points)
    return undefined
  const recent = lastHoursOf(counts, now, recentHours)
  if (recent.judged < minRecent) return undefined
  if (recent.negative / recent.judged < shift.baselineShare + points) return undefined
  const baseline = shift.rated * shift.baselineShare
  return poissonAtLeast(shift.negative / mentionsPerOpinion, baseline / mentionsPerOpinion) > maxShiftChance
    ? undefined
    : shift
}

function isStillNegative(counts: VolumeCounts, now: Time, points: number): boolean {
  const slot = Math.floor(now / minuteMs)
  if (countBetween(counts.minutes.negative, slot - slotsOfHalfHour + 1, slot) < stillNegative) return false
  const shift = sentimentShareOf(counts, now)
  return shift !== undefined && shift.share >= shift.baselineShare + points
}

/** Compares the last 24 hours with the two weeks before. Returns undefined if those weeks had too few mentions with a sentiment. */
function sentimentShareOf(counts: VolumeCounts, now: Time): SentimentShare | undefined {
  const today = Math.floor(now / dayMs)
  // Yesterday is partly within the last 24 hours, so it is not part of the baseline.
  const judgedBefore = countBetween(counts.days.rated, today - 15, today - 2)
  if (judgedBefore < minRatedBefore) return undefined
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
  now: Time,
  length: number,
): { judged: number; negative: number } {
  const hour = Math.floor(now / hourMs)
  return {
    judged: countBetween(hours.rated, hour - length + 1, hour),
    negative: countBetween(hours.negative, hour - length + 1, hour),
  }
}

export type SpikeAssessment = {
  signs: SpikeSign[]
  /**
   * True if the volume is clearly above the baseline or the mentions are still unusually negative, even if that is not enough to start a
   * spike. A running spike lasts while this field is true.
   */
  aboveBaseline: boolean
  inLastHour: number
  /** The usual number of mentions an hour. */
  baseline: number | undefined
}

/** `falseAlarms`: how many spikes people have lately marked as false alarms. */
type SpikeContext = { now: Time; sensitivity: Sensitivity; bursts: number[]; falseAlarms?: number }

function stricterScale(scale: Scale, falseAlarms: number): Scale {
  const by = strictnessAfter(falseAlarms)
  if (by === 1) return scale
  const stricter = ({ least, times }: Threshold) => ({
    least: Math.ceil(least * by),
    times: Math.round(times * by * 100) / 100,
  })
  return {
    hour: stricter(scale.hour),
    'half-hour': stricter(scale['half-hour']),
    quarter: stricter(scale.quarter),
    points: Math.round(scale.points * by * 100) / 100,
    rated: scale.rated * by,
    bursts: Math.ceil(scale.bursts * by),
    budget: { share: scale.budget.share / by, days: 1 },
  }
}

const mentionsPerEvent = 2

/**
 * A spike is reported only if the probability of chance is at most this: once in 50,000 checks, which are ten weeks with a check every two
 * minutes.
 */
const maxChance = 2e-5

/** This limit holds instead if the alert's own bursts show that at most one of 100 days has such a count. */
const maxChanceIfRare = 1e-3
const rareChance = 1 / 100

const minutesOfBursts = 30

/** A spike continues while the last half hour has this many times the usual mentions. */
const aboveBaselineTimes = 1.5

export function assessSpike(
  counts: VolumeCounts,
  { now, sensitivity, bursts, falseAlarms = 0 }: SpikeContext,
): SpikeAssessment {
  const baseline = baselineAt(counts, now)
  const inLastHour = countOfLast(counts, now, hourMs)
  if (sensitivity === 'off' || baseline === undefined)
    return { signs: [], aboveBaseline: false, inLastHour, baseline: baseline?.perHour }
  const scale = stricterScale(scales[sensitivity], falseAlarms)
  const shift = detectSentimentShift(counts, now, scale)
  const signs: SpikeSign[] = [
    ...rules.flatMap((rule) => volumeSign(counts, now, baseline, rule, scale) ?? []),
    ...(shift === undefined
      ? []
      : [{ rule: 'sentiment', least: scale.rated, points: scale.points, ...shift } as const]),
    ...burstsSigns(counts, now, baseline, bursts, scale),
  ]
  return {
    signs,
    aboveBaseline: isAboveBaseline(counts, now, baseline.perHour, scale),
    inLastHour,
    baseline: baseline.perHour,
  }
}

function volumeSign(
  counts: VolumeCounts,
  now: Time,
  baseline: Baseline,
  rule: WindowRule,
  scale: Scale,
): VolumeSign | undefined {
  const threshold = scale[rule]
  const count = countOfLast(counts, now, windowsMs[rule])
  if (count < threshold.least) return undefined
  const ordinary = compareWithOrdinary(counts, now, { baseline, rule, budget: scale.budget })
  const expected = usualWithin(counts, now, { baseline, rule, isExact: isWellKnown(ordinary) })
  const chance = poissonAtLeast(count / mentionsPerEvent, expected / mentionsPerEvent)
  const most =
    rule === 'quarter' && isWellKnown(ordinary) && ordinary.chance <= rareChance ? maxChanceIfRare : maxChance
  if (count < threshold.times * expected || chance > most || isOrdinary(ordinary)) return undefined
  const sign: VolumeSign = { rule, count, baseline: expected, threshold, chance, maxChance: most }
  return ordinary === undefined ? sign : { ...sign, ordinary }
}

/** After three weeks the bursts of an alert say more about chance than any assumed distribution. */
const isWellKnown = (ordinary: OrdinaryBursts | undefined): ordinary is OrdinaryBursts =>
  ordinary !== undefined && ordinary.days >= 21

const isOrdinary = (ordinary: OrdinaryBursts | undefined) =>
  ordinary !== undefined && ordinary.chance > ordinary.maxChance

function burstsSigns(
  counts: VolumeCounts,
  now: Time,
  baseline: Baseline,
  bursts: number[],
  { hour: { times }, bursts: least, budget }: Scale,
): BurstsSign[] {
  const count = bursts.filter((at) => at > now - minutesOfBursts * 60_000 && at <= now).length
  if (count < least) return []
  const inLastHour = countOfLast(counts, now, hourMs)
  const ordinary = compareWithOrdinary(counts, now, { baseline, rule: 'hour', budget })
  const expected = usualWithin(counts, now, { baseline, rule: 'hour', isExact: false })
  if (inLastHour < times * expected || isOrdinary(ordinary)) return []
  return [{ rule: 'bursts', count, least, inLastHour, baseline: expected, times }]
}

function isAboveBaseline(counts: VolumeCounts, now: Time, baseline: number, scale: Scale): boolean {
  const halfHour = hourMs / 2
  const least = Math.max(scale.quarter.least / 2, (aboveBaselineTimes * baseline * halfHour) / hourMs)
  return countOfLast(counts, now, halfHour) >= least || isStillNegative(counts, now, scale.points)
}
