import { createRandom, pickWeighted, type Random } from '../../../sandbox/mention-service/generator/random.ts'
import type { Arrival, Silence, Spike, Week } from './week.ts'

/** Makes a week from a plan: random arrivals around a rate that changes with hour, weekday and events. */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Rates change in steps of this length. Whatever begins within one begins with it. */
export const step = 5 * minute

/** A Monday, 00:00 UTC. */
const firstDay = Date.UTC(2026, 9, 26)
export const judgedFrom = firstDay + 14 * day

/** An event between two times: `times` the usual rate, or `perHour` mentions in addition; `negative`: the negative share of these. */
type Happening = { start: number; end: number; times?: number; perHour?: number; negative?: number }

export type Plan = {
  kind: string
  seed: number
  /** Mentions an hour on average. */
  perHour: number
  /** The rate at a time as a multiple of the average, by hour and weekday. */
  rhythm: (at: number) => number
  negative?: number
  happenings?: Happening[]
  /** Between these nothing arrives, from one source or language if any; of it `floods` (a share) arrives at the end. */
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

/** One mention of ten brings company (copies, answers) within the half hour. */
const withCompany = 0.1

/** The week of a plan. The same plan makes the same week. */
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

/** A number around `mean` by chance. */
function poisson(mean: number, random: Random): number {
  let [product, count] = [random.next(), 0]
  for (const limit = Math.exp(-mean); product > limit; count += 1) product *= random.next()
  return count
}
