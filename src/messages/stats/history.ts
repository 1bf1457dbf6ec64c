import { judged, sentimentsOf } from '../../insights/count.ts'
import { moodSparkline, volumeSparkline } from '../../insights/sparkline.ts'
import { knownValue, type Summary } from '../../insights/summary.ts'
import type { Period } from '../../model/insight.ts'
import { shortRange } from '../dates.ts'
import { short } from '../numbers.ts'

/** A history as it is shown: its sparkline, and the same in words. All of it is our own text. */
type History = { label: string; sparkline: string; words: string }

/** The three histories, as far as they are known. One point is no history. */
export function histories(summary: Summary): History[] {
  const mentions = several(knownValue(summary.series.mentions))
  const sentiment = several(knownValue(summary.series.sentiment))
  const reach = several(knownValue(summary.series.reach))
  return [
    ...(mentions ? [{ label: 'Mentions', sparkline: volume(mentions), words: peak(mentions) }] : []),
    ...(sentiment ? [{ label: 'Mood', sparkline: moodOf(sentiment), words: moodWords(sentiment) }] : []),
    ...(reach ? [{ label: 'Reach', sparkline: volume(reach), words: peak(reach) }] : []),
  ]
}

/** The histories as lines of mrkdwn: sparklines in code spans keep their characters level. */
export function historyLines(summary: Summary): string[] {
  return histories(summary).map(({ label, sparkline, words }) => `${label} \`${sparkline}\` ${words}`)
}

function several(series: Period[] | undefined): Period[] | undefined {
  return series !== undefined && series.length > 1 ? series : undefined
}

/** The history of volume as a text sparkline. */
export function volume(series: Period[]): string {
  return volumeSparkline(series.map(({ value }) => value.total))
}

function moodOf(series: Period[]): string {
  return moodSparkline(series.map(({ value }) => sentimentsOf(value)))
}

/** How the line is read; a line of gaps needs other words. */
function moodWords(series: Period[]): string {
  const anyJudged = series.some(({ value }) => judged(sentimentsOf(value)) > 0)
  return anyJudged ? 'higher is more positive' : 'nothing was judged'
}

/** The greatest period and when it first was: "peak 96, 14 Nov". */
function peak(series: Period[]): string {
  const greatest = series.reduce((best, period) => (period.value.total > best.value.total ? period : best))
  return greatest.value.total === 0
    ? 'none at all'
    : `peak ${short(greatest.value.total)}, ${shortRange(greatest)}`
}
