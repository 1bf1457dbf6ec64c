import { type Dispatcher, Pool } from 'undici'
import type { Alert, Limit } from '../model/alert.ts'
import type { Id } from '../model/id.ts'
import type { Granularity, SeriesType, TotalType } from '../model/insight.ts'
import { readAlert, readLimits } from './alert.ts'
import type { Budget } from './budget.ts'
import { type Call, createCall, type RequestEnd } from './call.ts'
import { readAnswer } from './field.ts'
import { readForward } from './forward.ts'
import { type InsightRange, readSeries, readTotal, type Series, type Total } from './insights.ts'
import { readNewest } from './newest.ts'
import { createSorting } from './order.ts'
import type { MentionPage } from './page.ts'
import { createPages, eachPage } from './paging.ts'
import type { Ask, Log, Now, Sleep } from './ports.ts'
import type { MentionQuery } from './query.ts'
import { createScrub } from './secret.ts'
import { createTransport } from './transport.ts'
import { wireAlertList } from './wire.ts'

/**
 * The client of the mention service: every operation of its interface. Everything rejects with MentionServiceError, or
 * with the reason of `ask.signal`; without `ask` a call is a poll. Pages are fetched when they are asked for.
 */
export type MentionService = {
  /** The alerts of both types. */
  listAlerts(ask?: Ask): Promise<{ alerts: Alert[]; limits: Limit[] }>
  /** The pages of a query, in the service's order. */
  mentions(alertId: Id, query: MentionQuery, ask?: Ask): AsyncIterable<MentionPage>
  /** Everything above `since`, in ascending order of ids. */
  forward(alertId: Id, since: Id, ask?: Ask): AsyncIterable<MentionPage>
  /** The `count` newest by id, 1 to 300, newest first. */
  newest(alertId: Id, count: number, ask?: Ask): Promise<MentionPage>
  total(alertId: Id, type: TotalType, range: InsightRange, ask?: Ask): Promise<Total>
  series(
    alertId: Id,
    type: SeriesType,
    range: InsightRange & { granularity: Granularity },
    ask?: Ask,
  ): Promise<Series>
  /** Closes the connections. A dispatcher that was passed in stays open. */
  close(): Promise<void>
}

/** What the client is made of. */
export type MentionServiceOptions = {
  /** With or without a path, without `/v1.0`. */
  baseUrl: string
  token: string
  /** A pool of connections of its own where absent. */
  dispatcher?: Dispatcher
  now: Now
  /** In [0, 1). */
  random: () => number
  sleep: Sleep
  log: Log
  budget: Budget
  /** Told how each request ended. */
  observe?: (end: RequestEnd) => void
  /** For the headers of an answer, and for each pause within its body, in ms; 15 s where absent. */
  timeoutMs?: number
}

/** More than the service takes in a second anyway, so that a few that hang do not hold up the others. */
const mostConnections = 64

const poll: Ask = { priority: 'poll' }

/** Makes a client. Throws TypeError where `baseUrl` is not a URL. */
export function createMentionService(options: MentionServiceOptions): MentionService {
  const { baseUrl, timeoutMs = 15_000, log, now } = options
  const dispatcher = options.dispatcher ?? createPool(baseUrl, timeoutMs)
  const scrub = createScrub(options.token)
  const transport = createTransport({ baseUrl, token: options.token, scrub, dispatcher, timeoutMs, now })
  const call = createCall({ ...options, transport, scrub })
  const pages = createPages({ call, log, now })
  const reading = { pages, sorting: createSorting(now), log }
  return {
    listAlerts: (ask = poll) => listAlerts(call, log, ask),
    mentions: (alertId, query, ask = poll) => eachPage(pages(alertId, query, ask)),
    forward: (alertId, since, ask = poll) => readForward(reading, alertId, since, ask),
    newest: (alertId, count, ask = poll) => readNewest(reading, alertId, count, ask),
    total: (alertId, type, range, ask = poll) => readTotal(call, { alert: alertId, type, range }, ask),
    series: (alertId, type, range, ask = poll) => readSeries(call, { alert: alertId, type, range }, ask),
    close: async () => {
      if (options.dispatcher === undefined) await dispatcher.close()
    },
  }
}

function createPool(baseUrl: string, timeoutMs: number): Pool {
  return new Pool(new URL(baseUrl).origin, { connections: mostConnections, connect: { timeout: timeoutMs } })
}

async function listAlerts(call: Call, log: Log, ask: Ask): Promise<{ alerts: Alert[]; limits: Limit[] }> {
  const answer = readAnswer(wireAlertList, await call({ operation: 'alerts/list', query: '' }, ask))
  const alerts = answer.alerts.flatMap((element, position) => {
    const alert = readAlert(element)
    if (alert === undefined) log.warn({ position }, 'an alert without a usable id was passed over')
    return alert === undefined ? [] : [alert]
  })
  return { alerts, limits: readLimits(answer.limits) }
}
