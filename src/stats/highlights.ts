import type { Count, DateRange, Period } from '../model/insight.ts'
import { countOfKnownPart, countRated, maxCountries, netSentiment, type Sentiments } from './counts.ts'
import { daysIn } from './date-range.ts'
import { knownValue, type PeriodSummary } from './period-summary.ts'

/** One thing worth telling of a period. Names are the service's own and foreign. */
export type PeriodHighlight =
  | { kind: 'busiest'; days: DateRange[]; count: number }
  | { kind: 'source-moved' | 'country-moved'; name: string; from: number; to: number }
  | { kind: 'mood-turned'; to: 'positive' | 'negative' }
  /** Shares of what was judged, between 0 and 1. */
  | { kind: 'negative-share-moved'; from: number; to: number }
  | { kind: 'new-topics'; topics: string[] }

/** A difference smaller than this many mentions is no movement. */
const minMovement = 5

/** With fewer judged mentions, moods and shares jump by themselves. */
const minRated = 20

/** A negative share that moves by less than five points is not told. */
const minShareMovement = 0.05

/** What the numbers tell, and nothing they do not: a fact whose numbers are missing is left out. */
export function findHighlights(summary: PeriodSummary): PeriodHighlight[] {
  const { totals, totalsBefore } = summary
  return [
    ...findBusiestDays(knownValue(summary.series.mentions)),
    ...findGreatestMovement(
      'source-moved',
      knownValue(totals.sources),
      knownValue(totalsBefore.sources),
      Infinity,
    ),
    ...findGreatestMovement(
      'country-moved',
      knownValue(totals.countries),
      knownValue(totalsBefore.countries),
      maxCountries,
    ),
    ...findSentimentShift(knownValue(summary.sentiment)),
    ...findNewTopics(knownValue(totals.topic_cloud), knownValue(totalsBefore.topic_cloud)),
  ]
}

/** The day (or the two that tie) with most mentions, where there are several days with a difference between them. */
function findBusiestDays(series: Period[] | undefined): PeriodHighlight[] {
  if (series === undefined || series.length < 2 || series.some((period) => daysIn(period) > 1)) return []
  const count = Math.max(...series.map((period) => period.value.total))
  const days = series.filter((period) => period.value.total === count)
  if (count === 0 || days.length > 2 || days.length === series.length) return []
  return [{ kind: 'busiest', days: days.map(({ from, to }) => ({ from, to })), count }]
}

/** The name whose count differs most. In a list that is cut at `most`, a name that is not there is not zero but unknown. */
function findGreatestMovement(
  kind: 'source-moved' | 'country-moved',
  now: Count | undefined,
  before: Count | undefined,
  most: number,
): PeriodHighlight[] {
  if (now === undefined || before === undefined || before.parts.length === 0) return []
  const names = new Set([...now.parts, ...before.parts].map(({ name }) => name))
  const movements = [...names].flatMap((name) => {
    const to = countOfKnownPart(now, name, most)
    const from = countOfKnownPart(before, name, most)
    return from === undefined || to === undefined ? [] : [{ kind, name, from, to }]
  })
  const size = ({ from, to }: { from: number; to: number }) => Math.abs(to - from)
  const [greatest] = movements.sort((a, b) => size(b) - size(a))
  return greatest && size(greatest) >= minMovement ? [greatest] : []
}

function findSentimentShift(
  sentiment: { now: Sentiments; before?: Sentiments } | undefined,
): PeriodHighlight[] {
  if (sentiment?.before === undefined) return []
  const { now, before } = sentiment
  if (countRated(now) < minRated || countRated(before) < minRated) return []
  const [net, netBefore] = [netSentiment(now) ?? 0, netSentiment(before) ?? 0]
  if (net * netBefore < 0) return [{ kind: 'mood-turned', to: net > 0 ? 'positive' : 'negative' }]
  const [to, from] = [now.negative / countRated(now), before.negative / countRated(before)]
  return Math.abs(to - from) >= minShareMovement ? [{ kind: 'negative-share-moved', from, to }] : []
}

/** Up to three of the ten greatest topics that the cloud of the period before did not have. */
function findNewTopics(now: Count | undefined, before: Count | undefined): PeriodHighlight[] {
  if (now === undefined || before === undefined || before.parts.length === 0) return []
  const known = new Set(before.parts.map(({ name }) => name.toLowerCase()))
  const topics = now.parts
    .slice(0, 10)
    .map(({ name }) => name)
    .filter((name) => !known.has(name.toLowerCase()))
    .slice(0, 3)
  return topics.length > 0 ? [{ kind: 'new-topics', topics }] : []
}
