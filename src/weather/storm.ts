/** Whether it storms: decided from our own counts, with the numbers that decided. Times are UTC, ms since the epoch. */
import type { BurstsSign, SpikeSign, VolumeSign } from '../model/storm.ts'
import { poissonAtLeast } from './chance.ts'
import { hourMs, minuteMs, type VolumeCounts } from './hourly.ts'
import { missedInGap } from './missed-before.ts'
import { detectSentimentShift, isStillNegative, leastRated } from './mood.ts'
import { type Scale, type Sensitivity, scales } from './sensitivity.ts'
import { countBetween } from './timeline.ts'
import { type Baseline, baselineAt } from './usual.ts'

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
