import { countRated, sentimentsOf } from '../../insights/count.ts'
import { sentimentSparkline, volumeSparkline } from '../../insights/sparkline.ts'
import { knownValue, type PeriodSummary } from '../../insights/summary.ts'
import type { Period } from '../../model/insight.ts'
import { shortRange } from '../dates.ts'
import { short } from '../numbers.ts'

/** A history as it is shown: its sparkline, and the same in words. All of it is our own text. */
type History = { label: string; sparkline: string; words: string }

/** The three histories, as far as they are known. One point is no history. */
export function histories(summary: PeriodSummary): History[] {
  const mentions = ifSeveral(knownValue(summary.series.mentions))
  const sentiment = ifSeveral(knownValue(summary.series.sentiment))
  const reach = ifSeveral(knownValue(summary.series.reach))
  return [
    ...(mentions ? [{ label: 'Mentions', sparkline: sparklineOf(mentions), words: peak(mentions) }] : []),
    ...(sentiment
      ? [{ label: 'Mood', sparkline: sentimentSparklineOf(sentiment), words: sentimentHint(sentiment) }]
      : []),
    ...(reach ? [{ label: 'Reach', sparkline: sparklineOf(reach), words: peak(reach) }] : []),
  ]
}

/** The histories as lines of mrkdwn: sparklines in code spans keep their characters level. */
export function historyLines(summary: PeriodSummary): string[] {
  return histories(summary).map(({ label, sparkline, words }) => `${label} \`${sparkline}\` ${words}`)
}

function ifSeveral(series: Period[] | undefined): Period[] | undefined {
  return series !== undefined && series.length > 1 ? series : undefined
}

/** The history of volume as a text sparkline. */
export function sparklineOf(series: Period[]): string {
  return volumeSparkline(series.map(({ value }) => value.total))
}

function sentimentSparklineOf(series: Period[]): string {
  return sentimentSparkline(series.map(({ value }) => sentimentsOf(value)))
}

/** How the line is read; a line of gaps needs other words. */
function sentimentHint(series: Period[]): string {
  const hasSentiment = series.some(({ value }) => countRated(sentimentsOf(value)) > 0)
  return hasSentiment ? 'higher is more positive' : 'nothing was judged'
}

/** The greatest period and when it first was: "peak 96, 14 Nov". */
function peak(series: Period[]): string {
  const greatest = series.reduce((best, period) => (period.value.total > best.value.total ? period : best))
  return greatest.value.total === 0
    ? 'none at all'
    : `peak ${short(greatest.value.total)}, ${shortRange(greatest)}`
}
