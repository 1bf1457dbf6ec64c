import { TZDate } from '@date-fns/tz'
import { endOfDay } from 'date-fns/endOfDay'
import { endOfISOWeek } from 'date-fns/endOfISOWeek'
import { endOfMonth } from 'date-fns/endOfMonth'
import { startOfDay } from 'date-fns/startOfDay'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth } from 'date-fns/startOfMonth'
import { z } from 'zod'
import type { Granularity, SeriesType, TotalType } from '../../src/model/insight.ts'
import {
  type AlertRequest,
  ApiError,
  alertHead,
  calendarDate,
  type Deployment,
  list,
  readParameters,
} from './protocol.ts'
import type { AlertRecord } from './records.ts'
import { firstIndexWhere, type StoredMention } from './store.ts'
import { type Tally, tally, topicCloud } from './tally.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The default range begins this many days before today (interface 8). */
const defaultDays = 30

/** Insights accept only these sources (interface 4.3 and 4.4); the mentions list accepts any. */
const insightSources = ['facebook', 'instagram', 'twitter', 'reddit', 'news-blogs', 'web']

/** The parameters of both totals and series. */
const insightQuery = z.object({
  date_from: calendarDate.optional(),
  date_to: calendarDate.optional(),
  source: list.refine((values) => values.every((value) => insightSources.includes(value))).optional(),
})

/** UTC dates (YYYY-MM-DD), both included, and the same range in UTC ms: the first and the last millisecond. */
type InsightRange = { from: string; to: string; start: number; end: number }

/** The UTC date (YYYY-MM-DD) of a time in ms. */
function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The requested range; by default the last 30 days until today (UTC). */
function rangeOf({ date_from, date_to }: z.infer<typeof insightQuery>, now: number): InsightRange {
  const from = date_from ?? dateOf(now - defaultDays * dayMs)
  const to = date_to ?? dateOf(now)
  return { from, to, start: Date.parse(from), end: Date.parse(to) + dayMs - 1 }
}

/** The mentions in a range and from the requested sources. `byDate` ascends by date. */
function mentionsWithin(
  byDate: readonly StoredMention[],
  { start, end }: InsightRange,
  sources: string[] | undefined,
): StoredMention[] {
  const first = firstIndexWhere(byDate, ({ date }) => date >= start)
  const beyond = firstIndexWhere(byDate, ({ date }) => date > end)
  return byDate.slice(first, beyond).filter(({ source }) => !sources || sources.includes(source))
}

/** The documentation writes `Day`, its examples of requests `day`. Both are accepted. */
const seriesQuery = insightQuery.extend({
  granularity: z
    .enum(['day', 'week', 'month', 'Day', 'Week', 'Month'])
    .default('day')
    .transform((name) => name.toLowerCase())
    .pipe(z.enum(['day', 'week', 'month'])),
})

/** The value of one period (interface 4.4). Undefined: the period is left out. */
const periodValues: Record<
  SeriesType,
  (mentions: readonly StoredMention[], deployment: Deployment) => unknown
> = {
  mentions: (mentions) => ({ mentions: mentions.length }),
  sentiment(mentions) {
    const counts = sentimentCounts(mentions)
    return Object.keys(counts).length > 0 ? counts : undefined
  },
  reach: reachValue,
}

/** Throws ApiError 41 for leads alerts. */
function rejectLeads({ alert_type }: AlertRecord): void {
  if (alert_type === 'leads') throw new ApiError(41)
}

/** The `alert_data` of a total (interface 4.3). Throws ApiError 40 or 41. */
export function answerTotal(request: AlertRequest, name: TotalType): object {
  const { mentionStore, alert, parameters, deployment, now } = request
  rejectLeads(alert)
  const query = readParameters(insightQuery, parameters)
  const byDate = mentionStore.mentions(alert.alert_id, 'date')
  const mentions = mentionsWithin(byDate, rangeOf(query, now), query.source)
  return { ...alertHead(alert), insights: { name, value: totals[name](mentions, deployment) } }
}

