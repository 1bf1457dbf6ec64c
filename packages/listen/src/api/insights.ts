import { z } from 'zod'
import type { StoredAlert } from '../store/alerts.ts'
import { type Counted, type DayRange, dayOf, monthOf, nextMonth } from '../store/counts/days.ts'
import type { DayCounts } from '../store/counts/roll-ups.ts'
import { type AlertRequest, ApiError, alertHead, calendarDate, list, readParameters } from './protocol.ts'

export const totalTypes = [
  'mentions',
  'sentiment',
  'reach',
  'countries',
  'languages',
  'sources',
  'topic_cloud',
  'gender',
  'age',
] as const
export type TotalType = (typeof totalTypes)[number]

export const seriesTypes = ['mentions', 'sentiment', 'reach'] as const
export type SeriesType = (typeof seriesTypes)[number]

const dayMs = 24 * 60 * 60 * 1000

/** The default range begins this many days before today (interface 8). */
const defaultDays = 30

/** The largest number of countries and languages (interface 8). */
const topPlaces = 5

/** The largest size of a topic cloud (interface 8). */
const topTerms = 50

/** Insights accept only these sources (interface 4.3 and 4.4); the mentions list accepts any. */
const insightSources = ['facebook', 'instagram', 'twitter', 'reddit', 'news-blogs', 'web']

/** The parameters of both totals and series. */
const insightQuery = z.object({
  date_from: calendarDate.optional(),
  date_to: calendarDate.optional(),
  source: list.refine((values) => values.every((value) => insightSources.includes(value))).optional(),
})

/** The documentation writes `Day`, its examples of requests `day`. Both are accepted. */
const seriesQuery = insightQuery.extend({
  granularity: z
    .enum(['day', 'week', 'month', 'Day', 'Week', 'Month'])
    .default('day')
    .transform((name) => name.toLowerCase())
    .pipe(z.enum(['day', 'week', 'month'])),
})
type Granularity = z.output<typeof seriesQuery>['granularity']

/** The requested range; by default the last 30 days until today (UTC). */
function rangeOf({ date_from, date_to }: z.infer<typeof insightQuery>, now: number): DayRange {
  return {
    from: date_from === undefined ? dayOf(now) - defaultDays : dayOf(Date.parse(date_from)),
    to: date_to === undefined ? dayOf(now) : dayOf(Date.parse(date_to)),
  }
}

/** Throws ApiError 41 for leads alerts. */
function rejectLeads({ alert_type }: StoredAlert): void {
  if (alert_type === 'leads') throw new ApiError(41)
}

/** The `alert_data` of a total (interface 4.3). Throws ApiError 40 or 41. */
export function answerTotal(request: AlertRequest, name: TotalType): object {
  const { alert, parameters, now } = request
  rejectLeads(alert)
  const { source, ...dates } = readParameters(insightQuery, parameters)
  const asked = { ...request, range: rangeOf(dates, now), sources: source }
  return { ...alertHead(alert), insights: { name, value: totals[name](asked) } }
}

type Asked = AlertRequest & { range: DayRange; sources: string[] | undefined }

/** The value of each total (interface 4.3). */
const totals: Record<TotalType, (asked: Asked) => object> = {
  mentions: (asked) => ({ mentions: sumOf(asked, 'mentions') }),
  sentiment: (asked) => ({
    positive: sumOf(asked, 'positive'),
    negative: sumOf(asked, 'negative'),
    neutral: sumOf(asked, 'neutral'),
  }),
  reach: (asked) => ({ reach: sumOf(asked, 'reach') }),
  countries: (asked) => facetOf(asked, 'country', topPlaces),
  languages: (asked) => facetOf(asked, 'language', topPlaces),
  sources: ({ store, alert, range, sources }) => byName(store.rollUps.sources(alert.key, range, sources)),
  topic_cloud: ({ store, alert, range, sources }) =>
    byName(store.rollUps.terms(alert.key, range, sources, topTerms)),
  gender: (asked) => facetOf(asked, 'gender', 100),
  age: (asked) => facetOf(asked, 'age', 100),
}

const daysOf = ({ store, alert, range, sources }: Asked) => store.rollUps.days(alert.key, range, sources)

