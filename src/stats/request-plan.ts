import {
  type Count,
  type DateRange,
  type Granularity,
  type Period,
  type SeriesType,
  seriesTypes,
  type TotalType,
  totalTypes,
} from '../model/insight.ts'
import type { Mention, Sentiment } from '../model/mention.ts'
import { defaultGranularity, previousRange, toDateRange } from './date-range.ts'
import type { StatsQuestion } from './question.ts'

/** What came of asking: the value, or why there is none, in words a reader understands ("the service is busy"). */
export type StatsValue<T> = { kind: 'known'; value: T } | { kind: 'missing'; reason: string }

type TotalRequest = {
  kind: 'total'
  type: TotalType
  when: 'now' | 'before'
  range: DateRange
  sources: string[]
}
type SeriesRequest = {
  kind: 'series'
  type: SeriesType
  range: DateRange
  granularity: Granularity
  sources: string[]
}
/**
 * The `count` mentions of greatest reach within the range. The service cannot filter by sentiment: where one is asked
 * for, the list is read on, greatest reach first, until enough are found.
 */
export type TopMentionsRequest = {
  kind: 'loudest'
  range: DateRange
  sources: string[]
  count: number
  sentiment?: Sentiment
}

/** One thing to ask the service for. All needs of a question are independent: ask for them side by side. */
export type StatsRequest = TotalRequest | SeriesRequest | TopMentionsRequest

/** A need and what came of it. */
export type StatsResult =
  | { need: TotalRequest; answer: StatsValue<Count> }
  | { need: SeriesRequest; answer: StatsValue<Period[]> }
  | { need: TopMentionsRequest; answer: StatsValue<Mention[]> }

const headlineTotals = ['mentions', 'sentiment', 'reach'] as const
const digestTotals = [...headlineTotals, 'sources', 'countries', 'topic_cloud'] as const

/** Which form an answer takes. Leads alerts have mentions but no insights (interface, 1). */
export type StatsForm = 'stats' | 'digest' | 'leads'

type FormContents = { now: readonly TotalType[]; before: readonly TotalType[]; series: readonly SeriesType[] }

/** What each form shows, and what it compares with the period before: a digest also tells what moved. */
export const formContents: Record<StatsForm, FormContents> = {
  stats: { now: totalTypes, before: headlineTotals, series: seriesTypes },
  digest: { now: digestTotals, before: digestTotals, series: seriesTypes },
  leads: { now: [], before: [], series: [] },
}

/** The dates and the grain of a question as seen at `now` (ms), and the dates it is compared with. */
export function datesOfQuestion(
  question: StatsQuestion,
  now: number,
): { range: DateRange; before: DateRange; granularity: Granularity } {
  const range = toDateRange(question.choice, now)
  return {
    range,
    before: previousRange(range),
    granularity: question.granularity ?? defaultGranularity(range),
  }
}

/**
 * Everything the answer to a question is made of: 16 requests for stats, 17 (and what reading on takes) for a digest, one for leads.
 * Six negatives, because up to three of them can be among the loudest and are not told twice.
 */
export function planStatsRequests(question: StatsQuestion, now: number, form: StatsForm): StatsRequest[] {
  const { range, before, granularity } = datesOfQuestion(question, now)
  const { sources } = question
  const shown = formContents[form]
  const loudest: TopMentionsRequest = { kind: 'loudest', range, sources, count: 3 }
  return [
    ...shown.now.map((type): StatsRequest => ({ kind: 'total', type, when: 'now', range, sources })),
    ...shown.before.map(
      (type): StatsRequest => ({ kind: 'total', type, when: 'before', range: before, sources }),
    ),
    ...shown.series.map((type): StatsRequest => ({ kind: 'series', type, range, granularity, sources })),
    loudest,
    ...(form === 'digest' ? [{ ...loudest, count: 6, sentiment: 'negative' } as const] : []),
  ]
}
