import type { AnnouncedSilence, Timeline, VolumeCounts } from '../model/alert-volume.ts'
import type { Silence, SilentPart } from '../model/anomaly.ts'
import { expectedInHour } from './baseline.ts'
import { poissonNone } from './poisson.ts'
import { countAt, countBetween, hourMs } from './volume-counts.ts'

/** Whether it is too quiet: decided from our own counts, with the numbers that decided. Times are UTC, ms since the epoch. */

/** Less than a week says nothing of weekends; two weeks are enough. */
const leastDays = 7
const mostDays = 14

/** What brings less than this a day is quiet by nature. */
const leastPerDay = 4

/** Mentions come in company, so half of them are asked about; and a week asks often, about many sources. */
const company = 2
const leastChance = 1e-3

/** A silence must miss this many times what usual silences miss. */
const silenceTimes = 1.5

/** All that is too quiet at `now`. A silent alert is one alarm, not one for each of its sources. */
export function detectSilences(counts: VolumeCounts, now: number): Silence[] {
  const { total } = counts.hours
  const whole = detectSilence(counts, { hours: total, lastAt: counts.lastAt }, { kind: 'alert' }, now)
  if (whole !== undefined) return [whole]
  return counts.parts.flatMap(
    ({ kind, name, ...part }) => detectSilence(counts, { ...part, whole: total }, { kind, name }, now) ?? [],
  )
}

/** What may be silent. `beside`: the whole of which it is a part; when that is silent too, the part's silence means nothing. */
type CountedPart = { hours: Timeline; lastAt: number; whole?: Timeline }

function detectSilence(
  counts: VolumeCounts,
  silent: CountedPart,
  what: SilentPart,
  now: number,
): Silence | undefined {
  const { hours, lastAt } = silent
  const begins = Math.floor(lastAt / hourMs)
  const days = Math.min(mostDays, countedDays(counts, begins))
  if (days < leastDays) return undefined
  const first = begins - days * 24
  const perDay = countBetween(hours, first, begins - 1) / days
  if (perDay < leastPerDay) return undefined
  const expected = expectedBetween(counts, silent, begins + 1, Math.floor(now / hourMs) - 1)
  const chance = poissonNone(expected / company)
  if (chance > leastChance) return undefined
  const missed = usualGap(hours, first, begins)
  if (expected < silenceTimes * missed) return undefined
  return {
    what,
    since: lastAt,
    perDay,
    expected,
    chance,
    leastChance,
    usualGap: missed,
    times: silenceTimes,
  }
}

/** Whole days that were counted before an hour. */
function countedDays({ since }: VolumeCounts, hour: number): number {
  return Math.floor((hour * hourMs - since) / (24 * hourMs))
}

/** What hours would have brought, both ends included. */
function expectedBetween(
  counts: VolumeCounts,
  { hours, whole: beside }: CountedPart,
  from: number,
  to: number,
): number {
  let expected = 0
  for (let hour = from; hour <= to; hour += 1)
    if (beside === undefined || countAt(beside, hour) > 0)
      expected += expectedInHour(counts, hours, hour, from)
  return expected
}

/**
 * What silences between two mentions missed, from one hour to before another (hours since the epoch, UTC). The second greatest is
 * the measure: one fault does not make silences usual, an alert that is quiet by nature has many.
 */
function usualGap(hours: Timeline, from: number, to: number): number {
  const missed: number[] = []
  let running = 0
  for (let hour = from; hour < to; hour += 1) {
    if (countAt(hours, hour) === 0) running += meanOf(hours, hour, from, to)
    else {
      missed.push(running)
      running = 0
    }
  }
  return [...missed, running].sort((a, b) => b - a)[1] ?? 0
}

/** What the same hour (with its neighbours) of the other days brought: of weekends for a weekend, else of working days. */
function meanOf(hours: Timeline, hour: number, from: number, to: number): number {
  let [sum, days] = [0, 0]
  for (let other = from + ((hour - from) % 24); other < to; other += 24) {
    if (other === hour || isWeekend(other) !== isWeekend(hour)) continue
    sum += countBetween(hours, other - 1, other + 1) / 3
    days += 1
  }
  return days === 0 ? 0 : sum / days
}

/** The epoch began on a Thursday. */
function isWeekend(hour: number): boolean {
  return [2, 3].includes(Math.floor(hour / 24) % 7)
}

/** What to say of the alarms of a look, and what to keep: each silence is said once, until something comes again. */
export function newSilences(
  told: AnnouncedSilence[],
  alarms: Silence[],
): { toSay: Silence[]; told: AnnouncedSilence[] } {
  const isTold = ({ what, since }: Silence) =>
    told.some((one) => isSame(one.what, what) && one.since === since)
  return {
    toSay: alarms.filter((alarm) => !isTold(alarm)),
    told: alarms.map(({ what, since }) => ({ what, since })),
  }
}

function isSame(one: SilentPart, other: SilentPart): boolean {
  if (one.kind === 'alert' || other.kind === 'alert') return one.kind === other.kind
  return one.kind === other.kind && one.name === other.name
}
