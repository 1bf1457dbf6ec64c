import { randomInt } from 'node:crypto'
import { createRemoteClock, createTemporaryFlag, type SteadyClock } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import { type ProxySettings, withoutProxy } from '@overheard/base/http'
import { createRateLimiter, type RateLimiter } from '@overheard/base/rate-limiter'
import type { Ms, Time } from '@overheard/base/time'
import type { Alert } from './alert.ts'
import { alertListSchema, parseResponse, readAlert } from './decode/response-schema.ts'
import { type Id, idBefore } from './id.ts'
import type { Granularity, SeriesType, TotalType } from './insight.ts'
import {
  fetchSeries,
  fetchTotal,
  type InsightRange,
  type InsightSeries,
  type InsightTotal,
} from './insights.ts'
import type { Mention } from './mention.ts'
import type { MentionQuery } from './pages/mention-query.ts'
import { createPageReader, iteratePages, type MentionPage, type OpenPages } from './pages/pagination.ts'
import { notSortingMs, readNewest, readSince } from './pages/read-in-id-order.ts'
import { type RequestShares, requestShares } from './request-limit.ts'
import { createHttpClient, createServiceDispatcher, createTokenRedactor } from './requests/http.ts'
import { type ApiCall, createApiCall, type FinishedRequest } from './requests/request.ts'
import {
  createRequestBudget,
  limitedBudget,
  type RequestBudget,
  requestLimit,
} from './requests/request-budget.ts'
import type { Now, RequestOptions, Sleep, WarningLog } from './requests/request-options.ts'

export type MentionService = {
  listAlerts(ask?: RequestOptions): Promise<Alert[]>
  mentions(alertId: Id, query: MentionQuery, ask?: RequestOptions): AsyncIterable<MentionPage>
  mentionsSince(alertId: Id, since: Id, ask?: RequestOptions): AsyncIterable<MentionPage>
  newest(alertId: Id, count: number, ask?: RequestOptions): Promise<MentionPage>
  /** Reads one page of the newest mentions by date, which is the documented default order. */
  newestByDate(alertId: Id, ask?: RequestOptions): Promise<MentionPage>
  total(alertId: Id, type: TotalType, range: InsightRange, ask?: RequestOptions): Promise<InsightTotal>
  series(
    alertId: Id,
    type: SeriesType,
    range: InsightRange & { granularity: Granularity },
    ask?: RequestOptions,
  ): Promise<InsightSeries>
  /**
   * The number of the latest post that was removed at its source, as the own mention service told it with its last answer. Undefined if the
   * service is another one, or if nothing was removed.
   */
  lastRemoval(): number | undefined
  /** Returns a time that the service's clock has passed, at most some seconds ago. Undefined before its first answer. */
  time(): Time | undefined
  close(): Promise<void>
}

export type MentionServiceDeps = {
  baseUrl: string
  token: string
  proxy?: ProxySettings
  now: Now
  steady: SteadyClock
  random: () => number
  sleep: Sleep
  log: WarningLog
  budget: RequestBudget
  observe?: (end: FinishedRequest) => void
  /** Set if the texts of mentions have no markup. They are then not decoded. */
  hasPlainTexts?: boolean
  /** The timeout for the headers and for each pause within the body. */
  timeoutMs?: Ms
}

/** Assumed: a service that says nothing for this time, in ms, will not answer. */
export const assumedTimeoutMs = 15_000

const pollOptions: RequestOptions = { priority: 'poll' }

