import type { Time } from '@overheard/base/time'
import type { AnnouncedSilence, Timeline, VolumeCounts } from './alert-volume.ts'
import { expectedInHour } from './baseline.ts'
import { poissonNone } from './poisson.ts'
import type { Silence, SilentPart } from './silence.ts'
import { countAt, countBetween, hourMs } from './volume-counts.ts'

/**
 * Detects unusual silences from the stored counts of an alert. The result contains the numbers that decided. Times are UTC, ms since the
 * epoch.
 */

/** A silence is reported only after this many counted days, because fewer days may not contain a weekend. */
const minDays = 7
const maxDays = 14

/** An alert, source or language with fewer mentions per day is never reported. */
const minPerDay = 4

const mentionsPerEvent = 2
/** A silence is reported only if its probability is at most this. The value is small because the test runs often, for many sources. */
const maxChance = 1e-3

/** A reported silence misses at least this many times the mentions of the usual gap. */
const silenceTimes = 1.5

export function detectSilences(counts: VolumeCounts, now: Time): Silence[] {
  const { total } = counts.hours
  const whole = detectSilence(counts, { hours: total, lastAt: counts.lastAt }, { kind: 'alert' }, now)
  if (whole !== undefined) return [whole]
  return counts.parts.flatMap(
    ({ kind, name, ...part }) =>
      detectSilence(counts, { ...part, alertHours: total }, { kind, name }, now) ?? [],
  )
}

/**
 * `hours` are the counts of an alert, or of one of its sources or languages. For a source or language, `alertHours` are the counts of the
 * whole alert, because hours in which the whole alert is silent are ignored.
 */
type CountedPart = { hours: Timeline; lastAt: Time; alertHours?: Timeline }

function detectSilence(
  counts: VolumeCounts,
  silent: CountedPart,
  what: SilentPart,
  now: Time,
): Silence | undefined {
  const { hours, lastAt } = silent
  const begins = Math.floor(lastAt / hourMs)
  const days = Math.min(maxDays, countedDays(counts, begins))
  if (days < minDays) return undefined
  const first = begins - days * 24
  const perDay = countBetween(hours, first, begins - 1) / days
  if (perDay < minPerDay) return undefined
  const expected = expectedBetween(counts, silent, begins + 1, Math.floor(now / hourMs) - 1)
  const chance = poissonNone(expected / mentionsPerEvent)
  if (chance > maxChance) return undefined
  const missed = usualGap(hours, first, begins)
  if (expected < silenceTimes * missed) return undefined
  return {
    what,
    since: lastAt,
    perDay,
    expected,
    chance,
    maxChance,
    usualGap: missed,
    times: silenceTimes,
  }
}

function countedDays({ since }: VolumeCounts, hour: number): number {
  return Math.floor((hour * hourMs - since) / (24 * hourMs))
}

function expectedBetween(
  counts: VolumeCounts,
  { hours, alertHours }: CountedPart,
  from: number,
  to: number,
): number {
  let expected = 0
  for (let hour = from; hour <= to; hour += 1)
    if (alertHours === undefined || countAt(alertHours, hour) > 0)
      expected += expectedInHour(counts, hours, hour, from)
  return expected
}

/**
 * Returns the mentions missed in the second worst silence between two hours (since the epoch, UTC; `to` excluded). The worst silence is
 * ignored, because it may be a single outage.
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

function meanOf(hours: Timeline, hour: number, from: number, to: number): number {
  let [sum, days] = [0, 0]
  for (let other = from + ((hour - from) % 24); other < to; other += 24) {
    if (other === hour || isWeekend(other) !== isWeekend(hour)) continue
    sum += countBetween(hours, other - 1, other + 1) / 3
    days += 1
  }
  return days === 0 ? 0 : sum / days
}

/** The epoch began on a Thursday, so days 2 and 3 of its weeks are Saturday and Sunday. */
function isWeekend(hour: number): boolean {
  return [2, 3].includes(Math.floor(hour / 24) % 7)
}

/** Divides the present silences into those that were announced before and those to announce now, so each is announced once. */
export function newSilences(
  announced: AnnouncedSilence[],
  silences: Silence[],
): { toPost: Silence[]; lasting: AnnouncedSilence[] } {
  const known = ({ what, since }: Silence) =>
    announced.find((one) => isSame(one.what, what) && one.since === since)
  return {
    toPost: silences.filter((silence) => known(silence) === undefined),
    lasting: silences.flatMap((silence) => known(silence) ?? []),
  }
}

function isSame(one: SilentPart, other: SilentPart): boolean {
  if (one.kind === 'alert' || other.kind === 'alert') return one.kind === other.kind
  return one.kind === other.kind && one.name === other.name
}