/** The `alert_data` of a time series (interface 4.4). Throws ApiError 40 or 41. */
export function answerSeries(request: AlertRequest, name: SeriesType): object {
  const { mentionStore, alert, parameters, deployment, now } = request
  rejectLeads(alert)
  const query = readParameters(seriesQuery, parameters)
  const range = rangeOf(query, now)
  const mentions = mentionsWithin(mentionStore.mentions(alert.alert_id, 'date'), range, query.source)
  const values = periodsOf(mentions, query.granularity, range).flatMap((period) => {
    const value = periodValues[name](period.mentions, deployment)
    if (value === undefined) return []
    const [start_date, end_date] = [dateOf(period.start), dateOf(period.end)]
    return [{ start_date, end_date, incomplete_period: period.incomplete, value }]
  })
  return { ...alertHead(alert), insights: { name, values } }
}

/** A period with its mentions. `start` and `end` are UTC ms, both included. */
type FilledPeriod = { start: number; end: number; incomplete: boolean; mentions: StoredMention[] }

/** Weeks begin on Monday. */
const bounds = {
  day: [startOfDay, endOfDay],
  week: [startOfISOWeek, endOfISOWeek],
  month: [startOfMonth, endOfMonth],
} as const

/** The period around a time, cut to the range. A period that is cut is incomplete. */
function periodAround(time: number, granularity: Granularity, range: InsightRange): FilledPeriod {
  const moment = new TZDate(time, 'UTC')
  const [startOf, endOf] = bounds[granularity]
  const start = startOf(moment).getTime()
  const end = endOf(moment).getTime()
  return {
    start: Math.max(start, range.start),
    end: Math.min(end, range.end),
    incomplete: start < range.start || end > range.end,
    mentions: [],
  }
}

/** Groups mentions, which ascend by date, into ascending periods. Periods without mentions are left out. */
function periodsOf(
  mentions: readonly StoredMention[],
  granularity: Granularity,
  range: InsightRange,
): FilledPeriod[] {
  const periods: FilledPeriod[] = []
  for (const mention of mentions) {
    let period = periods.at(-1)
    if (!period || mention.date > period.end) {
      period = periodAround(mention.date, granularity, range)
      periods.push(period)
    }
    period.mentions.push(mention)
  }
  return periods
}

/** The greatest number of countries and languages (interface 8). */
const topPlaces = 5

type Value = Tally | number
type Total = (mentions: readonly StoredMention[], deployment: Deployment) => Value

/** Counts positive, negative and neutral mentions. A mention without sentiment is not counted. */
function sentimentCounts(mentions: readonly StoredMention[]): Tally {
  return tally(mentions.map(({ sentiment }) => sentiment))
}

/** The total reach, in the shape of the deployment. */
function reachValue(mentions: readonly StoredMention[], { reachShape }: Deployment): Value {
  const reach = mentions.reduce((sum, mention) => sum + mention.reach, 0)
  return reachShape === 'object' ? { reach } : reach
}

function breakdown(counts: Tally, { breakdownShape }: Deployment): Value {
  return breakdownShape === 'object' ? counts : Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** The value of each total (interface 4.3). */
const totals: Record<TotalType, Total> = {
  mentions: (mentions) => ({ mentions: mentions.length }),
  sentiment: (mentions) => ({ positive: 0, negative: 0, neutral: 0, ...sentimentCounts(mentions) }),
  reach: reachValue,
  countries: (mentions) =>
    tally(
      mentions.map(({ country }) => country),
      topPlaces,
    ),
  languages: (mentions, deployment) =>
    breakdown(
      tally(
        mentions.map(({ language }) => language),
        topPlaces,
      ),
      deployment,
    ),
  sources: (mentions, deployment) => breakdown(tally(mentions.map(({ source }) => source)), deployment),
  topic_cloud: topicCloud,
  gender: (mentions, deployment) =>
    breakdown(tally(mentions.map(({ profile }) => profile.gender)), deployment),
  age: (mentions, deployment) => breakdown(tally(mentions.map(({ profile }) => profile.age)), deployment),
}
