import type { Alert, Limit } from '../model/alert.ts'
import type { Id } from '../model/id.ts'
import type { Count, DateRange, Granularity, Period, SeriesType, TotalType } from '../model/insight.ts'
import { readLimits, readRequestedAlert } from './alert.ts'
import type { ApiCall } from './call.ts'
import { readCount } from './count.ts'
import { malformedResponse, parseResponse } from './field.ts'
import type { RequestOptions } from './ports.ts'
import { encodeParameters } from './query.ts'
import { seriesSchema, totalSchema } from './wire.ts'

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
