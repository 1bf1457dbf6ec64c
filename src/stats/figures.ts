import type { RichTextSection } from '@slack/types'
import { bold, bullets, richLine, richText, words } from '../messages/kit/block-kit.ts'
import { fullRange, shortRange, utcDay } from '../messages/kit/dates.ts'
import { sentimentLabel } from '../messages/kit/labels.ts'
import { grouped, percent, percentage, plural, short, tie, unit } from '../messages/kit/numbers.ts'
import { cut, isolate } from '../messages/kit/text.ts'
import {
  byline,
  reachWords as mentionReach,
  signParts,
  type Title,
  ticketParts,
  titleOf,
  titleParts,
} from '../messages/mention/mention-parts.ts'
import { missingWords } from '../messages/missing-words.ts'
import type { Limit } from '../model/alert.ts'
import { daysIn } from '../model/date-range.ts'
import type { MissingReason } from '../model/failure.ts'
import type { DateRange, Period, SeriesType, TotalType } from '../model/insight.ts'
import type { Mention } from '../model/mention.ts'
import type { Block } from '../model/message.ts'
import { type CountChange, compareShares, countRated, type Sentiments, type ShareChange } from './counts.ts'
import { type Figure, knownValue, type PeriodSummary } from './period-summary.ts'
import { formContents, previousRange, type StatsForm, type StatsValue } from './request-plan.ts'
import { type Mood, newMethod, sentimentTrend } from './time-series.ts'

/** `base` is the base of a share, such as “214 of 1,284”; empty for a count. All texts are our own. */
export type FigureWords = {
  label: 'Mentions' | 'Reach' | 'Negative' | 'Positive'
  value: string
  unit: string
  base: string
  change: string
}

/** A share counts only the mentions that the service rated, so its base is shown, too. */
export function figureWords(summary: PeriodSummary): FigureWords[] {
  const mentions = knownValue(summary.mentions)
  const reach = knownValue(summary.reach)
  const sentiment = knownValue(summary.sentiment)
  const figures: (FigureWords | undefined)[] = [
    mentions && {
      label: 'Mentions',
      unit: unit(mentions.now, 'mention'),
      ...countedFigure(summary, mentions, grouped),
    },
    reach && { label: 'Reach', unit: 'reach', ...countedFigure(summary, reach, short) },
    sentiment && { label: 'Negative', ...shareFigure('negative', sentiment.now, sentiment.before) },
    sentiment && { label: 'Positive', ...shareFigure('positive', sentiment.now, sentiment.before) },
  ]
  return figures.filter((figure) => figure !== undefined)
}

function countedFigure(summary: PeriodSummary, { now, change }: Figure, write: (count: number) => string) {
  return { value: write(now), base: '', change: changeOfPeriod(summary, change) }
}

/** The service counts whole days only, so a period that is not over is compared with one that is. */
export function changeOfPeriod(summary: PeriodSummary, change: CountChange): string {
  const words = changeWords(change)
  const hasBase = change.kind === 'same' || change.kind === 'from-to' || change.kind === 'percent'
  return summary.ahead === 'nothing' || !hasBase
    ? words
    : `${words} ${change.kind === 'from-to' ? 'in' : 'vs'} ${wholeDays(summary)}`
}

function wholeDays({ before }: PeriodSummary): string {
  const days = daysIn(before)
  return days === 1 ? 'a whole day' : `${grouped(days)} whole days`
}

function shareFigure(of: 'negative' | 'positive', now: Sentiments, before: Sentiments | undefined) {
  const rated = countRated(now)
  if (rated === 0) return { value: 'none rated', unit: of, base: '', change: '' }
  const earlier = before && { part: before[of], whole: countRated(before) }
  const change = compareShares({ part: now[of], whole: rated }, earlier)
  const base = `${grouped(now[of])} of ${grouped(rated)}`
  return { value: percent(now[of] / rated), unit: of, base, change: shareChangeWords(change) }
}

export const noFiguresText = 'mention count unavailable right now'

export function figuresWithUnits(summary: PeriodSummary): string[] {
  return figureWords(summary).flatMap(({ label, value, unit, base, change }) => {
    if (base === '' && label !== 'Mentions' && label !== 'Reach') return []
    const notes = [base === '' ? '' : `${base} rated`, change].filter(Boolean).join(', ')
    return [`${value} ${unit}${notes === '' ? '' : ` (${notes})`}`]
  })
}

export function figureWithChange({
  value: shown,
  base,
  change,
}: Omit<FigureWords, 'label' | 'unit'>): string {
  const value = base === '' ? shown : `${shown} (${base} rated)`
  if (change === '') return value
  return /^[▲▼]/u.test(change) ? `${value} ${change}` : `${value} (${change})`
}

