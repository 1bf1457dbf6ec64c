import type { RichTextSection } from '@slack/types'
import type { Limit } from '../model/alert.ts'
import type { Period, SeriesType, TotalType } from '../model/insight.ts'
import type { Mention } from '../model/mention.ts'
import type { Block } from '../model/message.ts'
import {
  type Change,
  compareShares,
  countRated,
  type Sentiments,
  type ShareChange,
  sentimentsOf,
} from '../stats/counts.ts'
import { daysIn } from '../stats/date-range.ts'
import { type Figure, knownValue, type PeriodSummary } from '../stats/period-summary.ts'
import { formContents, type StatsForm, type StatsValue } from '../stats/request-plan.ts'
import { sentimentSparkline, volumeSparkline } from '../stats/time-series.ts'
import { bold, richLine, richText, words } from './block-kit.ts'
import { fullRange, shortRange, utcDay } from './dates.ts'
import { sentimentLabel } from './labels.ts'
import {
  byline,
  reachWords as mentionReach,
  signParts,
  type Title,
  titleOf,
  titleParts,
} from './mention-parts.ts'
import { grouped, percent, plural, short, signedPercent, signedPoints } from './numbers.ts'
import { cut, isolate } from './text.ts'

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

/** What follows a number: " ▲ 18 %", ", up from 2", ", none before"; nothing where the period before is unknown. */
export function changeWords(change: Change): string {
  switch (change.kind) {
    case 'unknown':
      return ''
    case 'none-in-either':
    case 'same':
      return ', as before'
    case 'none-before':
      return ', none before'
    case 'from-to':
      return `, ${change.to > change.from ? 'up' : 'down'} from ${short(change.from)}`
    case 'percent':
      return ` ${signedPercent(change.change)}`
  }
}

/** What follows a share: ", ▲ 5 points", ", 2 of 6 before", ", none before"; nothing where there is nothing to compare. */
export function shareChangeWords(change: ShareChange): string {
  switch (change.kind) {
    case 'unknown':
      return ''
    case 'none-before':
      return ', none before'
    case 'of':
      return `, ${short(change.part)} of ${short(change.whole)} before`
    case 'points':
      return `, ${signedPoints(change.difference)}`
  }
}

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

/** Room for a title in a list, and for an address as a link: a list of longer ones could break the whole message. */
const longestListedTitle = 80
const longestLinked = 1_500
const longestAddressInText = 300

/** Mentions as a list under a heading, each with its reach, its link and its author; `note` adds what is known of it. */
export function mentionList(
  heading: string,
  mentions: Mention[],
  note: (mention: Mention) => string = () => '',
): Block | undefined {
  if (mentions.length === 0) return undefined
  const elements = mentions.map((mention) => listEntry(mention, note(mention)))
  return richText(richLine([bold(heading)]), { type: 'rich_text_list', style: 'bullet', elements })
}

function listEntry(mention: Mention, note: string): RichTextSection {
  const title = linkable(mention)
  const facts = [byline(mention, title, 40), mentionReach(mention), note].filter((fact) => fact !== '')
  return richLine([...signParts(mention), ...titleParts(title), words(` · ${facts.join(' · ')}`)])
}

function linkable(mention: Mention): Title {
  const title = titleOf(mention, longestListedTitle)
  const tooLong = title.address !== undefined && title.address.length > longestLinked
  return tooLong ? { ...title, address: undefined, raw: cut(mention.url, longestListedTitle) } : title
}

/** The same mentions as lines of words, for `text`. A very long address would crowd out the rest. Not yet escaped. */
export function mentionListText(mentions: Mention[]): string {
  return mentions
    .map((mention) => {
      const { words: title, address = '' } = titleOf(mention, longestListedTitle)
      const link = address.length > longestAddressInText ? '' : address
      const facts = [sentimentLabel(mention.sentiment).toLowerCase(), mentionReach(mention), link]
      return `${isolate(title)} · ${facts.filter((fact) => fact !== '').join(', ')}`
    })
    .join('\n')
}

