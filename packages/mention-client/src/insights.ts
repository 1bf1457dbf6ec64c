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
  const value = readCount(answer.alert_data.insights.value ?? null, wanted.type)
  if (value === undefined) throw malformedResponse(`alert_data.insights.${expectedCount}`)
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
  const read = elements.map((element) => readPeriod(element, wanted.type))
  const skipped = read.filter((periods) => periods === undefined).length
  if (skipped > 0) {
    if (skipped === elements.length)
      throw malformedResponse(`alert_data.insights.values.0.${describePeriod(elements[0])}`)
    log.warn(
      { alert: wanted.alert, skipped },
      'the mention service sent periods that cannot be read; skipped them',
    )
  }
  const periods = read.flatMap((some) => some ?? [])
  return { limits: readLimits(answer.limits), periods }
}

/** Returns no period if the service gives no value for it, and undefined if the element cannot be read. */
function readPeriod(element: unknown, type: SeriesType): Period[] | undefined {
  const { data: wire } = periodSchema.safeParse(element)
  if (wire === undefined) return undefined
  if (wire.value === null || wire.value === undefined) return []
  const value = readCount(wire.value, type)
  if (value === undefined) return undefined
  const incomplete = wire.incomplete_period ?? false
  const isNewMethod = wire.overheard_new_method === true && { isNewMethod: true as const }
  return [{ from: wire.start_date, to: wire.end_date, incomplete, value, ...isNewMethod }]
}

const expectedCount = 'value: expected number or object of numbers'

/** What is wrong with an element that `readPeriod` cannot read. */
function describePeriod(element: unknown): string {
  const { error } = periodSchema.safeParse(element)
  return error === undefined ? expectedCount : describeFirstIssue(error)
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
 * empty count. Returns undefined if there is no number at all, although there is a value.
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

function countOfEntries(entries: Entry[], insight: string): Count | undefined {
  const parts = entries.flatMap(([given, value]) => {
    const count = readPart(value)
    const name = insight === 'sentiment' ? (readSentiment(given) ?? given) : given
    return count === undefined ? [] : [{ name, count }]
  })
  // JavaScript objects put numeric names such as "2024" first, but the cloud is documented as descending by score.
  if (insight === 'topic_cloud') parts.sort((a, b) => b.count - a.count)
  if (parts.length === 0 && !entries.every(([, value]) => isNone(value))) return undefined
  return { total: parts.reduce((sum, { count }) => sum + count, 0), parts }
}

type Entry = [name: string, value: unknown]

/** Nothing was counted: the value is null, empty, or has only null. */
const isNone = (value: unknown) =>
  typeof value === 'object' && (value === null || Object.values(value).every((one) => one === null))

function readPart(value: unknown): number | undefined {
  const own = readNumber(value)
  if (own !== undefined || typeof value !== 'object' || value === null) return own
  const fields = Object.entries(value)
  return readNumber((countIn(fields) ?? fields.find(isNumeric))?.[1])
}

function entriesOf(raw: object): Entry[] {
  return Array.isArray(raw) ? raw.map(readPair) : Object.entries(raw)
}

/**
 * Reads a list element such as `["US", 5]` or `{"mentions": "5", "country": "US"}`. Its keys may have any name, in any order. The value is
 * null if nothing was counted, or nothing that has a name, and undefined if the element cannot be read.
 */
function readPair(element: unknown): Entry {
  if (typeof element !== 'object' || element === null) return ['', undefined]
  const fields: Entry[] = Object.entries(element)
  const sure = countIn(fields)
  const texts = fields.filter(
    (field): field is [string, string] => field !== sure && typeof field[1] === 'string',
  )
  // A name may be a number, too, such as a year.
  const named = (sure === undefined && texts.find((field) => !isNumeric(field))) || texts[0]
  const isEmpty = fields.some(([, value]) => value === null)
  if (named === undefined) return ['', isEmpty ? null : undefined]
  const count = sure ?? fields.find((field) => field !== named && isNumeric(field))
  return [named[1], count === undefined && isEmpty ? null : count?.[1]]
}

/** Names of the field with the count, the surest first, because another number may be beside it. */
const countKeys = ['mentions', 'count', 'score', 'total']

/** The field that is the count by its key, or because it is no text. */
function countIn(fields: Entry[]): Entry | undefined {
  const numbers = fields.filter(isNumeric)
  const known = countKeys.flatMap((key) => numbers.filter(([own]) => own.toLowerCase() === key))
  return known[0] ?? numbers.find(([, value]) => typeof value === 'number')
}

const isNumeric = ([, value]: Entry) => readNumber(value) !== undefined

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}