export function changeWords(change: CountChange): string {
  switch (change.kind) {
    case 'unknown':
      return ''
    case 'none-in-either':
    case 'same':
      return 'no change'
    case 'none-before':
      return 'no earlier data'
    case 'from-to':
      return `was ${short(change.from)}`
    case 'percent':
      return signedPercent(change.change)
  }
}

export function shareChangeWords(change: ShareChange): string {
  switch (change.kind) {
    case 'unknown':
      return ''
    case 'none-before':
      return 'no earlier data'
    case 'of':
      return `was ${short(change.part)} of ${short(change.whole)}`
    case 'points':
      return signedPoints(change.difference)
  }
}

/** `bars` are two sparklines. `words` says the most important of it with numbers, for screen readers, too. */
export function sentimentWords(summary: PeriodSummary): { bars: string; words: string } | undefined {
  const series = knownValue(summary.series.sentiment) ?? []
  // What goes on until now is left out, because a part of a day is not like a day.
  const lastOver = series.findLastIndex(({ incomplete }) => summary.ahead === 'nothing' || !incomplete)
  const trend = series.length < 2 ? undefined : sentimentTrend(series.slice(0, lastOver + 1))
  if (trend === undefined) return undefined
  const words = `${trendWords(trend.moods)} (positive minus negative, of rated)${methodWords(series)}`
  return { bars: `\u{1f44d} ${trend.positive} positive\n\u{1f44e} ${trend.negative} negative`, words }
}

/** Sentiments before and after a new method are not alike. */
function methodWords(series: Period[]): string {
  const first = series.find(({ isNewMethod }) => isNewMethod)
  return first === undefined ? '' : `. ${newMethod} a newer method judges since ${shortRange(first)}`
}

function trendWords(moods: Mood[]): string {
  const byNet = moods.toSorted((a, b) => a.net - b.net)
  const [lowest, highest, last] = [byNet[0], byNet.at(-1), moods.at(-1)]
  if (lowest === undefined || highest === undefined || last === undefined) return ''
  const told = (mood: Mood) => `${signedShare(mood.net)} (${shortRange(mood)})`
  if (moods.length === 1) return told(last)
  if (lowest.net === highest.net) return `always ${signedShare(last.net)}`
  return `lowest ${told(lowest)}, highest ${told(highest)}, last ${told(last)}`
}

export function busiestWords(summary: PeriodSummary): string | undefined {
  const series = knownValue(summary.series.mentions) ?? []
  const [first] = series
  if (first === undefined || series.length < 2) return undefined
  const largest = series.reduce(
    (best, period) => (period.value.total > best.value.total ? period : best),
    first,
  )
  if (largest.value.total === 0) return undefined
  return `Busiest: ${plural(largest.value.total, 'mention')}, ${shortRange(largest)}`
}

/** These limits (in UTF-16 units) keep a list below Slack's limit for a message. */
const longestListedTitle = 80
const longestLinked = 1_500
const longestAddressInText = 300

/** The state that people gave a mention, and the address of its ticket. */
type MentionNotes = {
  state: (mention: Mention) => string
  ticket: (mention: Mention) => string | undefined
}

export function mentionList(heading: string, mentions: Mention[], notes?: MentionNotes): Block | undefined {
  if (mentions.length === 0) return undefined
  const elements = mentions.map((mention) => listEntry(mention, notes))
  return richText(richLine([bold(heading)]), bullets(elements))
}

function listEntry(mention: Mention, notes: MentionNotes | undefined): RichTextSection {
  const title = linkable(mention)
  const ticket = notes?.ticket(mention)
  const facts = [byline(mention, title, 40), mentionReach(mention), notes?.state(mention)]
  return richLine([
    ...signParts(mention),
    ...titleParts(title),
    words(` · ${facts.filter(Boolean).join(' · ')}`),
    ...(ticket === undefined ? [] : [words(' · '), ...ticketParts(ticket)]),
  ])
}

function linkable(mention: Mention): Title {
  const title = titleOf(mention, longestListedTitle)
  const tooLong = title.address !== undefined && title.address.length > longestLinked
  return tooLong ? { ...title, address: undefined, raw: cut(mention.url, longestListedTitle) } : title
}