const totalNames: Record<TotalType, string> = {
  mentions: 'mentions',
  sentiment: 'sentiment',
  reach: 'reach',
  countries: 'countries',
  languages: 'languages',
  sources: 'sources',
  topic_cloud: 'topics',
  gender: 'gender',
  age: 'age',
}
const seriesNames: Record<SeriesType, string> = {
  mentions: 'mentions over time',
  sentiment: 'mood over time',
  reach: 'reach over time',
}

/** What was counted, and what is missing and why. Reasons may quote the service: show these lines as plain text. */
export function footnotes(summary: PeriodSummary, form: StatsForm): string[] {
  return [
    spanWords(summary),
    ...missing(summary, form),
    ...noneOf(summary, form),
    ...limitWords(summary.limits),
  ]
}

const aheadWords: Record<PeriodSummary['ahead'], string> = {
  nothing: '',
  'rest of today': 'today is not over yet',
  'later days': 'the days after today are yet to come',
  all: 'all of these days are yet to come',
}

/** The range, what it is compared with, and that days are UTC. */
function spanWords({ range, ahead, granularity }: PeriodSummary): string {
  const days = daysIn(range)
  const against = days === 1 ? 'the day before' : `the ${plural(days, 'day')} before`
  const parts = [
    `${fullRange(range)} against ${against}`,
    'UTC days',
    ...(granularity === 'day' ? [] : [`by ${granularity}; the first and the last may be cut`]),
    aheadWords[ahead],
  ]
  return parts.filter((part) => part !== '').join('; ')
}

/** What could not be read, by reason: "Missing: reach, age (the service is busy)". */
function missing(summary: PeriodSummary, form: StatsForm): string[] {
  const shown = formContents[form]
  const before = shown.before.map((type) => ({ name: totalNames[type], answer: summary.totalsBefore[type] }))
  const byReason = new Map<string, string[]>()
  for (const { name, answer } of [
    ...shown.now.map((type) => ({ name: totalNames[type], answer: summary.totals[type] })),
    ...shown.series.map((type) => ({ name: seriesNames[type], answer: summary.series[type] })),
    { name: 'the most seen mentions', answer: summary.loudest },
    ...(form === 'digest' ? [{ name: 'the negative ones', answer: summary.loudestNegative }] : []),
    ...inOneWord(before),
  ]) {
    if (answer.kind === 'known') continue
    byReason.set(answer.reason, [...(byReason.get(answer.reason) ?? []), name])
  }
  return [...byReason].map(([reason, names]) => `Missing: ${names.join(', ')} (${cut(reason, 100)})`)
}

type Named = { name: string; answer: StatsValue<unknown> }

/** Where all of the period before is missing for one reason, nobody wants to read the list of it. */
function inOneWord(before: Named[]): Named[] {
  const reasons = new Set(before.map(({ answer }) => (answer.kind === 'missing' ? answer.reason : undefined)))
  const [first] = before
  if (first !== undefined && reasons.size === 1) return [{ name: 'the period before', answer: first.answer }]
  return before.map(({ name, answer }) => ({ name: `${name} of the period before`, answer }))
}

/** What the service answered with nothing: that is no failure, but it is said. */
function noneOf({ totals }: PeriodSummary, form: StatsForm): string[] {
  const empty = formContents[form].now.filter((type) => !countsOnly.has(type) && isEmpty(totals[type]))
  return empty.length > 0 ? [`None known: ${empty.map((type) => totalNames[type]).join(', ')}`] : []
}

/** Numbers that are shown as zero: nobody needs to be told that there are none. */
const countsOnly = new Set<TotalType>(['mentions', 'sentiment', 'reach'])

function isEmpty(answer: PeriodSummary['totals'][TotalType]): boolean {
  return answer.kind === 'known' && answer.value.parts.every(({ count }) => count === 0)
}

/** That the plan's limit is reached, and until when. */
export function limitWords(limits: Limit[]): string[] {
  return limits
    .filter(({ reached }) => reached)
    .map(({ name, renewsAt }) => {
      const until = renewsAt === undefined ? '' : ` until ${utcDay(renewsAt)}`
      return `The plan's limit is reached${until} (${cut(name, 50).replaceAll('_', ' ')}): newer mentions may be missing`
    })
}
