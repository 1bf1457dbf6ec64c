import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import type { VolumeSign } from '../../model/anomaly.ts'
import type { DayBursts, VolumeCounts } from './alert-volume.ts'
import { type Baseline, baselineAt, missedInGap, usualInLast } from './baseline.ts'
import {
  countBetween,
  countMentions,
  countOfLast,
  dayMs,
  firstKnownDay,
  hourMs,
  minuteMs,
} from './volume-counts.ts'

export type OrdinaryBursts = NonNullable<VolumeSign['ordinary']>

/**
 * Learns how large the ordinary bursts of an alert are. Mentions come in bursts, so a count far above the usual one can be ordinary. Each
 * day leaves its largest excess, and a spike must exceed those of nearly all earlier days. Nothing is assumed about the distribution of
 * the counts: if days are alike, the largest excess of today is as likely as that of any other day to be the largest of all.
 */

export type WindowRule = VolumeSign['rule']
export const windowsMs: Record<WindowRule, number> = {
  hour: hourMs,
  'half-hour': hourMs / 2,
  quarter: hourMs / 4,
}

export const rules = ['hour', 'half-hour', 'quarter'] as const satisfies WindowRule[]

/** Four weeks contain the rhythm of a week four times, and most events of a month once. */
const rememberedDays = 28

/** The bursts of today and yesterday do not count, so a running event does not hide a second one. */
const daysNotJudged = 1

/** The first UTC day that is remembered (days since the epoch): today and the 29 days before. */
export const rememberedFrom = (now: Time) => Math.floor(now / dayMs) - daysNotJudged - rememberedDays

/**
 * The mentions that are usual in a window. They include the mentions missed in a silence directly before, because these arrive together
 * after an outage. With `isExact` the shortest window has the baseline of its own time. This tells an event sooner where a busy hour ends.
 * Otherwise the larger baseline of two hours counts, so that a rhythm that is half an hour late is no spike.
 */
export function usualWithin(
  counts: VolumeCounts,
  now: Time,
  { baseline, rule, isExact }: { baseline: Baseline; rule: WindowRule; isExact: boolean },
): number {
  const length = windowsMs[rule]
  const usual =
    isExact && rule === 'quarter' ? usualInLast(baseline, now, length) : (baseline.perHour * length) / hourMs
  return usual + missedInGap(counts, now, length, baseline.perHour)
}

/** Counts the mentions that a poll found at `at`, and learns from them how large ordinary bursts are. */
export function countFound(
  counts: VolumeCounts,
  mentions: Mention[],
  at: Time,
  isOwn: (mention: Mention) => boolean = () => false,
): VolumeCounts {
  if (mentions.length === 0) return counts
  return learnBursts(countMentions(counts, mentions, at, isOwn), at)
}

function learnBursts(counts: VolumeCounts, now: Time): VolumeCounts {
  const baseline = baselineAt(counts, now)
  if (baseline === undefined) return counts
  const day = Math.floor(now / dayMs)
  // A later day comes from a clock that was ahead.
  const last = counts.bursts?.findLast((one) => one.day <= day)
  const known = last?.day === day ? last : undefined
  const after: DayBursts = { ...known, day, at: minuteOfDay(now), hour: 0, 'half-hour': 0, quarter: 0 }
  for (const rule of rules)
    after[rule] = Math.max(known?.[rule] ?? Number.NEGATIVE_INFINITY, excessOf(counts, now, baseline, rule))
  if (known !== undefined && rules.every((rule) => known[rule] === after[rule])) return counts
  if (known !== undefined && known.quarter === after.quarter) after.at = known.at
  const earlier = (counts.bursts ?? []).filter((one) => one.day >= rememberedFrom(now) && one.day < day)
  return { ...counts, bursts: [...earlier, after] }
}

/**
 * A burst is a spike if at most this share (0 to 1) of the ordinary days has such a burst. While few days are known, `days` of them may have
 * one, so that one event of the first days does not hide the next.
 */
export type AlarmBudget = { share: number; days: number }

/**
 * Returns how likely an ordinary day of this alert has a burst like the current one in some window, or undefined if no earlier day is
 * known. Windows differ in their usual bursts, so each is compared with the median of its own.
 */