/** Leaves out very long addresses. The result is not escaped. */
export function mentionListText(mentions: Mention[]): string {
  return mentions
    .map((mention) => {
      const { words: title, address = '' } = titleOf(mention, longestListedTitle)
      const link = address.length > longestAddressInText ? '' : address
      const facts = [sentimentLabel(mention.sentiment).toLowerCase(), mentionReach(mention), link]
      return `${isolate(title)} · ${facts.filter(Boolean).join(', ')}`
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
  sentiment: 'sentiment over time',
  reach: 'reach over time',
}

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
  'rest of today': 'today is incomplete',
  'later days': 'the days after today are still to come',
  all: 'all of these days are still to come',
}

/** Names the period before, and says if it has more or fewer days. */
export function previousWords(range: DateRange): string {
  const before = previousRange(range)
  const longer = daysIn(before) - daysIn(range)
  if (longer === 0) return fullRange(before)
  return `${fullRange(before)}, which is ${plural(Math.abs(longer), 'day')} ${longer > 0 ? 'longer' : 'shorter'}`
}

export function spanWords({ range, before, ahead, granularity }: PeriodSummary): string {
  const days = daysIn(range)
  const previous = days === 1 ? 'the previous day' : `the previous ${plural(days, 'day')}`
  const against = daysIn(before) === days ? previous : previousWords(range)
  const rest = aheadWords[ahead]
  const byPeriod =
    granularity === 'day'
      ? ''
      : ` ${granularity === 'week' ? 'Weekly' : 'Monthly'}; first and last ${granularity} may be incomplete.`
  return `${fullRange(range)} compared with ${against}. Days are in UTC${rest === '' ? '' : `; ${rest}`}.${byPeriod}`
}

function missing(summary: PeriodSummary, form: StatsForm): string[] {
  const shown = formContents[form]
  const before = shown.before.map((type) => ({ name: totalNames[type], answer: summary.totalsBefore[type] }))
  const byReason = new Map<MissingReason, string[]>()
  for (const { name, answer } of [
    ...shown.now.map((type) => ({ name: totalNames[type], answer: summary.totals[type] })),
    ...shown.series.map((type) => ({ name: seriesNames[type], answer: summary.series[type] })),
    { name: 'the mentions with the widest reach', answer: summary.widestReach },
    ...(form === 'digest' ? [{ name: 'the negative mentions', answer: summary.widestReachNegative }] : []),
    ...inOneWord(before),
  ]) {
    if (answer.kind === 'known') continue
    byReason.set(answer.reason, [...(byReason.get(answer.reason) ?? []), name])
  }
  return [...byReason].map(([reason, names]) => `Missing: ${names.join(', ')} (${missingWords[reason]})`)
}

type Named = { name: string; answer: StatsValue<unknown> }

function inOneWord(before: Named[]): Named[] {
  const reasons = new Set(before.map(({ answer }) => (answer.kind === 'missing' ? answer.reason : undefined)))
  const [first] = before
  if (first !== undefined && reasons.size === 1) return [{ name: 'the period before', answer: first.answer }]
  return before.map(({ name, answer }) => ({ name: `${name} of the period before`, answer }))
}

function noneOf({ totals }: PeriodSummary, form: StatsForm): string[] {
  const empty = formContents[form].now.filter((type) => !countsOnly.has(type) && isEmpty(totals[type]))
  return empty.length > 0 ? [`No data: ${empty.map((type) => totalNames[type]).join(', ')}`] : []
}

const countsOnly = new Set<TotalType>(['mentions', 'sentiment', 'reach'])

function isEmpty(answer: PeriodSummary['totals'][TotalType]): boolean {
  return answer.kind === 'known' && answer.value.parts.every(({ count }) => count === 0)
}

export function limitWords(limits: Limit[]): string[] {
  return limits
    .filter(({ reached }) => reached)
    .map(({ name, renewsAt }) => {
      const until = renewsAt === undefined ? '' : ` until ${utcDay(renewsAt)}`
      return `The plan's limit is reached${until} (${cut(name, 50).replaceAll('_', ' ')}): newer mentions may be missing`
    })
}

/** Returns a relative change (0.18 is plus 18%) as “▲ 18%”, “▼ 3%”, or “no change” if it rounds to zero. */
export function signedPercent(change: number): string {
  const whole = Math.round(change * 100)
  return signed(whole, percentage().format(Math.abs(whole) / 100))
}

/**
 * Returns the difference of two shares (0.05 is five points) as “▲ 5 pts”, “▼ 1 pt”, or “no change” if it rounds to
 * zero.
 */
export function signedPoints(difference: number): string {
  const whole = Math.round(difference * 100)
  return signed(whole, plural(Math.abs(whole), 'pt').replace(' ', tie))
}

/** Returns a difference of two shares (−1 to 1) as a whole percentage with its sign: “+12%”, “−5%” or “0%”. */
export function signedShare(difference: number): string {
  const whole = Math.round(difference * 100) / 100
  if (whole === 0) return percent(0)
  return `${whole > 0 ? '+' : '−'}${percent(Math.abs(whole))}`
}

function signed(whole: number, size: string): string {
  return whole === 0 ? 'no change' : `${whole > 0 ? '▲' : '▼'}${tie}${size}`
}
