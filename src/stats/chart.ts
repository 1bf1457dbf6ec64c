import type { Granularity, Period } from '@overheard/mention-client/insight'
import { shortRange } from '../messages/kit/dates.ts'
import { neighboursPerGroup } from '../messages/kit/sparkline.ts'
import { cut } from '../messages/kit/text.ts'
import type { Block } from '../model/message.ts'
import { sentimentsOf } from './counts.ts'
import { knownValue, type PeriodSummary } from './period-summary.ts'
import { say } from './say.ts'
import { newMethod, thinSeries } from './time-series.ts'

/** Slack's limit for the points in a chart (Block Kit reference, data visualization block). */
const mostPoints = 20

type Series = { name: string; data: { label: string; value: number }[] }

/**
 * Returns undefined if there is nothing to show. Slack has had charts since June 2026, and clients and regions that
 * refuse them get the message from `withoutNewBlocks` (messages/kit/fallbacks.ts).
 */
export function chartOf(summary: PeriodSummary, type: 'line' | 'bar'): Block | undefined {
  const mentions = knownValue(summary.series.mentions)
  if (mentions === undefined || mentions.length < 2) return undefined
  if (mentions.every(({ value }) => value.total === 0)) return undefined
  const points = thinSeries(mentions, mostPoints)
  const sentiment = thinSeries(knownValue(summary.series.sentiment) ?? [], mostPoints)
  const newAt = sentiment.findIndex(({ isNewMethod }) => isNewMethod)
  const labels = pointLabels(points).map((label, at) => (at === newAt ? `${newMethod} ${label}` : label))
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
  const points = thinSeries(first.mentions, mostPoints)
  const labels = pointLabels(points)
  const names = seriesNames(known.map(({ name }) => name))
  const lines = known.map(({ mentions }, at) =>
    series(names[at] ?? '', labels, thinSeries(mentions, mostPoints), ({ value }) => value.total),
  )
  return chart('line', chartTitle(first.granularity, first.mentions.length), labels, lines)
}

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

function sentimentSeries(labels: string[], points: Period[]): Series[] {
  return [
    series(figureName('negative'), labels, points, ({ value }) => sentimentsOf(value).negative),
    series(figureName('positive'), labels, points, ({ value }) => sentimentsOf(value).positive),
  ]
}

function series(name: string, labels: string[], points: Period[], value: (point: Period) => number): Series {
  return { name, data: points.map((point, at) => ({ label: labels[at] ?? '', value: value(point) })) }
}

/**
 * Labels have at most 20 characters each and are unique, because Slack demands both. If the points lie in more than one year, the labels
 * contain the year.
 */
function pointLabels(points: Period[]): string[] {
  const manyYears = points[0]?.from.slice(0, 4) !== points.at(-1)?.to.slice(0, 4)
  return points.map((point) => (manyYears ? point.from : shortRange(point)))
}

/** The last point can have fewer periods. */
function chartTitle(granularity: Granularity, periods: number): string {
  const count = neighboursPerGroup(periods, mostPoints)
  return count === 1 ? say.mentionsPer({ granularity }) : say.mentionsEvery({ granularity, count })
}
