import type { Alert, Limit } from '../model/alert.ts'
import type { Count, DateRange, Granularity, Period, SeriesType, TotalType } from '../model/insight.ts'
import type { Mention, Sentiment } from '../model/mention.ts'
import { type Change, changeOf } from './change.ts'
import { type Sentiments, sentimentsOf } from './count.ts'
import { type Answer, type Result, spanOf } from './needs.ts'
import type { Question } from './question.ts'
import { fillSeries } from './series.ts'
import { dateOf } from './utc-date.ts'

/** A number and how it stands against the period before. */
export type Figure = { now: number; change: Change }

/** Everything that is known of an alert within a range, and of everything else why it is not. */
export type Summary = {
  alert: Alert
  /** The question with the alert's id in it: buttons ask it again. */
  question: Question
  range: DateRange
  before: DateRange
  granularity: Granularity
  /** What of the range is still to come. */
  ahead: 'nothing' | 'rest of today' | 'later days' | 'all'
  mentions: Answer<Figure>
  reach: Answer<Figure>
  sentiment: Answer<{ now: Sentiments; before?: Sentiments }>
  totals: Record<TotalType, Answer<Count>>
  totalsBefore: Record<TotalType, Answer<Count>>
  /** Without holes: see `fillSeries`. */
  series: Record<SeriesType, Answer<Period[]>>
  loudest: Answer<Mention[]>
  loudestNegative: Answer<Mention[]>
  limits: Limit[]
}

/** Puts the answers of the service together. `now` in ms; what nobody asked for counts as missing. */
export function summarise(asked: {
  alert: Alert
  question: Question
  now: number
  results: Result[]
  limits: Limit[]
}): Summary {
  const { alert, now, results, limits } = asked
  const span = spanOf(asked.question, now)
  const today = dateOf(now)
  const totals = everyTotal((type) => totalOf(results, type, 'now'))
  const totalsBefore = everyTotal((type) => totalOf(results, type, 'before'))
  const filled = (type: SeriesType): Answer<Period[]> =>
    mapAnswer(seriesOf(results, type), (periods) => fillSeries(periods, span.range, span.granularity, today))
  return {
    alert,
    question: { ...asked.question, alert: alert.id },
    ...span,
    ahead: aheadOf(span.range, today),
    mentions: figure(totals.mentions, totalsBefore.mentions),
    reach: figure(totals.reach, totalsBefore.reach),
    sentiment: sentimentFigure(totals.sentiment, totalsBefore.sentiment),
    totals,
    totalsBefore,
    series: { mentions: filled('mentions'), sentiment: filled('sentiment'), reach: filled('reach') },
    loudest: loudestOf(results, undefined),
    loudestNegative: loudestOf(results, 'negative'),
    limits,
  }
}

function aheadOf({ from, to }: DateRange, today: string): Summary['ahead'] {
  if (from > today) return 'all'
  if (to > today) return 'later days'
  return to === today ? 'rest of today' : 'nothing'
}

const notAsked = { kind: 'missing', reason: 'it was not asked for' } as const

function everyTotal(answer: (type: TotalType) => Answer<Count>): Record<TotalType, Answer<Count>> {
  return {
    mentions: answer('mentions'),
    sentiment: answer('sentiment'),
    reach: answer('reach'),
    countries: answer('countries'),
    languages: answer('languages'),
    sources: answer('sources'),
    topic_cloud: answer('topic_cloud'),
    gender: answer('gender'),
    age: answer('age'),
  }
}

function totalOf(results: Result[], type: TotalType, when: 'now' | 'before'): Answer<Count> {
  for (const { need, answer } of results.filter(isTotal))
    if (need.type === type && need.when === when) return answer
  return notAsked
}

function isTotal(result: Result): result is Extract<Result, { need: { kind: 'total' } }> {
  return result.need.kind === 'total'
}

function seriesOf(results: Result[], type: SeriesType): Answer<Period[]> {
  for (const { need, answer } of results.filter(isSeries)) if (need.type === type) return answer
  return notAsked
}

function isSeries(result: Result): result is Extract<Result, { need: { kind: 'series' } }> {
  return result.need.kind === 'series'
}

function loudestOf(results: Result[], sentiment: Sentiment | undefined): Answer<Mention[]> {
  for (const { need, answer } of results.filter(isLoudest)) if (need.sentiment === sentiment) return answer
  return notAsked
}

function isLoudest(result: Result): result is Extract<Result, { need: { kind: 'loudest' } }> {
  return result.need.kind === 'loudest'
}

/** The value of an answer, where it is known. */
export function knownValue<T>(answer: Answer<T>): T | undefined {
  return answer.kind === 'known' ? answer.value : undefined
}

function mapAnswer<T, U>(answer: Answer<T>, change: (value: T) => U): Answer<U> {
  return answer.kind === 'known' ? { kind: 'known', value: change(answer.value) } : answer
}

function figure(now: Answer<Count>, before: Answer<Count>): Answer<Figure> {
  const base = knownValue(before)?.total
  return mapAnswer(now, ({ total }) => ({ now: total, change: changeOf(total, base) }))
}

function sentimentFigure(now: Answer<Count>, before: Answer<Count>): Summary['sentiment'] {
  const base = knownValue(before)
  return mapAnswer(now, (count) => ({
    now: sentimentsOf(count),
    ...(base ? { before: sentimentsOf(base) } : {}),
  }))
}