/** Throws TypeError if `baseUrl` is not a URL. */
export function createMentionService(deps: MentionServiceDeps): MentionService {
  const { baseUrl, timeoutMs = assumedTimeoutMs, log, now, steady, proxy = withoutProxy } = deps
  const dispatcher = createServiceDispatcher(baseUrl, proxy, timeoutMs)
  const scrub = createTokenRedactor(deps.token)
  const clock = createRemoteClock(steady)
  const transport = createHttpClient({
    baseUrl,
    token: deps.token,
    scrub,
    dispatcher,
    timeoutMs,
    now: steady,
  })
  const call = createApiCall({ ...deps, transport, scrub, heardDate: clock.heard })
  let removal: number | undefined
  const heardRemoval = (last: number) => {
    removal = last
  }
  const pages = createPageReader({ ...deps, call, heardRemoval })
  const reading = { pages, notSorting: createTemporaryFlag(now, notSortingMs), log }
  return {
    listAlerts: (ask = pollOptions) => fetchAlerts(call, log, ask),
    mentions: (alertId, query, ask = pollOptions) => iteratePages(pages(alertId, query, ask)),
    mentionsSince: (alertId, since, ask = pollOptions) => readSince(reading, alertId, since, ask),
    newest: (alertId, count, ask = pollOptions) => readNewest(reading, alertId, count, ask),
    newestByDate: (alertId, ask = pollOptions) => readNewestByDate(pages, alertId, ask),
    total: (alertId, type, range, ask = pollOptions) =>
      fetchTotal(call, { alert: alertId, type, range }, ask),
    series: (alertId, type, range, ask = pollOptions) =>
      fetchSeries({ call, log }, { alert: alertId, type, range }, ask),
    lastRemoval: () => removal,
    time: clock.time,
    close: () => dispatcher.close(),
  }
}

async function fetchAlerts(call: ApiCall, log: WarningLog, ask: RequestOptions): Promise<Alert[]> {
  const listed = parseResponse(alertListSchema, await call({ operation: 'alerts/list', query: '' }, ask))
  const alerts = listed.flatMap((element) => readAlert(element) ?? [])
  const skipped = listed.length - alerts.length
  if (skipped > 0) log.warn({ skipped }, 'the mention service sent alerts without a usable id; skipped them')
  return alerts
}

const newestByDate = 100

async function readNewestByDate(pages: OpenPages, alert: Id, ask: RequestOptions): Promise<MentionPage> {
  const page = await pages(alert, { limit: newestByDate }, ask)()
  if (page === undefined) throw new Error('Paging ended before its first page.')
  return page
}

export async function fetchMention(
  service: Pick<MentionService, 'mentionsSince'>,
  alert: Id,
  id: Id,
): Promise<Mention | undefined> {
  for await (const { mentions } of service.mentionsSince(alert, idBefore(id), { priority: 'command' })) {
    return mentions.find((mention) => mention.id === id)
  }
  return undefined
}

type ConnectDeps = Pick<
  MentionServiceDeps,
  'baseUrl' | 'token' | 'proxy' | 'hasPlainTexts' | 'now' | 'steady' | 'sleep' | 'log' | 'observe'
> & {
  shares?: RequestShares
  limiters?: { polls: RateLimiter; commands: RateLimiter }
  processes?: () => number
  onPause?: (forMs: Ms) => void
  onPollWait?: (ms: Ms) => void
}

export function connectMentionService({
  shares = requestShares(),
  limiters,
  processes,
  onPause,
  onPollWait,
  ...options
}: ConnectDeps): {
  service: MentionService
  budget: RequestBudget
  /** Makes a client whose requests also count against a limit of their own. */
  limitedService: (part: { key: string; limit: number }) => MentionService
} {
  const { steady, sleep } = options
  const limiter = limiters?.polls ?? createRateLimiter(requestLimit(shares), steady)
  const commandLimiter = limiters?.commands ?? limiter
  const budget = createRequestBudget({
    shares,
    limiter,
    commandLimiter,
    steady,
    sleep,
    ...defined({ processes, onPause, onPollWait }),
  })
  const random = () => randomInt(2 ** 32) / 2 ** 32
  const serviceOf = (from: RequestBudget) => createMentionService({ ...options, random, budget: from })
  return {
    service: serviceOf(budget),
    budget,
    limitedService: (part) => serviceOf(limitedBudget(budget, commandLimiter, part)),
  }
}
