import {
  createRandom,
  pickWeighted,
  type Random,
} from '../../../../sandbox/mention-service/generator/random.ts'
import type { Arrival, Silence, Spike, Week } from './week.ts'

/** Makes a week from a plan: random arrivals around a rate that changes with hour, weekday and events. */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Rates change in steps of this length. An event begins with the step that contains its start. */
export const step = 5 * minute

/** A Monday, 00:00 UTC. */
const firstDay = Date.UTC(2026, 9, 26)
export const judgedFrom = firstDay + 14 * day

/**
 * An event between two times. `times`: the rate as a multiple of the usual rate. `perHour`: additional mentions. `negative`: the negative
 * share of the additional mentions.
 */
type Happening = { start: number; end: number; times?: number; perHour?: number; negative?: number }

export type Plan = {
  kind: string
  seed: number
  /** Mean number of mentions per hour. */
  perHour: number
  /** The rate at a time, as a multiple of the mean rate. */
  rhythm: (at: number) => number
  negative?: number
  happenings?: Happening[]
  /**
   * No mentions arrive from `start` to `end`: none at all, or none of one source or language. A share of them (`floods`) arrives at the
   * end.
   */
  outages?: { start: number; end: number; source?: string; language?: string; floods: number }[]
  spikes?: Spike[]
  silences?: Silence[]
}

const sources = [
  { name: 'reddit', weight: 4 },
  { name: 'web', weight: 3 },
  { name: 'news-blogs', weight: 2 },
  { name: 'youtube', weight: 0.3 },
]
const languages = [
  { name: 'en', weight: 6 },
  { name: 'de', weight: 3 },
  { name: 'fr', weight: 0.5 },
]

/** This share of the mentions causes others (copies, answers) within half an hour. */
const withCompany = 0.1

/** The same plan always makes the same week. */
export function makeWeek(plan: Plan): Week {
  const random = createRandom(plan.seed, plan.kind.length, plan.kind.charCodeAt(0))
  const made: Arrival[] = []
  for (let at = firstDay; at < judgedFrom + 7 * day; at += step) addStep(plan, at, random, made)
  const arrivals = made
    .flatMap((arrival) => throughOutages(plan, arrival, random))
    .sort((a, b) => a.at - b.at)
  const { kind, seed, spikes = [], silences = [] } = plan
  const ends = { start: firstDay, judgedFrom, end: judgedFrom + 7 * day }
  return { name: `${kind} ${seed}`, kind, seed, ...ends, arrivals, spikes, silences }
}

function addStep(plan: Plan, at: number, random: Random, made: Arrival[]): void {
  const baseline = (plan.perHour * plan.rhythm(at)) / 12
  addArrivals(poisson(baseline, random), at, plan.negative ?? 0.15, random, made)
  for (const happening of plan.happenings ?? []) {
    if (at < happening.start || at >= happening.end) continue
    const more = baseline * ((happening.times ?? 1) - 1) + (happening.perHour ?? 0) / 12
    addArrivals(poisson(more, random), at, happening.negative ?? plan.negative ?? 0.15, random, made)
  }
}

function addArrivals(count: number, from: number, negative: number, random: Random, made: Arrival[]): void {
  for (let index = 0; index < count; index += 1) {
    const at = from + random.next() * step
    const sentiment = random.chance(negative) ? 'negative' : random.chance(0.3) ? 'positive' : 'neutral'
    const like = {
      source: pickWeighted(random, sources).name,
      language: pickWeighted(random, languages).name,
      sentiment,
    } as const
    made.push({ ...like, at, date: at - random.whole(0, 40) * minute })
    const company = random.chance(withCompany) ? random.whole(1, 3) : 0
    for (let copy = 0; copy < company; copy += 1) {
      const later = at + random.next() * 30 * minute
      made.push({ ...like, at: later, date: later - random.whole(0, 40) * minute })
    }
  }
}

function throughOutages({ outages = [] }: Plan, arrival: Arrival, random: Random): Arrival[] {
  const outage = outages.find(
    ({ start, end, source, language }) =>
      arrival.at >= start &&
      arrival.at < end &&
      (source ?? arrival.source) === arrival.source &&
      (language ?? arrival.language) === arrival.language,
  )
  if (outage === undefined) return [arrival]
  return random.chance(outage.floods) ? [{ ...arrival, at: outage.end + random.whole(0, 10) * minute }] : []
}

/** A random number with a Poisson distribution. */
function poisson(mean: number, random: Random): number {
  let [product, count] = [random.next(), 0]
  for (const limit = Math.exp(-mean); product > limit; count += 1) product *= random.next()
  return count
}
