import { poissonAtLeast } from '../../../../src/engine/anomalies/poisson.ts'
import { hour, minute } from './make-week.ts'
import type { Alarm } from './watch-week.ts'
import type { Spike, Week } from './week.ts'

/**
 * `minutes`: the time from the start of a spike (the rise of the plan's rate) to its alarm. `early`: the evidence of the first 15 minutes.
 */
export type Telling = { week: string; minutes: number; isGreat: boolean; early: Early }

/**
 * `count`: the mentions of the first 15 minutes. `usual`: their number without the spike. `chance`: the probability (0 to 1) of so many in
 * a steady week.
 */
type Early = { count: number; usual: number; chance: number }

export type Score = {
  right: number
  wrong: string[]
  found: number
  missed: string[]
  tellings: Telling[]
}

export const noScore: Score = { right: 0, wrong: [], found: 0, missed: [], tellings: [] }

/** Alarms within this time after a spike belong to that spike. */
const afterSpike = 2 * hour

/** A spike of this multiple of the usual must be detected within 15 minutes. */
const greatTimes = 5
const inTime = 15 * minute

/** Divides the number of mentions in the probability test, because one mention of ten causes others. */
const company = 2

/** Compares the alarms of a week with the labels of its spikes. */
export function scoreSpikes(week: Week, alarms: Alarm[]): Score {
  const score = scored(
    week,
    alarms,
    week.spikes.map((spike) => ({ ...spike, covers: () => true, until: spike.end + afterSpike })),
  )
  const tellings = week.spikes.flatMap((spike) => {
    const first = alarms.find(({ at }) => at >= spike.start && at <= spike.end + afterSpike)
    if (first === undefined) return []
    const isGreat = spike.kind === 'volume' && spike.times >= greatTimes
    return [
      { minutes: (first.at - spike.start) / minute, week: week.name, isGreat, early: earlyOf(week, spike) },
    ]
  })
  return { ...score, tellings }
}

function earlyOf({ arrivals }: Week, { start, times, perHour }: Spike): Early {
  const count = arrivals.filter(({ at }) => at > start && at <= start + inTime).length
  const baseline = (perHour / times) * (inTime / hour)
  return { count, usual: baseline, chance: poissonAtLeast(count / company, baseline / company) }
}

export function isInTime({ minutes }: Telling): boolean {
  return minutes * minute <= inTime
}

/** Compares the alarms of a week with the labels of its silences. */
export function scoreQuiet(week: Week, alarms: Alarm[]): Score {
  const events = week.silences.map(({ what, ...silence }) => ({
    ...silence,
    until: silence.end,
    covers: ({ why }: Alarm) => why === what,
  }))
  return scored(week, alarms, events)
}

type Event = { start: number; until: number; covers: (alarm: Alarm) => boolean }

function scored({ name }: Week, alarms: Alarm[], events: Event[]): Score {
  const meets = (alarm: Alarm, { start, until, covers }: Event) =>
    alarm.at >= start && alarm.at <= until && covers(alarm)
  const isRight = (alarm: Alarm) => events.some((event) => meets(alarm, event))
  const wrong = alarms.filter((alarm) => !isRight(alarm))
  const found = events.filter((event) => alarms.some((alarm) => meets(alarm, event)))
  return {
    right: alarms.length - wrong.length,
    wrong: wrong.map(({ at, why }) => `${name}: ${why} at ${new Date(at).toISOString().slice(0, 16)}`),
    found: found.length,
    missed: found.length < events.length ? [name] : [],
    tellings: [],
  }
}

export function added(a: Score, b: Score): Score {
  return {
    right: a.right + b.right,
    wrong: [...a.wrong, ...b.wrong],
    found: a.found + b.found,
    missed: [...a.missed, ...b.missed],
    tellings: [...a.tellings, ...b.tellings],
  }
}

/** The share of alarms that were right; 1 if there were none. */
export function precision({ right, wrong }: Score): number {
  return right + wrong.length === 0 ? 1 : right / (right + wrong.length)
}

/** The share of events that were found; 1 if there were none. */
export function recall({ found, missed }: Score): number {
  return found + missed.length === 0 ? 1 : found / (found + missed.length)
}
