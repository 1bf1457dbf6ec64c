import type { SetTimer } from '@overheard/base/clock'
import { memoizeAsync } from '@overheard/base/memoize'
import type { Ms, Time } from '@overheard/base/time'
import { rejectOnAbort, withTimeout } from '@overheard/base/timeout'
import type { Alert, Limit } from '@overheard/mention-client/alert'
import { compareIds, type Id } from '@overheard/mention-client/id'
import type {
  Count,
  DateRange,
  Granularity,
  Period,
  SeriesType,
  TotalType,
} from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { dateOf } from '../model/calendar-date.ts'
import { timestampsOf } from '../model/date-range.ts'
import { classifyFailure, type Failure, TooManyMentionsError } from '../model/failure.ts'
import { buildPeriodSummary, type PeriodSummary } from './period-summary.ts'
import type { StatsQuestion } from './question.ts'
import {
  datesOfQuestion,
  isInHeadline,
  planStatsRequests,
  type SeriesRequest,
  type StatsForm,
  type StatsRequest,
  type StatsResult,
  type StatsValue,
  type TopMentionsRequest,
  type TotalRequest,
} from './request-plan.ts'

type StatisticsAnswer =
  | { kind: 'stats' | 'leads'; summary: PeriodSummary }
  | { kind: 'failed'; failure: Failure }

/** Calls `onHeadline` if the first numbers and the chart are known while the others are still missing. */
export type Statistics = (
  alert: Alert,
  question: StatsQuestion,
  onHeadline?: (summary: PeriodSummary) => void,
) => Promise<StatisticsAnswer>

/** `isKnown` is true if the answer needs no request, because somebody has just asked the same. */
export type SharedStatistics = Statistics & { isKnown(alert: Alert, question: StatsQuestion): boolean }

type StatisticsDeps = { requests: StatsRequests; now: () => Time; setTimer: SetTimer }

/** After this time (ms), the answer is shown without the numbers that are still missing. */
const answerTimeoutMs = 8000
/** A complete answer is reused for the same question for this time (ms). */
const answerLifetimeMs = 60_000
/** Numbers that were fetched when all their days were over are reused for this time (ms): many digests of the same alerts take longer than a minute. */
const pastLifetimeMs = 15 * 60_000

type DatedResults = FetchedResults & { at: Time }

/**
 * All requests of a question run at the same time and before polls. Equal questions share their requests for a minute.
 */
export function createStatistics({ requests, now, setTimer }: StatisticsDeps): SharedStatistics {
  const fetchOnce = memoizeAsync(
    async (
      alert: Alert,
      question: StatsQuestion,
      at: Time,
      onHeadline?: (summary: PeriodSummary) => void,
    ): Promise<DatedResults> => {
      const form = formOf(alert, question)
      const needs = planStatsRequests(question, at, form)
      const isFirst = (need: StatsRequest) => form === 'stats' && isInHeadline(need)
      return withTimeout(setTimer, answerTimeoutMs, async (signal) => {
        const fetch = (some: StatsRequest[]) =>
          fetchResults(requests, alert.id, some, { priority: 'command', signal })
        const headline = fetch(needs.filter(isFirst))
        const others = fetch(needs.filter((need) => !isFirst(need)))
        const { results, limits, failures } = await headline
        if (results.length > 0 && failures.length === 0)
          onHeadline?.(buildPeriodSummary({ alert, question, now: at, results, limits }))
        const more = await others
        return {
          at,
          results: [...results, ...more.results],
          limits: [...new Map([...limits, ...more.limits].map((one) => [one.name, one])).values()],
          failures: [...failures, ...more.failures],
        }
      })
    },
    {
      now,
      ttlMs: answerLifetimeMs,
      keyOf: (...[alert, question, at]) => keyOfQuestion(alert, question, at),
      keep: ({ failures }) => failures.length === 0,
    },
  )
  return Object.assign(
    async (alert: Alert, question: StatsQuestion, onHeadline?: (summary: PeriodSummary) => void) =>
      toAnswer(alert, question, await fetchOnce(alert, question, now(), onHeadline)),
    { isKnown: (alert: Alert, question: StatsQuestion) => fetchOnce.isKnown(alert, question, now()) },
  )
}

function formOf({ type }: Alert, { versus }: StatsQuestion): StatsForm {
  if (type === 'leads') return 'leads'
  return versus === undefined ? 'stats' : 'comparison'
}