export function compareWithOrdinary(
  counts: VolumeCounts,
  now: Time,
  { baseline, rule, budget }: { baseline: Baseline; rule: WindowRule; budget: AlarmBudget },
): OrdinaryBursts | undefined {
  const today = Math.floor(now / dayMs)
  const days = (counts.bursts ?? []).filter(
    ({ day }) => day < today - daysNotJudged && day >= rememberedFrom(now),
  )
  if (days.length === 0) return undefined
  const usualBurst = (of: WindowRule) => upperMedian(days.map((one) => one[of]))
  const medians = {
    hour: usualBurst('hour'),
    'half-hour': usualBurst('half-hour'),
    quarter: usualBurst('quarter'),
  }
  const largest = days.map((one) => Math.max(...rules.map((of) => one[of] - medians[of])))
  const excess = excessOf(counts, now, baseline, rule)
  return {
    chance: Math.max(
      chanceToReach(excess - medians[rule], largest),
      chanceAtThisTime(days, now, rule, excess),
    ),
    maxChance: Math.max(budget.share, budget.days / (days.length + 1)),
    days: days.length,
  }
}

/**
 * Some bursts come every day at the same time, as after a newsletter. If a third of the days had their largest burst at this time, returns
 * the share of these days, except if the current burst is clearly larger than theirs. Returns 0 otherwise.
 */
function chanceAtThisTime(days: DayBursts[], now: Time, rule: WindowRule, excess: number): number {
  const same = days.filter(({ at }) => {
    const apart = Math.abs(at - minuteOfDay(now))
    return Math.min(apart, dayMs / minuteMs - apart) <= sameTimeMinutes
  })
  if (same.length < Math.max(leastSameTime, days.length / 3)) return 0
  return excess > Math.max(...same.map((one) => one[rule])) + clearlyLarger ? 0 : same.length / days.length
}

const sameTimeMinutes = 20
const leastSameTime = 3

/** ln 1.22: a fifth more mentions. */
const clearlyLarger = 0.2

const minuteOfDay = (at: Time) => Math.floor((at % dayMs) / minuteMs)

/** The logarithm of the ratio of a count to the usual count. Both are increased, because the ratio of small counts says little. */
function excessOf(counts: VolumeCounts, now: Time, baseline: Baseline, rule: WindowRule): number {
  const allowance = Math.max(minAllowance, (meanPerHour(counts, now) * windowsMs[rule]) / hourMs / 2)
  const count = countOfLast(counts, now, windowsMs[rule])
  const excess = Math.log(
    (count + allowance) / (usualWithin(counts, now, { baseline, rule, isExact: true }) + allowance),
  )
  return Math.round(excess * 1000) / 1000
}

const minAllowance = 2

function meanPerHour(counts: VolumeCounts, now: Time): number {
  const today = Math.floor(now / dayMs)
  const known = Math.min(7, today - firstKnownDay(counts))
  return known <= 0 ? 0 : countBetween(counts.days.total, today - known, today - 1) / (24 * known)
}

/**
 * The probability that an ordinary day reaches an excess. Beyond the largest known excess the tail is taken as exponential, as the theory
 * of extreme values suggests.
 */
function chanceToReach(excess: number, largest: number[]): number {
  const ordered = largest.toSorted((a, b) => b - a)
  const [most = excess] = ordered
  const reached = ordered.filter((one) => one >= excess).length
  const chance = (reached + 1) / (ordered.length + 1)
  return reached > 0 ? chance : chance * Math.exp((most - excess) / tailOf(ordered))
}

/** A few days do not show the tail, so they are mixed with days whose tail is this long. */
const assumedTail = 0.35
const assumedDays = 2

/** The mean by which the largest quarter of the values exceeds the next one: the scale of an exponential tail. */
function tailOf(ordered: number[]): number {
  const count = Math.min(ordered.length, Math.max(2, Math.ceil(ordered.length / 4)))
  const least = ordered[Math.min(count, ordered.length - 1)] ?? 0
  const sum = ordered.slice(0, count).reduce((total, one) => total + (one - least), 0)
  return (sum + assumedDays * assumedTail) / (count + assumedDays)
}

function upperMedian(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
