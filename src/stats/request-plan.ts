import type { Time } from '@overheard/base/time'
import {
  type Count,
  type DateRange,
  type Granularity,
  type Period,
  type SeriesType,
  seriesTypes,
  type TotalType,
  totalTypes,
} from '@overheard/mention-client/insight'
import type { Mention, Sentiment } from '@overheard/mention-client/mention'
import { addDays, addMonths } from '../model/calendar-date.ts'
import { daysIn, toDateRange, wholeMonthsIn } from '../model/date-range.ts'
import type { MissingReason } from '../model/failure.ts'
import type { StatsQuestion } from './question.ts'

export type StatsValue<T> = { kind: 'known'; value: T } | { kind: 'missing'; reason: MissingReason }

export type TotalRequest = {
  kind: 'total'
  type: TotalType
  when: 'now' | 'before'
  range: DateRange
  sources: string[]
}

export type SeriesRequest = {
  kind: 'series'
  type: SeriesType
  range: DateRange
  granularity: Granularity
  sources: string[]
}

/**
 * This request asks for the `count` mentions with the widest reach. The service cannot filter by sentiment. If a sentiment is wanted, the
 * list is read, widest reach first, until enough mentions are found.
 */
export type TopMentionsRequest = {
  kind: 'top-mentions'
  range: DateRange
  sources: string[]
  count: number
  /** As many more mentions are returned, as far as they were read anyway. */
  spare?: number
  sentiment?: Sentiment
}

export type StatsRequest = TotalRequest | SeriesRequest | TopMentionsRequest

export type StatsResult =
  | { need: TotalRequest; answer: StatsValue<Count> }
  | { need: SeriesRequest; answer: StatsValue<Period[]> }
  | { need: TopMentionsRequest; answer: StatsValue<Mention[]> }

const headlineTotals = ['mentions', 'sentiment', 'reach'] as const
const digestTotals = [...headlineTotals, 'sources', 'countries', 'topic_cloud'] as const

/** A leads alert has mentions but no insights. */
export type StatsForm = 'stats' | 'digest' | 'leads' | 'comparison'

type FormContents = { now: readonly TotalType[]; before: readonly TotalType[]; series: readonly SeriesType[] }

/**
 * A form shows the totals in `now`, and compares the totals in `before` with the period before. A digest compares more totals, because it
 * names the largest changes.
 */
export const formContents: Record<StatsForm, FormContents> = {
  stats: { now: totalTypes, before: headlineTotals, series: seriesTypes },
  digest: { now: digestTotals, before: digestTotals, series: seriesTypes },
  leads: { now: [], before: [], series: [] },
  comparison: { now: headlineTotals, before: headlineTotals, series: ['mentions'] },
}

/** True for the three requests that the first line and the chart of an answer need. */
export const isInHeadline = (need: StatsRequest): boolean =>
  need.kind !== 'top-mentions' && need.type === 'mentions'

export function datesOfQuestion(
  question: StatsQuestion,
  now: Time,
): { range: DateRange; before: DateRange; granularity: Granularity } {
  const range = toDateRange(question.choice, now)
  return {
    range,
    before: previousRange(range),
    granularity: question.granularity ?? defaultGranularity(range),
  }
}

const spare = 24

/**
 * A digest asks for six negative mentions, because up to three of them can also be among the three with the widest
 * reach, and no mention is shown twice. It takes spare ones, because many mentions can be places of one story.
 */
export function planStatsRequests(question: StatsQuestion, now: Time, form: StatsForm): StatsRequest[] {
  const { range, before, granularity } = datesOfQuestion(question, now)
  const { sources } = question
  const shown = formContents[form]
  const widest: TopMentionsRequest = { kind: 'top-mentions', range, sources, count: 3 }
  return [
    ...shown.now.map((type): StatsRequest => ({ kind: 'total', type, when: 'now', range, sources })),
    ...shown.before.map(
      (type): StatsRequest => ({ kind: 'total', type, when: 'before', range: before, sources }),
    ),
    ...shown.series.map((type): StatsRequest => ({ kind: 'series', type, range, granularity, sources })),
    ...(form === 'comparison' ? [] : [form === 'digest' ? { ...widest, spare } : widest]),
    ...(form === 'digest' ? [{ ...widest, count: 6, spare, sentiment: 'negative' } as const] : []),
  ]
}

/** Returns as many days right before the range. Before whole calendar months, returns as many calendar months. */
export function previousRange(range: DateRange): DateRange {
  const months = wholeMonthsIn(range)
  const from = months > 0 ? addMonths(range.from, -months) : addDays(range.from, -daysIn(range))
  return { from, to: addDays(range.from, -1) }
}

/**
 * Returns days up to a month, weeks up to half a year, and months beyond, so that the number of points stays readable.
 */
export function defaultGranularity(range: DateRange): Granularity {
  const days = daysIn(range)
  if (days <= 31) return 'day'
  return days <= 26 * 7 ? 'week' : 'month'
}
