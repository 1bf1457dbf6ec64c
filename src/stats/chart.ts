import type { Granularity, Period } from '@overheard/mention-client/insight'
import { dayWords, shortRange } from '../messages/kit/dates.ts'
import { groupNeighbours, neighboursPerGroup } from '../messages/kit/sparkline.ts'
import { cut } from '../messages/kit/text.ts'
import type { Block } from '../model/message.ts'
import { sentimentsOf } from './counts.ts'
import { knownValue, type PeriodSummary } from './period-summary.ts'
import { say } from './say.ts'
import { newMethod, thinSeries } from './time-series.ts'

/** Slack's limit for the points in a chart (Block Kit reference, data visualization block). */
const mostPoints = 20

type Series = { name: string; data: { label: string; value: number }[] }

/** Some neighbouring periods of a series. The chart shows the sums of their counts, divided by `per`. */
type Point = Period & { per: number }

/**
 * Returns undefined if there is nothing to show. Slack has had charts since June 2026, and clients and regions that
 * refuse them get the message from `withoutNewBlocks` (messages/kit/fallbacks.ts).
 */
export function chartOf(summary: PeriodSummary, type: 'line' | 'bar'): Block | undefined {
  const mentions = knownValue(summary.series.mentions)
  if (mentions === undefined || mentions.length < 2) return undefined
  if (mentions.every(({ value }) => value.total === 0)) return undefined
  const points = pointsOf(mentions)
  const sentiment = pointsOf(knownValue(summary.series.sentiment) ?? [])
  const newAt = sentiment.findIndex(({ isNewMethod }) => isNewMethod)
  const labels = pointLabels(points, newAt)
  const title = chartTitle(summary.granularity, mentions.length)
  const marked = newAt === -1 ? title : say.newerSentiments({ title, sign: newMethod })
  return chart(type, marked, labels, [
    series(figureName('mentions'), labels, points, ({ value }) => value.total),
    ...(sentiment.length === points.length ? sentimentSeries(labels, sentiment) : []),
  ])
}

/** Shows the mentions of several alerts. All summaries must cover the same dates. Leaves out alerts whose series is unknown. */
export function comparisonChart(summaries: PeriodSummary[]): Block | undefined {
  const known = summaries.flatMap(({ alert, granularity, series }) => {
    const mentions = knownValue(series.mentions)
    return mentions === undefined || mentions.length < 2 ? [] : [{ name: alert.name, granularity, mentions }]
  })
  const [first] = known
  if (first === undefined || known.length < 2) return undefined
  if (known.every(({ mentions }) => mentions.every(({ value }) => value.total === 0))) return undefined
  const labels = pointLabels(pointsOf(first.mentions))
  const names = seriesNames(known.map(({ name }) => name))
  const lines = known.map(({ mentions }, at) =>
    series(names[at] ?? '', labels, pointsOf(mentions), ({ value }) => value.total),
  )
  return chart('line', chartTitle(first.granularity, first.mentions.length), labels, lines)
}

/** If the last point has fewer periods than the others, its sum would look like a fall, so all points are means. */
function pointsOf(periods: Period[]): Point[] {
  const sizes = groupNeighbours(periods, mostPoints).map(({ length }) => length)
  return thinSeries(periods, mostPoints).map((point, at) => ({
    ...point,
    per: isEven(periods.length) ? 1 : (sizes[at] ?? 1),
  }))
}

/** True if all points of a series of so many periods have equally many. */
const isEven = (periods: number) => periods % neighboursPerGroup(periods, mostPoints) === 0

/** Slack's limit for the title of a chart, in characters (Block Kit reference). */
const longestTitle = 50

function chart(type: 'line' | 'bar', title: string, categories: string[], lines: Series[]): Block {
  return {
    type: 'data_visualization',
    title: cut(title, longestTitle),
    chart: { type, series: lines, axis_config: { categories } },
  }
}

/** Slack's limit for the name of a series, in characters (Block Kit reference). */
const longestSeriesName = 20

/** Names that are equal after the cut get a number, because Slack refuses equal names. */
function seriesNames(names: string[]): string[] {
  const short = names.map((name) => cut(name, longestSeriesName) || say.unnamed())
  return short.map((name, at) =>
    short.indexOf(name) === at ? name : `${cut(name, longestSeriesName - 4)} (${at + 1})`,
  )
}

const figureName = (kind: 'mentions' | 'negative' | 'positive') =>
  cut(say.figure({ kind }), longestSeriesName)

function sentimentSeries(labels: string[], points: Point[]): Series[] {
  return [
    series(figureName('negative'), labels, points, ({ value }) => sentimentsOf(value).negative),
    series(figureName('positive'), labels, points, ({ value }) => sentimentsOf(value).positive),
  ]
}

function series(name: string, labels: string[], points: Point[], count: (point: Point) => number): Series {
  const data = points.map((point, at) => ({
    label: labels[at] ?? '',
    value: tenths(count(point) / point.per),
  }))
  return { name, data }
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** Slack's limit for a label, in characters (Block Kit reference). */
const longestLabel = 20

/**
 * Labels are short and unique, because Slack demands both. They have the first and the last date of a point. If one of them is too long in the
 * language of the reader, all have the first date only. If the points lie in more than one year, the labels contain the year. The mark of a
 * newer method is before the label at `newAt`.
 */
function pointLabels(points: Period[], newAt = -1): string[] {
  const written = (words: (point: Period) => string) =>
    points.map((point, at) => (at === newAt ? `${newMethod} ${words(point)}` : words(point)))
  const isManyYears = points[0]?.from.slice(0, 4) !== points.at(-1)?.to.slice(0, 4)
  const withoutYear = isManyYears ? [] : [written(shortRange), written(({ from }) => dayWords(from))]
  return withoutYear.find(areAllowed) ?? written(({ from }) => from)
}

/** The year of some calendars is shorter, so that it has the same day twice in one of ours. */
const areAllowed = (labels: string[]) =>
  labels.every(({ length }) => length <= longestLabel) && new Set(labels).size === labels.length

function chartTitle(granularity: Granularity, periods: number): string {
  const count = neighboursPerGroup(periods, mostPoints)
  if (count === 1) return say.mentionsPer({ granularity })
  return isEven(periods) ? say.mentionsEvery({ granularity, count }) : say.meanMentionsPer({ granularity })
}
