import type { Time } from '@overheard/base/time'
import type { Alert, Limit } from '@overheard/mention-client/alert'
import type {
  Count,
  DateRange,
  Granularity,
  Period,
  SeriesType,
  TotalType,
} from '@overheard/mention-client/insight'
import type { Mention, Sentiment } from '@overheard/mention-client/mention'
import { dateOf } from '../model/calendar-date.ts'
import { type CountChange, compareCounts, type Sentiments, sentimentsOf } from './counts.ts'
import type { StatsQuestion } from './question.ts'
import { datesOfQuestion, type StatsResult, type StatsValue } from './request-plan.ts'
import { fillSeries } from './time-series.ts'

export type Figure = { now: number; change: CountChange }

export type PeriodSummary = {
  alert: Alert
  question: StatsQuestion
  range: DateRange
  before: DateRange
  granularity: Granularity
  ahead: 'nothing' | 'today' | 'later' | 'all'
  mentions: StatsValue<Figure>
  reach: StatsValue<Figure>
  sentiment: StatsValue<{ now: Sentiments; before?: Sentiments }>
  totals: Record<TotalType, StatsValue<Count>>
  totalsBefore: Record<TotalType, StatsValue<Count>>
  series: Record<SeriesType, StatsValue<Period[]>>
  widestReach: StatsValue<Mention[]>
  widestReachNegative: StatsValue<Mention[]>
  limits: Limit[]
}

/** A total, a series or a list that was not requested counts as missing. */
export function buildPeriodSummary(asked: {
  alert: Alert
  question: StatsQuestion
  now: Time
  results: StatsResult[]
  limits: Limit[]
}): PeriodSummary {
  const { alert, now, results, limits } = asked
  const span = datesOfQuestion(asked.question, now)
  const today = dateOf(now)
  const totals = withKnownReach(mapTotalTypes((type) => findTotal(results, type, 'now')))
  const totalsBefore = withKnownReach(mapTotalTypes((type) => findTotal(results, type, 'before')))
  const filled = (type: SeriesType): StatsValue<Period[]> =>
    mapValue(findSeries(results, type), (periods) => fillSeries(periods, span.range, span.granularity, today))
  return {
    alert,
    question: { ...asked.question, alert: alert.id },
    ...span,
    ahead: daysAhead(span.range, today),
    mentions: toFigure(totals.mentions, totalsBefore.mentions),
    reach: toFigure(totals.reach, totalsBefore.reach),
    sentiment: toSentimentFigure(totals.sentiment, totalsBefore.sentiment),
    totals,
    totalsBefore,
    series: { mentions: filled('mentions'), sentiment: filled('sentiment'), reach: filled('reach') },
    widestReach: findTopMentions(results, undefined),
    widestReachNegative: findTopMentions(results, 'negative'),
    limits,
  }
}

function daysAhead({ from, to }: DateRange, today: string): PeriodSummary['ahead'] {
  if (from > today) return 'all'
  if (to > today) return 'later'
  return to === today ? 'today' : 'nothing'
}

const notAsked = { kind: 'missing', reason: 'not-asked' } as const

function mapTotalTypes(answer: (type: TotalType) => StatsValue<Count>): Record<TotalType, StatsValue<Count>> {
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

/** Mentions that reach nobody at all have an unknown reach: most sources of the own mention service do not tell it. */
function withKnownReach(totals: PeriodSummary['totals']): PeriodSummary['totals'] {
  const [mentions, reach] = [knownValue(totals.mentions), knownValue(totals.reach)]
  const isUnknown = reach?.total === 0 && mentions !== undefined && mentions.total > 0
  return isUnknown ? { ...totals, reach: { kind: 'missing', reason: 'no-reach' } } : totals
}

function findTotal(results: StatsResult[], type: TotalType, when: 'now' | 'before'): StatsValue<Count> {
  for (const { need, answer } of results.filter(isTotal))
    if (need.type === type && need.when === when) return answer
  return notAsked
}

function isTotal(result: StatsResult): result is Extract<StatsResult, { need: { kind: 'total' } }> {
  return result.need.kind === 'total'
}

function findSeries(results: StatsResult[], type: SeriesType): StatsValue<Period[]> {
  for (const { need, answer } of results.filter(isSeries)) if (need.type === type) return answer
  return notAsked
}

function isSeries(result: StatsResult): result is Extract<StatsResult, { need: { kind: 'series' } }> {
  return result.need.kind === 'series'
}

function findTopMentions(results: StatsResult[], sentiment: Sentiment | undefined): StatsValue<Mention[]> {
  for (const { need, answer } of results.filter(isTopMentions))
    if (need.sentiment === sentiment) return answer
  return notAsked
}

function isTopMentions(
  result: StatsResult,
): result is Extract<StatsResult, { need: { kind: 'top-mentions' } }> {
  return result.need.kind === 'top-mentions'
}

export function knownValue<T>(answer: StatsValue<T>): T | undefined {
  return answer.kind === 'known' ? answer.value : undefined
}

function mapValue<T, U>(answer: StatsValue<T>, change: (value: T) => U): StatsValue<U> {
  return answer.kind === 'known' ? { kind: 'known', value: change(answer.value) } : answer
}

function toFigure(now: StatsValue<Count>, before: StatsValue<Count>): StatsValue<Figure> {
  const base = knownValue(before)?.total
  return mapValue(now, ({ total }) => ({ now: total, change: compareCounts(total, base) }))
}

function toSentimentFigure(now: StatsValue<Count>, before: StatsValue<Count>): PeriodSummary['sentiment'] {
  const base = knownValue(before)
  return mapValue(now, (count) => ({
    now: sentimentsOf(count),
    ...(base ? { before: sentimentsOf(base) } : {}),
  }))
}