const sumOf = (asked: Asked, name: Exclude<keyof DayCounts, 'day'>) =>
  daysOf(asked).reduce((sum, counts) => sum + counts[name], 0)

const facetOf = (
  { store, alert, range, sources }: Asked,
  facet: 'language' | 'country' | 'gender' | 'age',
  top: number,
) => byName(store.rollUps.facet(alert.key, facet, range, sources, top))

const byName = (counted: Counted[]) =>
  Object.fromEntries(counted.map(({ name, mentions }) => [name, mentions]))

/** The `alert_data` of a time series (interface 4.4). Throws ApiError 40 or 41. */
export function answerSeries(request: AlertRequest, name: SeriesType): object {
  const { alert, parameters, now } = request
  rejectLeads(alert)
  const { source, granularity, ...dates } = readParameters(seriesQuery, parameters)
  const range = rangeOf(dates, now)
  const days = daysOf({ ...request, range, sources: source })
  const periods = periodsOf(days, granularity, range).flatMap(({ counts, ...period }) => {
    const value = periodValues[name](counts)
    return value === undefined ? [] : [{ ...period, value }]
  })
  const newMethod = name === 'sentiment' ? newMethodIn(periods, range, request) : undefined
  const values = periods.map((period) => ({
    ...{ start_date: dateOf(period.start), end_date: dateOf(period.end) },
    ...{ incomplete_period: period.incomplete, value: period.value },
    ...(period === newMethod && { overheard_new_method: true }),
  }))
  return { ...alertHead(alert), insights: { name, values } }
}

/** The first period with sentiments of today's method, if older ones are of another. */
function newMethodIn<Some extends { end: number }>(
  periods: readonly Some[],
  range: DayRange,
  { store }: Pick<AlertRequest, 'store'>,
): Some | undefined {
  const since = store.rollUps.sentimentsSince()
  if (since === undefined || dayOf(since) < range.from) return undefined
  return periods.find(({ end }) => end >= dayOf(since))
}

/** The value of one period (interface 4.4). Undefined: the period is left out. */
const periodValues: Record<SeriesType, (counts: DayCounts) => object | undefined> = {
  mentions: ({ mentions }) => ({ mentions }),
  sentiment({ positive, negative, neutral }) {
    const counts = Object.entries({ positive, negative, neutral }).filter(([, count]) => count > 0)
    return counts.length > 0 ? Object.fromEntries(counts) : undefined
  },
  reach: ({ reach }) => ({ reach }),
}

/** The UTC date (YYYY-MM-DD) of a day. */
function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** The first and the last day of the period around a day. Weeks begin on Monday; day 0 was a Thursday. */
const bounds: Record<Granularity, (day: number) => { first: number; last: number }> = {
  day: (day) => ({ first: day, last: day }),
  week(day) {
    const first = day - ((((day + 3) % 7) + 7) % 7)
    return { first, last: first + 6 }
  },
  month(day) {
    const first = monthOf(day)
    return { first, last: nextMonth(first) - 1 }
  },
}

type FilledPeriod = { start: number; end: number; incomplete: boolean; counts: DayCounts }

/** Sums up days, which ascend, in ascending periods that are cut to the range. A period that is cut is incomplete. */
function periodsOf(days: DayCounts[], granularity: Granularity, range: DayRange): FilledPeriod[] {
  const periods: FilledPeriod[] = []
  for (const counts of days) {
    const period = periods.at(-1)
    if (period !== undefined && counts.day <= period.end) {
      period.counts = add(period.counts, counts)
      continue
    }
    const { first, last } = bounds[granularity](counts.day)
    periods.push({
      start: Math.max(first, range.from),
      end: Math.min(last, range.to),
      incomplete: first < range.from || last > range.to,
      counts,
    })
  }
  return periods
}

function add(a: DayCounts, b: DayCounts): DayCounts {
  return {
    day: a.day,
    mentions: a.mentions + b.mentions,
    reach: a.reach + b.reach,
    positive: a.positive + b.positive,
    negative: a.negative + b.negative,
    neutral: a.neutral + b.neutral,
  }
}
