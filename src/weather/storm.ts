/** Whether it storms: decided from our own counts, with the numbers that decided. Times are UTC, ms since the epoch. */
import type { BurstsSign, Sign, VolumeSign } from '../model/storm.ts'
import { chanceOfAtLeast } from './chance.ts'
import { type HourlyCounts, hourMs, slotMs } from './hourly.ts'
import { missedBefore } from './missed-before.ts'
import { isStillBad, judgeMood, leastJudged } from './mood.ts'
import { type Scale, type Sensitivity, scales } from './sensitivity.ts'
import { countBetween } from './timeline.ts'
import { type Usual, usualAt } from './usual.ts'

/** What was found. `loud`: still clearly above the usual, though perhaps no storm by itself; a storm lasts while it is. */
export type StormVerdict = {
  signs: Sign[]
  loud: boolean
  /** Mentions of the last hour, and what is usual, where that is known. */
  inLastHour: number
  usual: Usual | undefined
}

/** When and how it is judged: `bursts` are the times at which one subscription had a burst. */
type Occasion = { now: number; sensitivity: Sensitivity; bursts: number[] }

/** Mentions come in company (copies, answers): as if each brought another one, chance is asked about half of them. */
const company = 2

/** What chance does more often than this is no storm: once in 50,000 looks, which are ten weeks of one every two minutes. */
const leastChance = 2e-5

const minutesOfBursts = 30
const burstsOfAStorm = 3

/** A storm goes on while the last half hour brings this many times the usual. */
const loudTimes = 1.5

/** Judges one alert. Nothing is a storm where it is unknown what is usual, nor where the sensitivity is `off`. */
export function judgeStorm(counts: HourlyCounts, { now, sensitivity, bursts }: Occasion): StormVerdict {
  const usual = usualAt(counts, now)
  const inLastHour = countOfLast(counts, now, hourMs)
  if (sensitivity === 'off' || usual === undefined) return { signs: [], loud: false, inLastHour, usual }
  const scale = scales[sensitivity]
  const mood = judgeMood(counts, now, scale.points)
  const signs: Sign[] = [
    ...volumeSigns(counts, now, usual, scale),
    ...(mood === undefined
      ? []
      : [{ rule: 'mood', least: leastJudged, points: scale.points, ...mood } as const]),
    ...burstsSigns(counts, now, usual, { bursts, times: scale.hour.times }),
  ]
  return { signs, loud: isLoud(counts, now, usual, scale), inLastHour, usual }
}

/** Mentions of the last `length` ms, the running slot included. */
export function countOfLast(counts: HourlyCounts, now: number, length: number): number {
  const slot = Math.floor(now / slotMs)
  return countBetween(counts.slots.total, slot - length / slotMs + 1, slot)
}

function volumeSigns(counts: HourlyCounts, now: number, usual: Usual, scale: Scale): VolumeSign[] {
  const rules = [
    { rule: 'hour', length: hourMs, threshold: scale.hour },
    { rule: 'half-hour', length: hourMs / 2, threshold: scale.halfHour },
    { rule: 'quarter', length: hourMs / 4, threshold: scale.quarter },
  ] as const
  return rules.flatMap(({ rule, length, threshold }) => {
    const count = countOfLast(counts, now, length)
    if (count < threshold.least) return []
    const expected = expectedWithin(counts, now, usual, length)
    const chance = chanceOfAtLeast(count / company, expected / company)
    if (count < threshold.times * expected || chance > leastChance) return []
    return [{ rule, count, usual: expected, threshold, chance, leastChance }]
  })
}

/** The third burst of half an hour, unless the alert is so busy that bursts are its ordinary day. */
function burstsSigns(
  counts: HourlyCounts,
  now: number,
  usual: Usual,
  { bursts, times }: { bursts: number[]; times: number },
): BurstsSign[] {
  const count = bursts.filter((at) => at > now - minutesOfBursts * 60_000 && at <= now).length
  if (count < burstsOfAStorm) return []
  const inLastHour = countOfLast(counts, now, hourMs)
  const expected = expectedWithin(counts, now, usual, hourMs)
  if (inLastHour < times * expected) return []
  return [{ rule: 'bursts', count, least: burstsOfAStorm, inLastHour, usual: expected, times }]
}

/** After an outage everything comes at once: a window is measured against the silence right before it, too. */
function expectedWithin(counts: HourlyCounts, now: number, { perHour }: Usual, length: number): number {
  return (perHour * length) / hourMs + missedBefore(counts, now, length, perHour)
}

function isLoud(counts: HourlyCounts, now: number, usual: Usual, scale: Scale): boolean {
  const halfHour = hourMs / 2
  const least = Math.max(scale.quarter.least / 2, (loudTimes * usual.perHour * halfHour) / hourMs)
  return countOfLast(counts, now, halfHour) >= least || isStillBad(counts, now, scale.points)
}
