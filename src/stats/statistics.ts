import type { SetTimer } from '../async/clock.ts'
import { memoizeAsync } from '../async/memoize.ts'
import type { Time } from '../async/time.ts'
import { withTimeout } from '../async/timeout.ts'
import type { Alert, Limit } from '../model/alert.ts'
import { timestampsOf } from '../model/date-range.ts'
import { classifyFailure, type Failure, TooManyMentionsError } from '../model/failure.ts'
import { compareIds, type Id } from '../model/id.ts'
import type { Count, DateRange, Granularity, Period, SeriesType, TotalType } from '../model/insight.ts'
import type { Mention } from '../model/mention.ts'
import { MentionServiceError } from '../model/mention-service-error.ts'
import { buildPeriodSummary, type PeriodSummary } from './period-summary.ts'
import type { StatsQuestion } from './question.ts'
import {
  datesOfQuestion,
  planStatsRequests,
  type StatsForm,
  type StatsRequest,
  type StatsResult,
  type StatsValue,
  type TopMentionsRequest,
} from './request-plan.ts'

type StatisticsAnswer =
  | { kind: 'stats' | 'leads'; summary: PeriodSummary }
  | { kind: 'failed'; failure: Failure }

export type Statistics = (alert: Alert, question: StatsQuestion) => Promise<StatisticsAnswer>

/** `isKnown` is true if the answer needs no request, because somebody has just asked the same. */
export type SharedStatistics = Statistics & { isKnown(alert: Alert, question: StatsQuestion): boolean }

type StatisticsDeps = { source: StatsSource; now: () => Time; setTimer: SetTimer }

/** After this time (ms), the answer is shown without the numbers that are still missing. */
const answerTimeoutMs = 8000
/** A complete answer is reused for the same question for this time (ms). */
const answerLifetimeMs = 60_000

type DatedResults = FetchedResults & { at: Time }

/**
 * All requests of a question run at the same time and before polls. Equal questions share their requests for a minute.
 */
export function createStatistics({ source, now, setTimer }: StatisticsDeps): SharedStatistics {
  const fetchOnce = memoizeAsync(
    async (alert: Alert, question: StatsQuestion, at: Time): Promise<DatedResults> => {
      const needs = planStatsRequests(question, at, formOf(alert, question))
      const results = await withTimeout(setTimer, answerTimeoutMs, (signal) =>
        fetchResults(source, alert.id, needs, { priority: 'command', signal }),
      )
      return { at, ...results }
    },
    { now, ttlMs: answerLifetimeMs, keyOf: keyOfQuestion, keep: ({ failures }) => failures.length === 0 },
  )
  return Object.assign(
    async (alert: Alert, question: StatsQuestion) =>
      toAnswer(alert, question, await fetchOnce(alert, question, now())),
    { isKnown: (alert: Alert, question: StatsQuestion) => fetchOnce.isKnown(alert, question, now()) },
  )
}

function formOf({ type }: Alert, { versus }: StatsQuestion): StatsForm {
  if (type === 'leads') return 'leads'
  return versus === undefined ? 'stats' : 'comparison'
}

function keyOfQuestion(alert: Alert, question: StatsQuestion, at: Time): string {
  const { range, granularity } = datesOfQuestion(question, at)
  return JSON.stringify([alert.id, formOf(alert, question), range, granularity, question.sources])
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
  source: StatsSource,
  alert: Id,
  needs: StatsRequest[],
  ask: StatsRequestOptions,
): Promise<FetchedResults> {
  const limits = new Map<string, Limit>()
  const failures: Failure[] = []

  async function known<T>(read: Promise<{ value: T; limits: Limit[] }>): Promise<StatsValue<T>> {
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
      case 'total': {
        const asked = { ...need.range, sources: need.sources }
        return { need, answer: await known(source.total(alert, need.type, asked, ask)) }
      }
      case 'series': {
        const asked = { ...need.range, sources: need.sources, granularity: need.granularity }
        const read = source.series(alert, need.type, asked, ask)
        const answer = await known(read.then(({ periods: value, limits }) => ({ value, limits })))
        return { need, answer }
      }
      case 'top-mentions':
        return { need, answer: await known(fetchTopMentions(source, alert, need, ask)) }
    }
  }

  const results = await Promise.all(needs.map(resultOf))
  return { results, limits: [...limits.values()], failures }
}

/** A page of this size shows if the service sorts by reach, because fewer mentions can be in order by chance. */
const smallPage = 30
const wholePage = 300
/** At most this many pages of 300 are read if a sentiment is wanted or if the service does not sort by reach. */
const maxPages = 20

type TopMentions = { value: Mention[]; limits: Limit[] }

/**
 * Puts the older of two mentions with equal reach first. If the service does not sort by reach, reads the whole range.
 * Throws MentionServiceError and TooManyMentionsError.
 */
export async function fetchTopMentions(
  source: StatsSource,
  alert: Id,
  need: TopMentionsRequest,
  ask: StatsRequestOptions,
): Promise<TopMentions> {
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
): Promise<TopMentions | undefined> {
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
    if (found.length === need.count) return { value: found, limits }
    throw new TooManyMentionsError(`not within ${maxPages} pages`)
  }
  return { value: found, limits: [] }
}

async function findTopInAllPages(pages: Pages, need: TopMentionsRequest): Promise<TopMentions> {
  let found: TopMentions = { value: [], limits: [] }
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

function selectTopMentions(mentions: Mention[], { sentiment, count }: TopMentionsRequest): Mention[] {
  return mentions
    .filter((mention) => sentiment === undefined || mention.sentiment === sentiment)
    .sort((a, b) => b.reach - a.reach || compareIds(a.id, b.id))
    .slice(0, count)
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
