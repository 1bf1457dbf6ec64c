import type { Count, DateRange, Granularity, Period, SeriesType, TotalType } from '../model/insight.ts'
import { seriesTypes, totalTypes } from '../model/insight.ts'
import type { Mention, Sentiment } from '../model/mention.ts'
import type { Question } from './question.ts'
import { defaultGranularity, rangeBefore, rangeOf } from './range.ts'

/** What came of asking: the value, or why there is none, in words a reader understands ("the service is busy"). */
export type Answer<T> = { kind: 'known'; value: T } | { kind: 'missing'; reason: string }

export type TotalNeed = {
  kind: 'total'
  type: TotalType
  when: 'now' | 'before'
  range: DateRange
  sources: string[]
}
export type SeriesNeed = {
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

/** What the headline compares with the period before. */
const headlineTotals = ['mentions', 'sentiment', 'reach'] as const

/** What the story compares in addition. */
const storyTotals = [...headlineTotals, 'sources', 'countries', 'topic_cloud'] as const

/** The dates and the grain of a question as seen at `now` (ms), and the dates it is compared with. */
export function spanOf(
  question: Question,
  now: number,
): { range: DateRange; before: DateRange; granularity: Granularity } {
  const range = rangeOf(question.choice, now)
  return { range, before: rangeBefore(range), granularity: question.granularity ?? defaultGranularity(range) }
}

/** Everything the answer to a question is made of: 16 requests, or 20 with what a digest tells besides. */
export function neededFor(question: Question, now: number, answerAs: 'stats' | 'digest'): Need[] {
  const { range, before, granularity } = spanOf(question, now)
  const { sources } = question
  const compared = answerAs === 'digest' ? storyTotals : headlineTotals
  const loudest: LoudestNeed = { kind: 'loudest', range, sources, count: 3 }
  return [
    ...totalTypes.map((type): Need => ({ kind: 'total', type, when: 'now', range, sources })),
    ...compared.map((type): Need => ({ kind: 'total', type, when: 'before', range: before, sources })),
    ...seriesTypes.map((type): Need => ({ kind: 'series', type, range, granularity, sources })),
    loudest,
    ...(answerAs === 'digest' ? [{ ...loudest, sentiment: 'negative' } as const] : []),
  ]
}
