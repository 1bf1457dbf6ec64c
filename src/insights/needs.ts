import type { Count, DateRange, Granularity, Period, SeriesType, TotalType } from '../model/insight.ts'
import { seriesTypes, totalTypes } from '../model/insight.ts'
import type { Mention, Sentiment } from '../model/mention.ts'
import type { Question } from './question.ts'
import { defaultGranularity, rangeBefore, rangeOf } from './range.ts'

/** What came of asking: the value, or why there is none, in words a reader understands ("the service is busy"). */
export type Answer<T> = { kind: 'known'; value: T } | { kind: 'missing'; reason: string }

type TotalNeed = {
  kind: 'total'
  type: TotalType
  when: 'now' | 'before'
  range: DateRange
  sources: string[]
}
type SeriesNeed = {
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
export type LoudestNeed = {
  kind: 'loudest'
  range: DateRange
  sources: string[]
  count: number
  sentiment?: Sentiment
}

/** One thing to ask the service for. All needs of a question are independent: ask for them side by side. */
export type Need = TotalNeed | SeriesNeed | LoudestNeed

/** A need and what came of it. */
export type Result =
  | { need: TotalNeed; answer: Answer<Count> }
  | { need: SeriesNeed; answer: Answer<Period[]> }
  | { need: LoudestNeed; answer: Answer<Mention[]> }

const headline = ['mentions', 'sentiment', 'reach'] as const
const story = [...headline, 'sources', 'countries', 'topic_cloud'] as const

/** Which form an answer takes. Leads alerts have mentions but no insights (interface, 1). */
export type AnswerForm = 'stats' | 'digest' | 'leads'

type Shown = { now: readonly TotalType[]; before: readonly TotalType[]; series: readonly SeriesType[] }

/** What each form shows, and what it compares with the period before: a digest also tells what moved. */
export const shownIn: Record<AnswerForm, Shown> = {
  stats: { now: totalTypes, before: headline, series: seriesTypes },
  digest: { now: story, before: story, series: seriesTypes },
  leads: { now: [], before: [], series: [] },
}

/** The dates and the grain of a question as seen at `now` (ms), and the dates it is compared with. */
export function spanOf(
  question: Question,
  now: number,
): { range: DateRange; before: DateRange; granularity: Granularity } {
  const range = rangeOf(question.choice, now)
  return { range, before: rangeBefore(range), granularity: question.granularity ?? defaultGranularity(range) }
}

/**
 * Everything the answer to a question is made of: 16 requests for stats, 17 (and what reading on takes) for a digest, one for leads.
 * Six negatives, because up to three of them can be among the loudest and are not told twice.
 */
export function neededFor(question: Question, now: number, form: AnswerForm): Need[] {
  const { range, before, granularity } = spanOf(question, now)
  const { sources } = question
  const shown = shownIn[form]
  const loudest: LoudestNeed = { kind: 'loudest', range, sources, count: 3 }
  return [
    ...shown.now.map((type): Need => ({ kind: 'total', type, when: 'now', range, sources })),
    ...shown.before.map((type): Need => ({ kind: 'total', type, when: 'before', range: before, sources })),
    ...shown.series.map((type): Need => ({ kind: 'series', type, range, granularity, sources })),
    loudest,
    ...(form === 'digest' ? [{ ...loudest, count: 6, sentiment: 'negative' } as const] : []),
  ]
}
