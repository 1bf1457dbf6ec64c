import type { Limit } from './alert.ts'
import {
  describeFirstIssue,
  malformedResponse,
  parseResponse,
  periodSchema,
  readLimits,
  seriesSchema,
  totalSchema,
} from './decode/response-schema.ts'
import { readSentiment } from './decode/sentiment-spelling.ts'
import type { Id } from './id.ts'
import type { Count, DateRange, Granularity, Period, SeriesType, TotalType } from './insight.ts'
import { encodeParameters } from './pages/mention-query.ts'
import type { ApiCall } from './requests/request.ts'
import type { RequestOptions, WarningLog } from './requests/request-options.ts'

export type InsightRange = DateRange & { sources?: string[] }

export type InsightTotal = { limits: Limit[]; value: Count }

export type InsightSeries = { limits: Limit[]; periods: Period[] }

type InsightRequest<Type, Range = InsightRange> = { alert: Id; type: Type; range: Range }

/**
 * Reads one insight, such as gender, as a total over the range. Throws MentionServiceError, for example `leads_alert` for an alert that
 * looks for leads.
 */
export async function fetchTotal(
  call: ApiCall,
  wanted: InsightRequest<TotalType>,
  ask: RequestOptions,
): Promise<InsightTotal> {
  const answer = parseResponse(totalSchema, await call(buildInsightRequest('total', wanted), ask))
  const value = readCount(answer.alert_data.insights.value, wanted.type)
  if (value === undefined)
    throw malformedResponse('alert_data.insights.value: expected number or object of numbers')
  return { limits: readLimits(answer.limits), value }
}

/** Skips and logs the periods that cannot be read. Throws MentionServiceError `malformed` if none can be. */
export async function fetchSeries(
  { call, log }: { call: ApiCall; log: WarningLog },
  wanted: InsightRequest<SeriesType, InsightRange & { granularity: Granularity }>,
  ask: RequestOptions,
): Promise<InsightSeries> {
  const answer = parseResponse(seriesSchema, await call(buildInsightRequest('time_series', wanted), ask))
  const elements = answer.alert_data.insights.values ?? []
  const readable = elements.flatMap((element) => periodSchema.safeParse(element).data ?? [])
  if (readable.length < elements.length) {
    const first = periodSchema.safeParse(elements[0])
    if (readable.length === 0 && first.error)
      throw malformedResponse(`alert_data.insights.values.0.${describeFirstIssue(first.error)}`)
    const skipped = elements.length - readable.length
    log.warn(
      { alert: wanted.alert, skipped },
      'the mention service sent periods that cannot be read; skipped them',
    )
  }
  const periods = readable.flatMap((wire): Period[] => {
    const value = wire.value === null ? undefined : readCount(wire.value, wanted.type)
    if (value === undefined) return []
    const incomplete = wire.incomplete_period ?? false
    const isNewMethod = wire.overheard_new_method === true && { isNewMethod: true as const }
    return [{ from: wire.start_date, to: wire.end_date, incomplete, value, ...isNewMethod }]
  })
  return { limits: readLimits(answer.limits), periods }
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
 * Converts the value of an insight into a Count. Accepts a number, an object of numbers, such an object under the insight's name, and lists
 * of objects or pairs with a name and a number. Numbers may be strings of digits. Leaves out parts without a readable number. `null` is an
 * empty count. Returns undefined if there is no number at all.
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
  const parts = entries.flatMap(([given, value]) => {
    const count = readPart(value)
    const name = insight === 'sentiment' ? (readSentiment(given) ?? given) : given
    return count === undefined ? [] : [{ name, count }]
  })
  // JavaScript objects put numeric names such as "2024" first, but the cloud is documented as descending by score.
  if (insight === 'topic_cloud') parts.sort((a, b) => b.count - a.count)
  return { total: parts.reduce((sum, { count }) => sum + count, 0), parts }
}

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

/** Reads a list element such as `["US", 5]` or `{"country": "US", "mentions": 5}`. Its keys may have any name. */
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
