import type { Limit } from '@overheard/mention-client/alert'
import type { DateRange, Period, TotalType } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import type { RichTextSection } from '@slack/types'
import { bold, bullets, richLine, richText, words } from '../messages/kit/block-kit.ts'
import { fullRange, shortRange, utcDay } from '../messages/kit/dates.ts'
import { sentences, sentimentWord, withNote } from '../messages/kit/labels.ts'
import { grouped, percent, percentage, short, tie } from '../messages/kit/numbers.ts'
import { list } from '../messages/kit/say.ts'
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
import { daysIn } from '../model/date-range.ts'
import type { MissingReason } from '../model/failure.ts'
import type { Block } from '../model/message.ts'
import { type CountChange, compareShares, countRated, type Sentiments, type ShareChange } from './counts.ts'
import { knownValue, type PeriodSummary } from './period-summary.ts'
import { formContents, previousRange, type StatsForm, type StatsValue } from './request-plan.ts'
import { say } from './say.ts'
import { type Mood, newMethod, sentimentTrend } from './time-series.ts'

/** `counted` is the value with its unit, and `base` the base of a share, such as “214 of 1,284”; empty for a count. All texts are our own. */
export type FigureWords = {
  kind: 'mentions' | 'reach' | 'negative' | 'positive'
  value: string
  counted: string
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
      kind: 'mentions',
      value: grouped(mentions.now),
      counted: say.mentions({ count: mentions.now }),
      base: '',
      change: changeOfPeriod(summary, mentions.change),
    },
    reach && {
      kind: 'reach',
      value: short(reach.now),
      counted: say.reach({ reach: short(reach.now) }),
      base: '',
      change: changeOfPeriod(summary, reach.change),
    },
    sentiment && shareFigure('negative', sentiment.now, sentiment.before),
    sentiment && shareFigure('positive', sentiment.now, sentiment.before),
  ]
  return figures.filter((figure) => figure !== undefined)
}

/** The service counts whole days only, so a period that is not over is compared with one that is. */
export function changeOfPeriod(summary: PeriodSummary, change: CountChange): string {
  const words = changeWords(change)
  if (summary.ahead === 'nothing') return words
  const days = daysIn(summary.before)
  if (change.kind === 'from-to') return say.wasInDays({ before: short(change.from), days })
  const hasBase = change.kind === 'same' || change.kind === 'percent'
  return hasBase ? say.changeVsDays({ change: words, days }) : words
}

function shareFigure(
  kind: 'negative' | 'positive',
  now: Sentiments,
  before: Sentiments | undefined,
): FigureWords {
  const rated = countRated(now)
  if (rated === 0) return { kind, value: say.noneRated(), counted: say.noneRated(), base: '', change: '' }
  const earlier = before && { part: before[kind], whole: countRated(before) }
  const change = compareShares({ part: now[kind], whole: rated }, earlier)
  const value = percent(now[kind] / rated)
  return {
    kind,
    value,
    counted: say.share({ share: value, of: kind }),
    base: say.partOf({ part: now[kind], whole: rated }),
    change: shareChangeWords(change),
  }
}

export const figureLabel = ({ kind }: Pick<FigureWords, 'kind'>) => say.figure({ kind })

export const noFiguresText = () => say.noFigures()

export function figuresWithUnits(summary: PeriodSummary): string[] {
  return figureWords(summary).flatMap(({ kind, counted, base, change }) => {
    if (base === '' && kind !== 'mentions' && kind !== 'reach') return []
    const notes = [base === '' ? '' : say.rated({ base }), change].filter(Boolean).join(', ')
    return [withNote(counted, notes)]
  })
}

export function figureWithChange({
  value: shown,
  base,
  change,
}: Pick<FigureWords, 'value' | 'base' | 'change'>): string {
  const value = withNote(shown, base === '' ? '' : say.rated({ base }))
  if (change === '') return value
  return /^[▲▼]/u.test(change) ? `${value} ${change}` : withNote(value, change)
}

export function changeWords(change: CountChange): string {
  switch (change.kind) {
    case 'unknown':
      return ''
    case 'none-in-either':
    case 'same':
      return say.noChange()
    case 'none-before':
      return say.noEarlierData()
    case 'from-to':
      return say.was({ before: short(change.from) })
    case 'percent':
      return signedPercent(change.change)
  }
}

export function shareChangeWords(change: ShareChange): string {
  switch (change.kind) {
    case 'unknown':
      return ''
    case 'none-before':
      return say.noEarlierData()
    case 'of':
      return say.wasOf({ part: short(change.part), whole: short(change.whole) })
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
  const { moods, positive, negative } = trend
  return { bars: say.sentimentBars({ positive, negative }), words: netWords(trendWords(moods), series) }
}

/** Sentiments before and after a new method are not alike. */
function netWords(net: string, series: Period[]): string {
  const first = series.find(({ isNewMethod }) => isNewMethod)
  if (first === undefined) return say.net({ net })
  return say.netByNewMethod({ net, sign: newMethod, since: shortRange(first) })
}

function trendWords(moods: Mood[]): string {
  const byNet = moods.toSorted((a, b) => a.net - b.net)
  const [lowest, highest, last] = [byNet[0], byNet.at(-1), moods.at(-1)]
  if (lowest === undefined || highest === undefined || last === undefined) return ''
  const told = (mood: Mood) => `${signedShare(mood.net)} (${shortRange(mood)})`
  if (moods.length === 1) return told(last)
  if (lowest.net === highest.net) return say.alwaysNet({ share: signedShare(last.net) })
  return say.netBetween({ lowest: told(lowest), highest: told(highest), last: told(last) })
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
  return say.busiest({ count: largest.value.total, range: shortRange(largest) })
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
      const facts = [sentimentWord(mention.sentiment), mentionReach(mention), link]
      return `${isolate(title)} · ${facts.filter(Boolean).join(', ')}`
    })
    .join('\n')
}