function keyOfQuestion(alert: Alert, question: StatsQuestion, at: Time): string {
  const { range, granularity } = datesOfQuestion(question, at)
  // After midnight, yesterday has the dates that today had.
  return JSON.stringify([alert.id, formOf(alert, question), dateOf(at), range, granularity, question.sources])
}

/** An alert counts as a leads alert if its type says so, or if the service refuses statistics for that reason. */
function toAnswer(alert: Alert, question: StatsQuestion, gathered: DatedResults): StatisticsAnswer {
  const { at, results, limits, failures } = gathered
  const [failure] = failures
  const summary = buildPeriodSummary({ alert, question, now: at, results, limits })
  if (failures.some(({ isLeadsAlert }) => isLeadsAlert)) return { kind: 'leads', summary }
  if (failure !== undefined && failures.length === results.length) return { kind: 'failed', failure }
  return { kind: alert.type === 'leads' ? 'leads' : 'stats', summary }
}

type FetchedResults = { results: StatsResult[]; limits: Limit[]; failures: Failure[] }

/** A failed or aborted request counts as missing. Never rejects. */
export async function fetchResults(
  requests: StatsRequests,
  alert: Id,
  needs: StatsRequest[],
  ask: StatsRequestOptions,
): Promise<FetchedResults> {
  const limits = new Map<string, Limit>()
  const failures: Failure[] = []

  async function known<T>(read: Promise<Fetched<T>>): Promise<StatsValue<T>> {
    try {
      const answer = await read
      for (const limit of answer.limits) limits.set(limit.name, limit)
      return { kind: 'known', value: answer.value }
    } catch (error) {
      const failure = classifyFailure(ask.signal.aborted ? ask.signal.reason : error)
      failures.push(failure)
      return { kind: 'missing', reason: failure.reason }
    }
  }

  async function resultOf(need: StatsRequest): Promise<StatsResult> {
    switch (need.kind) {
      case 'total':
        return { need, answer: await known(requests.total(alert, need, ask)) }
      case 'series':
        return { need, answer: await known(requests.series(alert, need, ask)) }
      case 'top-mentions':
        return { need, answer: await known(requests.top(alert, need, ask)) }
    }
  }

  const results = await Promise.all(needs.map(resultOf))
  return { results, limits: [...limits.values()], failures }
}

type Fetched<T> = { value: T; limits: Limit[] }
type Fetch<Need, T> = (alert: Id, need: Need, ask: StatsRequestOptions) => Promise<Fetched<T>>

/** What statistics and digests ask of the mention service. Equal requests of all of them are sent once. */
export type StatsRequests = {
  total: Fetch<TotalRequest, Count>
  series: Fetch<SeriesRequest, Period[]>
  top: Fetch<TopMentionsRequest, Mention[]>
}

/** The request was given up by the one who sent it, so others who share it have to send it themselves. */
class GivenUp extends Error {}

export function createStatsRequests(source: StatsSource, now: () => Time): StatsRequests {
  function shared<Need extends StatsRequest, T>(fetch: Fetch<Need, T>): Fetch<Need, T> {
    const known = memoizeAsync((_alert: Id, _need: Need, send: () => Promise<Fetched<T>>) => send(), {
      ...{ now, ttlMs: pastLifetimeMs, keyOf: (alert: Id, need: Need) => JSON.stringify([alert, need]) },
    })
    return async (alert, need, ask) => {
      const send = () =>
        fetch(alert, need, ask).catch((error: unknown) => {
          throw ask.signal.aborted ? new GivenUp() : error
        })
      const answer = () =>
        rejectOnAbort(known.noOlderThan(lifetimeOf(need.range, now()), alert, need, send), ask.signal)
      return answer().catch((error: unknown) => {
        if (error instanceof GivenUp && !ask.signal.aborted) return answer()
        throw error
      })
    }
  }
  return {
    total: shared((alert, { type, range, sources }, ask) =>
      source.total(alert, type, { ...range, sources }, ask),
    ),
    series: shared(async (alert, { type, range, granularity, sources }, ask) => {
      const { periods: value, limits } = await source.series(
        alert,
        type,
        { ...range, sources, granularity },
        ask,
      )
      return { value, limits }
    }),
    top: shared((alert, need, ask) => fetchTopMentions(source, alert, need, ask)),
  }
}

