import type { Mention } from '@overheard/mention-client/mention'
import { createRandom, type Random } from '../../../../../sandbox/mention-service/generator/random.ts'
import type { VolumeCounts } from '../../../../../src/engine/anomalies/alert-volume.ts'
import { countFound } from '../../../../../src/engine/anomalies/ordinary-bursts.ts'
import type { Sensitivity } from '../../../../../src/engine/anomalies/spike-detector.ts'
import { noSpike } from '../../../../../src/engine/anomalies/spike-state.ts'
import { initialCounts } from '../../../../../src/engine/anomalies/volume-counts.ts'
import type { SpikeState } from '../../../../../src/model/anomaly.ts'
import { sampleMention } from '../../../../tools/sample-mention.ts'
import { stepOf } from '../formulas.ts'
import { day, hour, minute } from '../make-week.ts'
import { firstDay, generateSeries, poisson, rhythms } from './generate-series.ts'
import type { Row } from './read-series.ts'

/**
 * Injects two events into generated series, the second three hours after the first, and measures whether each is told within 15 minutes.
 */

type Injected = { first: boolean; second: boolean }

type Injections = {
  perDay: number
  overdispersion: number
  sensitivity: Sensitivity
  count: number
  seed: number
}

/** An event of 45 minutes has ten times the usual mentions of its time of day, and at least one a minute. */
const eventMs = 45 * minute
const eventTimes = 10
const leastPerMinute = 1
const secondAfterMs = 3 * hour
const inTimeMs = 15 * minute

const days = 40
const firstEventDay = 16

function injectEvents({ perDay, overdispersion, sensitivity, count, seed }: Injections): Injected[] {
  const { rows } = generateSeries({ seed, days, perDay, overdispersion, rhythm: rhythms.weekly })
  const random = warmRandom(seed, perDay, overdispersion)
  const latest = (days - 1) * day
  const starts = Array.from({ length: count }, () => {
    const after = firstEventDay * day + random.next() * (latest - firstEventDay * day)
    return Math.floor(after / minute)
  }).toSorted((a, b) => a - b)
  const step = stepOf(sensitivity)
  let counts = initialCounts(firstDay, { mentions: [], sentiment: [] })
  let state: SpikeState = noSpike
  const results: Injected[] = []
  for (const [index, row] of rows.entries()) {
    for (; starts[0] === index; starts.shift()) {
      const rest = rows.slice(index, index + (secondAfterMs + inTimeMs) / minute)
      const rate = (at: number) =>
        Math.max(leastPerMinute, ((eventTimes - 1) * perDay * rhythms.weekly(at)) / 1440)
      results.push(replayEvents({ counts, state, rows: rest, rate, step, random }))
    }
    // The bot checks if a spike starts only after it found mentions.
    if (row.count === 0 && state.kind === 'calm') continue
    counts = countFound(counts, mentionsAt(row.count, row.at + minute), row.at + minute)
    state = step(state, counts, row.at + minute, []).state
  }
  return results
}

type Replay = {
  counts: VolumeCounts
  state: SpikeState
  rows: Row[]
  rate: (at: number) => number
  step: ReturnType<typeof stepOf>
  random: Random
}

/** Replays the series with the two events from one moment on. The series itself goes on without them. */
function replayEvents({ counts: before, state: running, rows, rate, step, random }: Replay): Injected {
  let [counts, state] = [before, running]
  const told: Injected = { first: false, second: false }
  const start = rows[0]?.at ?? 0
  for (const { at, count } of rows) {
    const now = at + minute
    const after = at - start
    const isEvent = after < eventMs || after >= secondAfterMs
    const more = isEvent ? poisson(rate(at), random) : 0
    counts = countFound(counts, mentionsAt(count + more, now), now)
    const result = step(state, counts, now, [])
    state = result.state
    if (result.change !== 'started') continue
    if (after < inTimeMs) told.first = true
    if (after >= secondAfterMs) told.second = true
  }
  return told
}

const { sentiment: _, ...unrated } = sampleMention({ source: '', language: '' })
const mentionsAt = (count: number, date: number): Mention[] =>
  Array.from({ length: count }, () => ({ ...unrated, date }))

/** The first numbers of similar seeds are similar. */
function warmRandom(...seeds: number[]): Random {
  const random = createRandom(...seeds)
  for (let index = 0; index < 20; index += 1) random.next()
  return random
}

export const volumes = [5, 50, 500, 5000]
export const overdispersions = [1, 2, 5]

/** The shares (0 to 1) of first and of second events that were told in time, at each volume (mentions a day) and over all volumes. */
export type ShareTold = Record<keyof Injected, number> & {
  ofVolume: ({ perDay: number } & Record<keyof Injected, number>)[]
}

export function shareTold(
  overdispersion: number,
  sensitivity: Sensitivity,
  { injections, perDays = volumes }: { injections: number; perDays?: number[] },
): ShareTold {
  const count = injections / perDays.length
  const results = perDays.map((perDay) => ({
    perDay,
    injected: injectEvents({ perDay, overdispersion, sensitivity, count, seed: 11 }),
  }))
  return {
    ...sharesOf(results.flatMap(({ injected }) => injected)),
    ofVolume: results.map(({ perDay, injected }) => ({ perDay, ...sharesOf(injected) })),
  }
}

function sharesOf(injected: Injected[]): Record<keyof Injected, number> {
  const share = (of: keyof Injected) => injected.filter((one) => one[of]).length / injected.length
  return { first: share('first'), second: share('second') }
}
