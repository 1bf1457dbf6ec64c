import type { Alert, Limit } from '../model/alert.ts'
import type { Id } from '../model/id.ts'
import type { Count, DateRange, Granularity, Period, SeriesType, TotalType } from '../model/insight.ts'
import { readAskedAlert, readLimits } from './alert.ts'
import type { Call } from './call.ts'
import { readCount } from './count.ts'
import { malformed, readAnswer } from './field.ts'
import type { Ask } from './ports.ts'
import { encode } from './query.ts'
import { wireSeries, wireTotal } from './wire.ts'

/** What to count: UTC dates, both included, and the sources, all where absent. */
export type InsightRange = DateRange & { sources?: string[] }

/** One total of a mention alert. */
export type Total = { alert: Alert; limits: Limit[]; value: Count }

/** One history of a mention alert: periods in the order of the answer, which is ascending; empty ones may be missing. */
export type Series = { alert: Alert; limits: Limit[]; periods: Period[] }

/** Which insight of which alert is asked for, and over what. */
type Wanted<Type, Range = InsightRange> = { alert: Id; type: Type; range: Range }

/** Reads a total. Throws MentionServiceError: `leads_alert` for an alert without insights. */
export async function readTotal(call: Call, wanted: Wanted<TotalType>, ask: Ask): Promise<Total> {
  const answer = readAnswer(wireTotal, await call(requestFor('total', wanted), ask))
  const value = readCount(answer.alert_data.insights.value, wanted.type)
  if (value === undefined) throw malformed('alert_data.insights.value: expected number or object of numbers')
  return {
    alert: readAskedAlert(answer.alert_data, wanted.alert),
    limits: readLimits(answer.limits),
    value,
  }
}

/** Reads a history; a period without a readable value is left out, as one without data is. Throws as readTotal. */
export async function readSeries(
  call: Call,
  wanted: Wanted<SeriesType, InsightRange & { granularity: Granularity }>,
  ask: Ask,
): Promise<Series> {
  const answer = readAnswer(wireSeries, await call(requestFor('time_series', wanted), ask))
  const periods = answer.alert_data.insights.values.flatMap((wire): Period[] => {
    const value = wire.value === null ? undefined : readCount(wire.value, wanted.type)
    if (value === undefined) return []
    return [{ from: wire.start_date, to: wire.end_date, incomplete: wire.incomplete_period ?? false, value }]
  })
  return {
    alert: readAskedAlert(answer.alert_data, wanted.alert),
    limits: readLimits(answer.limits),
    periods,
  }
}

function requestFor(kind: 'total' | 'time_series', { alert, type, range }: Wanted<TotalType | SeriesType>) {
  return { operation: `alerts/${alert}/insights/${kind}/${type}`, query: encodeRange(range), alert }
}

function encodeRange(range: InsightRange & { granularity?: Granularity }): string {
  return encode({
    date_from: range.from,
    date_to: range.to,
    source: range.sources,
    granularity: range.granularity,
  })
}
