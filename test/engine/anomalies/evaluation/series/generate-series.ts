import { createRandom, type Random } from '../../../../../sandbox/mention-service/generator/random.ts'
import { day, hour, minute } from '../make-week.ts'
import type { Row, Series } from './read-series.ts'

/** Generates series whose ordinary mentions have a negative binomial distribution. */

export type Shape = {
  seed: number
  days: number
  perDay: number
  /** The variance of the counts divided by their mean: 1 is Poisson. */
  overdispersion: number
  rhythm: (at: number) => number
  /** Additional mentions that come every day at this time of day, within five minutes. */
  newsletter?: { at: number; count: number }
  /** No mentions arrive; then a share of them arrives at once. */
  outages?: { start: number; end: number; floods: number }[]
}

/** A Monday, 00:00 UTC. */
export const firstDay = Date.UTC(2026, 9, 26)

/** The members of a cluster arrive within this time. */
const clusterMs = 10 * minute

export function generateSeries(shape: Shape): Series {
  const { seed, days, perDay, overdispersion, rhythm, newsletter, outages = [] } = shape
  const random = createRandom(seed, perDay, overdispersion)
  const counts = new Array<number>((days * day) / minute).fill(0)
  const mean = meanSize(overdispersion)
  for (let at = firstDay; at < firstDay + days * day; at += minute)
    for (const arrival of [
      ...clustersAt(at, (perDay * rhythm(at)) / 1440 / mean, overdispersion, random),
      ...lettersAt(at, newsletter, random),
    ]) {
      const outage = outages.find(({ start, end }) => arrival >= start && arrival < end)
      if (outage === undefined) addTo(counts, arrival)
      else if (random.chance(outage.floods)) addTo(counts, outage.end + random.next() * 10 * minute)
    }
  const rows: Row[] = counts.map((count, index) => ({ at: firstDay + index * minute, count }))
  return { name: `${perDay} a day, ${overdispersion}`, rows, intervalMs: minute, windows: [] }
}

/** Mentions after the end of the series are left out. */
function addTo(counts: number[], at: number): void {
  const index = Math.floor((at - firstDay) / minute)
  const count = counts[index]
  if (count !== undefined) counts[index] = count + 1
}

function clustersAt(at: number, clusters: number, overdispersion: number, random: Random): number[] {
  return Array.from({ length: poisson(clusters, random) }, () => sizeOf(overdispersion, random)).flatMap(
    (size) => Array.from({ length: size }, (_, index) => at + (index === 0 ? 0 : random.next() * clusterMs)),
  )
}

function lettersAt(at: number, newsletter: Shape['newsletter'], random: Random): number[] {
  if (newsletter === undefined || at % day !== newsletter.at) return []
  return Array.from({ length: poisson(newsletter.count, random) }, () => at + random.next() * 5 * minute)
}

/** The sizes of clusters have a logarithmic distribution, so the sums of clusters have a negative binomial one. */
function sizeOf(overdispersion: number, random: Random): number {
  if (overdispersion <= 1) return 1
  const p = 1 - 1 / overdispersion
  let [size, share, left] = [1, -p / Math.log(1 - p), random.next()]
  while (left > share && size < 10_000) {
    left -= share
    share *= (p * size) / (size + 1)
    size += 1
  }
  return size
}

function meanSize(overdispersion: number): number {
  if (overdispersion <= 1) return 1
  const p = 1 - 1 / overdispersion
  return -p / ((1 - p) * Math.log(1 - p))
}

/** A random number with a Poisson distribution. */
export function poisson(mean: number, random: Random): number {
  let [product, count] = [random.next(), 0]
  for (const limit = Math.exp(-mean); product > limit; count += 1) product *= random.next()
  return count
}

const hourOf = (at: number) => (at % day) / hour
export const rhythms = {
  flat: () => 1,
  daily: (at: number) =>
    0.18 + 1.64 * Math.max(0, Math.cos(((hourOf(at) - 14) / 24) * 2 * Math.PI)) ** 1.2 * 1.6,
  weekly: (at: number): number =>
    rhythms.daily(at) * ([0, 6].includes(new Date(at).getUTCDay()) ? 0.4 : 1.24),
}
