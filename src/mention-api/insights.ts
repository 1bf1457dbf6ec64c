import type { Alert, Limit } from '../model/alert.ts'
import type { Id } from '../model/id.ts'
import type { Count, DateRange, Granularity, Period, SeriesType, TotalType } from '../model/insight.ts'
import { encodeParameters } from './mention-query.ts'
import type { ApiCall } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import {
  malformedResponse,
  parseResponse,
  readLimits,
  readRequestedAlert,
  seriesSchema,
  totalSchema,
} from './response-schema.ts'

/** What to count: UTC dates, both included, and the sources, all where absent. */
export type InsightRange = DateRange & { sources?: string[] }

/** One total of a mention alert. */
export type InsightTotal = { alert: Alert; limits: Limit[]; value: Count }

/** One history of a mention alert: periods in the order of the answer, which is ascending; empty ones may be missing. */
export type InsightSeries = { alert: Alert; limits: Limit[]; periods: Period[] }

/** Which insight of which alert is asked for, and over what. */
type InsightRequest<Type, Range = InsightRange> = { alert: Id; type: Type; range: Range }

/** Reads a total. Throws MentionServiceError: `leads_alert` for an alert without insights. */
export async function fetchTotal(
  call: ApiCall,
  wanted: InsightRequest<TotalType>,
  ask: RequestOptions,
): Promise<InsightTotal> {
  const answer = parseResponse(totalSchema, await call(buildInsightRequest('total', wanted), ask))
  const value = readCount(answer.alert_data.insights.value, wanted.type)
  if (value === undefined)
    throw malformedResponse('alert_data.insights.value: expected number or object of numbers')
  return {
    alert: readRequestedAlert(answer.alert_data, wanted.alert),
    limits: readLimits(answer.limits),
    value,
  }
}

/** Reads a history; a period without a readable value is left out, as one without data is. Throws as readTotal. */
export async function fetchSeries(
  call: ApiCall,
  wanted: InsightRequest<SeriesType, InsightRange & { granularity: Granularity }>,
  ask: RequestOptions,
): Promise<InsightSeries> {
  const answer = parseResponse(seriesSchema, await call(buildInsightRequest('time_series', wanted), ask))
  const periods = answer.alert_data.insights.values.flatMap((wire): Period[] => {
    const value = wire.value === null ? undefined : readCount(wire.value, wanted.type)
    if (value === undefined) return []
    return [{ from: wire.start_date, to: wire.end_date, incomplete: wire.incomplete_period ?? false, value }]
  })
  return {
    alert: readRequestedAlert(answer.alert_data, wanted.alert),
    limits: readLimits(answer.limits),
    periods,
  }
}

function buildInsightRequest(
  kind: 'total' | 'time_series',
  { alert, type, range }: InsightRequest<TotalType | SeriesType>,
) {
  return { operation: `alerts/${alert}/insights/${kind}/${type}`, query: encodeRange(range), alert }
}

function encodeRange(range: InsightRange & { granularity?: Granularity }): string {
  return encodeParameters({
    date_from: range.from,
    date_to: range.to,
    source: range.sources,
    granularity: range.granularity,
  })
}

/**
 * Brings the value of an insight into the one form of the model. Understood are a number, an object of numbers, the
 * same one level down under the insight's own name, and, where a deployment sends lists, objects or pairs of a name
 * and a number; numbers may be strings of digits. A part without a readable number is absent. `null` is an empty count.
 * Nothing where there is no number to be found at all, as in a text.
 */
export function readCount(raw: unknown, name: string): Count | undefined {
  if (raw === null) return { total: 0, parts: [] }
  const total = readNumber(raw)
  if (total !== undefined) return { total, parts: [] }
  if (typeof raw !== 'object') return undefined
  const entries = entriesOf(raw)
  const only = entries.length === 1 ? entries[0] : undefined
  if (only !== undefined && wrapperNames(name).has(only[0])) return readCount(only[1], name)
  return countOfEntries(entries, name)
}

function wrapperNames(name: string): Set<string> {
  return new Set([name, 'value', 'values', 'total'])
}

function countOfEntries(entries: [string, unknown][], insight: string): Count {
  const parts = entries.flatMap(([name, value]) => {
    const count = readPart(value)
    return count === undefined ? [] : [{ name, count }]
  })
  // An object of JavaScript moves names like "2024" to its front; the cloud is documented as descending by score.
  if (insight === 'topic_cloud') parts.sort((a, b) => b.count - a.count)
  return { total: parts.reduce((sum, { count }) => sum + count, 0), parts }
}

/** A part's number: itself, or the first number within its object. */
function readPart(value: unknown): number | undefined {
  const own = readNumber(value)
  if (own !== undefined || typeof value !== 'object' || value === null) return own
  return Object.values(value)
    .map(readNumber)
    .find((number) => number !== undefined)
}

function entriesOf(raw: object): [string, unknown][] {
  return Array.isArray(raw) ? raw.flatMap(readPair) : Object.entries(raw)
}

/** A list's element: `["US", 5]` or `{"country": "US", "mentions": 5}`, whatever the two are called. */
function readPair(element: unknown): [string, unknown][] {
  if (typeof element !== 'object' || element === null) return []
  const values: unknown[] = Object.values(element)
  const name = values.find((value) => typeof value === 'string')
  const count = values.find((value) => value !== name && readNumber(value) !== undefined)
  return typeof name === 'string' && count !== undefined ? [[name, count]] : []
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}