export function footnotes(summary: PeriodSummary, form: StatsForm): string[] {
  return [
    spanWords(summary),
    ...missing(summary, form),
    ...noneOf(summary, form),
    ...limitWords(summary.limits),
  ]
}

/** Names the period before, and says if it has more or fewer days. */
export function previousWords(range: DateRange): string {
  const before = previousRange(range)
  const longer = daysIn(before) - daysIn(range)
  const words = { range: fullRange(before), days: Math.abs(longer) }
  if (longer === 0) return words.range
  return longer > 0 ? say.previousLonger(words) : say.previousShorter(words)
}

export function spanWords({ range, before, ahead, granularity }: PeriodSummary): string {
  const days = daysIn(range)
  const against = daysIn(before) === days ? say.previousDays({ days }) : previousWords(range)
  return sentences([
    say.compared({ range: fullRange(range), against }),
    say.daysInUtc({ ahead }),
    ...(granularity === 'day' ? [] : [granularity === 'week' ? say.byWeek() : say.byMonth()]),
  ])
}

function missing(summary: PeriodSummary, form: StatsForm): string[] {
  const shown = formContents[form]
  const before = shown.before.map((total) => ({
    name: say.total({ total }),
    answer: summary.totalsBefore[total],
  }))
  const byReason = new Map<MissingReason, string[]>()
  for (const { name, answer } of [
    ...shown.now.map((total) => ({ name: say.total({ total }), answer: summary.totals[total] })),
    ...shown.series.map((series) => ({ name: say.overTime({ series }), answer: summary.series[series] })),
    { name: say.widestReach(), answer: summary.widestReach },
    ...(form === 'digest' ? [{ name: say.negativeMentions(), answer: summary.widestReachNegative }] : []),
    ...inOneWord(before),
  ]) {
    if (answer.kind === 'known') continue
    byReason.set(answer.reason, [...(byReason.get(answer.reason) ?? []), name])
  }
  return [...byReason].map(([reason, names]) =>
    say.missing({ names: list(names, 'narrow'), reason: missingWords(reason) }),
  )
}

type Named = { name: string; answer: StatsValue<unknown> }

function inOneWord(before: Named[]): Named[] {
  const reasons = new Set(before.map(({ answer }) => (answer.kind === 'missing' ? answer.reason : undefined)))
  const [first] = before
  if (first !== undefined && reasons.size === 1) return [{ name: say.periodBefore(), answer: first.answer }]
  return before.map(({ name, answer }) => ({ name: say.ofPeriodBefore({ name }), answer }))
}

function noneOf({ totals }: PeriodSummary, form: StatsForm): string[] {
  const empty = formContents[form].now.filter((type) => !countsOnly.has(type) && isEmpty(totals[type]))
  const names = empty.map((total) => say.total({ total }))
  return names.length > 0 ? [say.noData({ names: list(names, 'narrow') })] : []
}

const countsOnly = new Set<TotalType>(['mentions', 'sentiment', 'reach'])

function isEmpty(answer: PeriodSummary['totals'][TotalType]): boolean {
  return answer.kind === 'known' && answer.value.parts.every(({ count }) => count === 0)
}

export function limitWords(limits: Limit[]): string[] {
  return limits
    .filter(({ reached }) => reached)
    .map(({ name: written, renewsAt }) => {
      const name = cut(written, 50).replaceAll('_', ' ')
      if (renewsAt === undefined) return say.limitReached({ name })
      return say.limitReachedUntil({ name, until: utcDay(renewsAt) })
    })
}

/** Returns a relative change (0.18 is plus 18%) as “▲ 18%”, “▼ 3%”, or “no change” if it rounds to zero. Only a fall to nothing is “▼ 100%”. */
export function signedPercent(change: number): string {
  const whole = Math.round(change * 100)
  return signed(whole, change < 0 ? percent(-change) : percentage().format(whole / 100))
}

/**
 * Returns the difference of two shares (0.05 is five points) as “▲ 5 pts”, “▼ 1 pt”, or “no change” if it rounds to
 * zero.
 */
export function signedPoints(difference: number): string {
  const whole = Math.round(difference * 100)
  return signed(whole, say.points({ points: Math.abs(whole) }))
}

/** Returns a difference of two shares (−1 to 1) as a whole percentage with its sign: “+12%”, “−5%” or “0%”. */
export function signedShare(difference: number): string {
  const whole = Math.round(difference * 100) / 100
  if (whole === 0) return percent(0)
  return `${whole > 0 ? '+' : '−'}${percent(Math.abs(whole))}`
}

function signed(whole: number, size: string): string {
  return whole === 0 ? say.noChange() : `${whole > 0 ? '▲' : '▼'}${tie}${size}`
}
