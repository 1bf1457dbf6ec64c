import type { Count, DateRange, Period } from '@overheard/mention-client/insight'
import { daysIn } from '../../model/date-range.ts'
import { countOfKnownPart, countRated, maxPlaces, netSentiment, type Sentiments } from '../../stats/counts.ts'
import { knownValue, type PeriodSummary } from '../../stats/period-summary.ts'

/** The service sends the names. They are unchanged and untrusted. */
export type PeriodHighlight =
  | { kind: 'busiest'; days: DateRange[]; count: number }
  | { kind: 'source-moved' | 'country-moved'; name: string; from: number; to: number }
  | { kind: 'sentiment-turned'; to: 'positive' | 'negative' }
  /** `from` and `to` are negative shares of the mentions with a sentiment (0 to 1). */
  | { kind: 'negative-share-moved'; from: number; to: number }
  | { kind: 'new-topics'; topics: string[] }

const minMovement = 5

/** With fewer rated mentions, shares are not compared, because they change by chance. */
const minRated = 20

const minShareMovement = 0.05

/** The counts of a period that is not over are not compared with those of whole days. */
export function findHighlights(summary: PeriodSummary): PeriodHighlight[] {
  const { totals, totalsBefore } = summary
  return [
    ...(summary.ahead === 'nothing' ? findCountHighlights(summary) : []),
    ...findSentimentShift(knownValue(summary.sentiment)),
    ...findNewTopics(knownValue(totals.topic_cloud), knownValue(totalsBefore.topic_cloud)),
  ]
}

function findCountHighlights({ series, totals, totalsBefore }: PeriodSummary): PeriodHighlight[] {
  const [sources, countries] = [knownValue(totals.sources), knownValue(totals.countries)]
  return [
    ...findBusiestDays(knownValue(series.mentions)),
    ...findLargestMovement('source-moved', sources, knownValue(totalsBefore.sources), Infinity),
    ...findLargestMovement('country-moved', countries, knownValue(totalsBefore.countries), maxPlaces),
  ]
}

function findBusiestDays(series: Period[] | undefined): PeriodHighlight[] {
  if (series === undefined || series.length < 2 || series.some((period) => daysIn(period) > 1)) return []
  const count = Math.max(...series.map((period) => period.value.total))
  const days = series.filter((period) => period.value.total === count)
  if (count === 0 || days.length > 2 || days.length === series.length) return []
  return [{ kind: 'busiest', days: days.map(({ from, to }) => ({ from, to })), count }]
}

/**
 * Returns the name whose count changed most. If the service cuts its lists at `most` names, the count of a missing name
 * is unknown, not zero.
 */
function findLargestMovement(
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
  const [largest] = movements.sort((a, b) => size(b) - size(a))
  return largest && size(largest) >= minMovement ? [largest] : []
}

function findSentimentShift(
  sentiment: { now: Sentiments; before?: Sentiments } | undefined,
): PeriodHighlight[] {
  if (sentiment?.before === undefined) return []
  const { now, before } = sentiment
  if (countRated(now) < minRated || countRated(before) < minRated) return []
  const [net, netBefore] = [netSentiment(now) ?? 0, netSentiment(before) ?? 0]
  if (net * netBefore < 0) return [{ kind: 'sentiment-turned', to: net > 0 ? 'positive' : 'negative' }]
  const [to, from] = [now.negative / countRated(now), before.negative / countRated(before)]
  return Math.abs(to - from) >= minShareMovement ? [{ kind: 'negative-share-moved', from, to }] : []
}

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