/** Returns how old (ms) an answer for some days may be. What was known before the last of them was over is not their final number. */
function lifetimeOf(range: DateRange, now: Time): Ms {
  const overForMs = now - (timestampsOf(range).to + 1)
  return overForMs < 0 ? answerLifetimeMs : Math.min(pastLifetimeMs, overForMs)
}

/** A page of this size shows if the service sorts by reach, because fewer mentions can be in order by chance. */
const smallPage = 30
const wholePage = 300
/** At most this many pages of 300 are read if a sentiment is wanted or if the service does not sort by reach. */
const maxPages = 20

/**
 * Puts the older of two mentions with equal reach first. If the service does not sort by reach, reads the whole range.
 * Throws MentionServiceError and TooManyMentionsError.
 */
export async function fetchTopMentions(
  source: StatsSource,
  alert: Id,
  need: TopMentionsRequest,
  ask: StatsRequestOptions,
): Promise<Fetched<Mention[]>> {
  const { from, to } = timestampsOf(need.range)
  const query = { dateFrom: from, dateTo: to, sources: need.sources }
  const limit = need.sentiment === undefined ? smallPage : wholePage
  try {
    const sorted = source.mentions(alert, { ...query, sortBy: 'reach', sortOrder: 'desc', limit }, ask)
    const found = await findTopInSortedPages(sorted, need)
    if (found !== undefined) return found
  } catch (error) {
    if (!(error instanceof MentionServiceError) || error.kind !== 'bad_parameter') throw error
  }
  return findTopInAllPages(source.mentions(alert, query, ask), need)
}

type Pages = ReturnType<StatsSource['mentions']>

/** Reads sorted pages until no later mention can have more reach. Returns undefined if the pages are not sorted. */
async function findTopInSortedPages(
  pages: Pages,
  need: TopMentionsRequest,
): Promise<Fetched<Mention[]> | undefined> {
  let found: Mention[] = []
  let least = Infinity
  let read = 0
  for await (const { mentions, limits, last } of pages) {
    if (!isDescending(mentions, least)) return undefined
    least = mentions.at(-1)?.reach ?? least
    found = selectTopMentions([...found, ...mentions], need)
    // Mentions of equal reach can continue on the next page, so only a smaller reach ends the search.
    const isSettled = (found.at(need.count - 1)?.reach ?? -1) > least
    if (last || isSettled) return { value: found, limits }
    if (++read < maxPages) continue
    if (found.length >= need.count) return { value: found, limits }
    throw new TooManyMentionsError(`not within ${maxPages} pages`)
  }
  return { value: found, limits: [] }
}

async function findTopInAllPages(pages: Pages, need: TopMentionsRequest): Promise<Fetched<Mention[]>> {
  let found: Fetched<Mention[]> = { value: [], limits: [] }
  let read = 0
  for await (const { mentions, limits, last } of pages) {
    found = { value: selectTopMentions([...found.value, ...mentions], need), limits }
    if (++read === maxPages && !last) throw new TooManyMentionsError(`not within ${maxPages} pages`)
  }
  return found
}

function isDescending(mentions: Mention[], from: number): boolean {
  return mentions.every(({ reach }, at) => reach <= (mentions[at - 1]?.reach ?? from))
}

function selectTopMentions(
  mentions: Mention[],
  { sentiment, count, spare = 0 }: TopMentionsRequest,
): Mention[] {
  return mentions
    .filter((mention) => sentiment === undefined || mention.sentiment === sentiment)
    .sort((a, b) => b.reach - a.reach || compareIds(a.id, b.id))
    .slice(0, count + spare)
}

/** `from` and `to` are UTC dates. */
export type StatsSource = {
  total(
    alert: Id,
    type: TotalType,
    query: DateRange & { sources: string[] },
    options: StatsRequestOptions,
  ): Promise<{ value: Count; limits: Limit[] }>
  series(
    alert: Id,
    type: SeriesType,
    query: DateRange & { sources: string[]; granularity: Granularity },
    options: StatsRequestOptions,
  ): Promise<{ periods: Period[]; limits: Limit[] }>
  mentions(
    alert: Id,
    query: {
      dateFrom: number
      dateTo: number
      sources: string[]
      sortBy?: 'reach'
      sortOrder?: 'desc'
      limit?: number
    },
    options: StatsRequestOptions,
  ): AsyncIterable<{ mentions: Mention[]; limits: Limit[]; last: boolean }>
}

type StatsRequestOptions = { priority: 'command' | 'poll'; signal: AbortSignal }
