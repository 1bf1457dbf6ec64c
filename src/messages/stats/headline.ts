import { compareShares } from '../../insights/change.ts'
import { countRated, type Sentiments } from '../../insights/count.ts'
import { type Figure, knownValue, type PeriodSummary } from '../../insights/summary.ts'
import { grouped, percent, plural, short } from '../numbers.ts'
import { changeWords, shareChangeWords } from './change.ts'

/** The numbers that matter most, each with its change, as lines of mrkdwn. All of it is our own text. */
export function headlineLines(summary: PeriodSummary): string[] {
  const mentions = knownValue(summary.mentions)
  const reach = knownValue(summary.reach)
  const sentiment = knownValue(summary.sentiment)
  const volume = [mentions && mentionsWords(mentions), reach && reachWords(reach)].filter((part) => part)
  return [
    volume.join(' · ') || 'How many mentions there are is not known right now',
    ...(sentiment ? [sentimentLine(sentiment.now, sentiment.before, mentions?.now)] : []),
  ]
}

function mentionsWords({ now, change }: Figure): string {
  return `*${plural(now, 'mention')}*${changeWords(change)}`
}

function reachWords({ now, change }: Figure): string {
  return `*${short(now)} reach*${changeWords(change)}`
}

/** The service omits the sentiment of some mentions: how many is said, so that the parts add up to the whole. */
function sentimentLine(
  now: Sentiments,
  before: Sentiments | undefined,
  mentions: number | undefined,
): string {
  const all = countRated(now)
  const unjudged = Math.max(0, (mentions ?? all) - all)
  const parts = [
    negativeWords(now, before),
    `👍 ${grouped(now.positive)} positive`,
    `${grouped(now.neutral)} neutral`,
    ...(unjudged > 0 ? [`${grouped(unjudged)} without sentiment`] : []),
  ]
  return parts.join(' · ')
}

/** The share is that of the mentions that have a sentiment. */
function negativeWords(now: Sentiments, before: Sentiments | undefined): string {
  const all = countRated(now)
  const words = `👎 *${grouped(now.negative)} negative*`
  if (all === 0) return words
  const base = before && { part: before.negative, whole: countRated(before) }
  const change = compareShares({ part: now.negative, whole: all }, base)
  return `${words} (${percent(now.negative / all)}${shareChangeWords(change)})`
}

/** Our own mrkdwn as plain words, for notifications and screen readers. */
export function withoutMarkup(lines: string[]): string {
  return lines.join('\n').replaceAll(/[*`]/g, '')
}
