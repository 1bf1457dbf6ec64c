import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { RichTextSection, RichTextText } from '@slack/types'
import type { DigestSection } from '../../messages/digest-section.ts'
import {
  bold,
  bullets,
  type RichPart,
  richLine,
  richText,
  section,
  table,
  words,
} from '../../messages/kit/block-kit.ts'
import { dayWords, fullRange, weekday } from '../../messages/kit/dates.ts'
import { countryName, labelled, sentences, sourceName } from '../../messages/kit/labels.ts'
import { duration, percent } from '../../messages/kit/numbers.ts'
import { list } from '../../messages/kit/say.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../../messages/kit/text.ts'
import { personName, signParts, titleOf } from '../../messages/mention/mention-parts.ts'
import { missingWords } from '../../messages/missing-words.ts'
import {
  factsOf,
  lateWords,
  type OpenLine,
  overdueWords,
  ticketFact,
  ticketLink,
} from '../../messages/open-line.ts'
import { daysIn } from '../../model/date-range.ts'
import type { MissingReason } from '../../model/failure.ts'
import type { Block, Content } from '../../model/message.ts'
import { smallPrint } from '../../stats/answer.ts'
import { chartOf } from '../../stats/chart.ts'
import type { ComparedAlert } from '../../stats/comparison.ts'
import { comparedNames, comparisonParts } from '../../stats/comparison-answer.ts'
import { compareShares, countRated, type Sentiments } from '../../stats/counts.ts'
import {
  figuresWithUnits,
  figureWords,
  footnotes,
  mentionList,
  noFiguresText,
  previousWords,
  spanWords,
} from '../../stats/figures.ts'
import { type Figure, knownValue, type PeriodSummary } from '../../stats/period-summary.ts'
import type { StatsValue } from '../../stats/request-plan.ts'
import { digestActions } from '../actions.ts'
import { say } from '../say.ts'
import type { CorrectedShare, DeliveryReport } from './delivery-report.ts'
import { findHighlights, type PeriodHighlight } from './highlights.ts'
import { lengthOf, type WholePeriod } from './period.ts'
import type { ResponseState, ResponseStats } from './response-times.ts'
import { onePerStory, type Stories } from './stories.ts'

/** Slack's limit for the charts in a message (Block Kit reference, data visualization block). */
const mostCharts = 2

export type DigestView = {
  name: string
  channel: string
  period: WholePeriod
  whenEmpty: 'skip' | 'line'
  /** A channel gets a thread. A person who asked for a preview gets none. */
  audience: 'channel' | 'asker'
  alerts: DigestedAlert[]
  compared?: ComparedAlert[]
  accounting?: StatsValue<DeliveryReport>
  /** `forgotten` means that the decision log no longer covers the period. */
  handled?: ResponseStats | 'forgotten'
  corrected?: CorrectedShare
  /** `lines` are the best open mentions of the channel, and `total` is the number of all of them. */
  open?: { lines: OpenLine[]; total: number; now: Time }
  /** What features add. */
  sections?: DigestSection[]
}

export type DigestMessages = { kind: 'nothing' } | { kind: 'post'; parent: Content; thread: Content[] }

/**
 * The parent message has one sentence that can be forwarded, the alerts with the most mentions, and the open mentions of the channel. The thread
 * has the details of each alert. A digest of one alert has no thread if it fits one message.
 */
export function digestMessages(view: DigestView): DigestMessages {
  if (isEmpty(view) && view.whenEmpty === 'skip') return { kind: 'nothing' }
  if (isEmpty(view) && (view.open?.total ?? 0) === 0) return emptyLine(view)
  const parts = [
    ...(view.compared === undefined ? [] : [comparisonPart(view.compared)]),
    ...view.alerts.map((alert) => alertPart(alert, view.alerts.length > 1)),
  ]
  if (view.alerts.length === 1) {
    const { parent, rest } = framed(view, parts, [], false)
    if (rest.length === 0) return { kind: 'post', parent, thread: [] }
  }
  const overview = framed(view, [], [say[`details-${view.audience}` as const]()], true)
  const thread = splitIntoMessages(parts).map(threadContent)
  return { kind: 'post', parent: overview.parent, thread }
}

function comparisonPart(compared: ComparedAlert[]): MessagePart {
  const { lines, figures, notes } = comparisonParts(compared)
  const headline = comparedNames(compared)
  return {
    words: [headline, ...lines, ...notes],
    blocks: [richText(richLine([bold(headline)])), ...figures, smallPrint(notes)],
  }
}

/** Adds header, buttons and footer to the first message. `rest` has the parts that do not fit into it. */
function framed(
  view: DigestView,
  parts: MessagePart[],
  notes: string[],
  hasThread: boolean,
): { parent: Content; rest: MessagePart[] } {
  const { name: digest, channel, period, audience, handled, corrected } = view
  const news = newsOf(view)
  const [shown, more] = shownAlerts(view.alerts)
  const header = [
    richText(richLine([bold(digestHeading(view)), words('\n'), ...news.map(part)])),
    ...(shown.length === 0 ? [] : [overviewTable(shown)]),
    ...openBlocks(view.open),
  ]
  const ask = { digest, channel, range: period.range, page: 0 }
  const footer = [
    sentences([comparedWords(view), ...(more === 0 ? [] : [say.moreAlerts({ count: more })]), ...notes]),
    ...correctedNote(corrected),
    ...(handled === 'forgotten' ? handledExplained(handled) : []),
  ]
  const { sections = [] } = view
  const footerBlocks = [
    ...digestActions(ask, hasThread && audience === 'asker'),
    smallPrint(footer),
    ...sections.flatMap(({ blocks }) => blocks),
  ]
  const frame: MessagePart = { words: [], blocks: [...header, ...footerBlocks] }
  const [first = frame, ...rest] = splitIntoMessages([frame, ...parts])
  const blocks = [...header, ...first.blocks.slice(frame.blocks.length), ...footerBlocks]
  const rows = shown.map((alert) => labelled(alertName(alert), overviewText(alert)))
  const details = [
    newsText(news),
    ...rows,
    ...openTexts(view.open),
    ...first.words,
    ...footer,
    ...sections.flatMap(({ text }) => text),
  ]
  return { parent: contentOf(view, { words: details, blocks }), rest }
}

/** A preview can be earlier than the digest, so its last day may not be over in UTC. Then the line says so. */
function comparedWords({ alerts, period }: DigestView): string {
  const unfinished = unfinishedOf(alerts)
  return unfinished === undefined
    ? say.compared({ previous: previousWords(period.range) })
    : spanWords(unfinished)
}

const unfinishedOf = (alerts: DigestedAlert[]) =>
  alerts
    .flatMap((alert) => (alert.kind === 'summary' ? [alert.summary] : []))
    .find(({ ahead }) => ahead !== 'nothing')

/** The longest title in the list of open mentions, in characters. The titles link to Slack messages, so five rows stay short. */
const longestOpenTitle = 120

const openHeadline = ({ total, lines }: NonNullable<DigestView['open']>) =>
  total > lines.length ? say.stillOpenMost({ total }) : say.stillOpen({ total })

const openTitle = ({ mention }: OpenLine) => isolate(cut(titleOf(mention).words, longestOpenTitle))

function openBlocks(open: DigestView['open']): Block[] {
  if (open === undefined || open.lines.length === 0) return []
  const rows = open.lines.map((line): RichTextSection => {
    const { permalink: url } = line
    const text = openTitle(line)
    const title: RichPart = url === undefined ? words(text) : { type: 'link', url, text }
    return richLine([
      ...signParts(line.mention),
      title,
      words(`: ${openFacts(line, open.now)}`),
      ...ticketLink(line),
    ])
  })
  return [richText(richLine([bold(openHeadline(open))]), bullets(rows))]
}

function openTexts(open: DigestView['open']): string[] {
  if (open === undefined || open.lines.length === 0) return []
  return [
    openHeadline(open),
    ...open.lines.map((line) => labelled(openTitle(line), `${openFacts(line, open.now)}${ticketFact(line)}`)),
  ]
}

/** Writes the plain text for notifications and screen readers. Its first line has the numbers of the first alert. */
function contentOf(view: DigestView, { words, blocks }: MessagePart): Content {
  const [first] = view.alerts
  const heading = digestHeading(view)
  const lines = [first === undefined ? heading : labelled(heading, newsInShort(first)), ...words]
  return threadContent({ words: lines, blocks })
}

function threadContent({ words, blocks }: MessagePart): Content {
  return { text: ellipsize(escapeMrkdwn(words.join('\n')), longestText), blocks }
}

/** A digest with numbers that could not be read is not empty, because the digest shows these numbers as missing. */
function isEmpty({ alerts, accounting, sections = [] }: DigestView): boolean {
  return (
    !sections.some(({ hasNews }) => hasNews) &&
    (accounting === undefined || knownValue(accounting)?.found === 0) &&
    alerts.every((alert) => alert.kind === 'summary' && knownValue(alert.summary.mentions)?.now === 0)
  )
}

function emptyLine(view: DigestView): DigestMessages {
  const [only] = view.alerts
  const heading = digestHeading(view)
  const nothing =
    only !== undefined && view.alerts.length === 1
      ? say.nothingFor({ heading, alert: alertName(only) })
      : say.nothing({ heading })
  const text = sentences([nothing, ...(unfinishedOf(view.alerts) === undefined ? [] : [comparedWords(view)])])
  return { kind: 'post', parent: { text: escapeMrkdwn(text), blocks: [section(text)] }, thread: [] }
}

const digestHeading = ({ period: { range } }: DigestView) =>
  say[`heading-${lengthOf(range)}` as const]({ range: fullRange(range) })

/** A table with more rows or columns does not fit a phone. */
const mostRows = 5

/** The alerts with the most mentions, and how many others there are. One alert needs no table, because the sentence has its numbers. */
function shownAlerts(alerts: DigestedAlert[]): [shown: DigestedAlert[], more: number] {
  if (alerts.length < 2) return [[], 0]
  const shown = alerts.toSorted((a, b) => (mentionsOf(b) ?? -1) - (mentionsOf(a) ?? -1)).slice(0, mostRows)
  return [shown, alerts.length - shown.length]
}

const mentionsOf = (alert: DigestedAlert) =>
  alert.kind === 'summary' ? knownValue(alert.summary.mentions)?.now : undefined

function overviewTable(alerts: DigestedAlert[]): Block {
  const header = [say.alert(), say.figure({ figure: 'mentions' }), say.figure({ figure: 'negative' })]
  return table(header, alerts.map(tableRow))
}

function tableRow(alert: DigestedAlert): string[] {
  const name = alertName(alert)
  if (alert.kind === 'unavailable') return [name, say.noData(), '']
  const figures = figuresOf(alert.summary)
  const cell = (kind: 'mentions' | 'negative') => {
    const figure = figures.get(kind)
    return figure === undefined ? say.unknown() : [figure.value, figure.change].filter(Boolean).join(' ')
  }
  return [name, cell('mentions'), cell('negative')]
}

const figuresOf = (summary: PeriodSummary) =>
  new Map(figureWords(summary).map((figure) => [figure.kind, figure]))

function answeredWords(alert: DigestedAlert): string {
  if (alert.kind === 'unavailable' || alert.handled === undefined || alert.handled.of === 0) return ''
  return say.answered(alert.handled)
}

function newsInShort(alert: DigestedAlert): string {
  if (alert.kind === 'unavailable') return say.noStatistics({ alert: alertName(alert) })
  const mentions = figuresOf(alert.summary).get('mentions')
  const details = [
    ...(mentions === undefined ? [] : [`${mentions.counted}${inBrackets(mentions.change)}`]),
    ...negativeShare(alert.summary),
  ]
  return `${alertName(alert)} ${details.join(', ') || say.noMentionCount()}`
}

function negativeShare(summary: PeriodSummary): string[] {
  const negative = figuresOf(summary).get('negative')
  if (negative === undefined || negative.base === '') return []
  return [`${negative.counted}${inBrackets(negative.change)}`]
}

/** The parts of a sentence. What it is about is bold. */
type News = (string | RichTextText)[]

const newsText = (parts: News) => parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')

const part = (one: News[number]) => (typeof one === 'string' ? words(one) : one)

/** The numbers, and what is still open. */
function newsOf({ alerts, handled, period }: DigestView): News {
  const [only] = alerts
  const news =
    only !== undefined && alerts.length === 1 ? newsSentence(only, period) : newsOfAll(alerts, period)
  const open = handledWords(handled)
  return open === ''
    ? say.newsOnly<News>({ news }).flat()
    : say.newsAndOpen<RichTextText | News>({ news, open }).flat()
}

function newsOfAll(alerts: DigestedAlert[], period: WholePeriod): News {
  const counted = alerts.filter((alert) => mentionsOf(alert) !== undefined)
  const [most] = shownAlerts(counted)[0]
  if (most === undefined)
    return counted[0] === undefined
      ? [say.newsNoCounts({ alerts: alerts.length })]
      : newsSentence(counted[0], period)
  const count = mentionsOf(most) ?? 0
  const mentions = counted.reduce((sum, alert) => sum + (mentionsOf(alert) ?? 0), 0)
  if (mentions === 0) return [say.newsOfAllNone({ alerts: counted.length })]
  const all = { mentions, alerts: counted.length, alert: bold(alertName(most)) }
  return count === mentions ? say.newsOfAllOne(all) : say.newsOfAll({ ...all, count })
}

function newsSentence(digested: DigestedAlert, { range }: WholePeriod): News {
  const alert = bold(alertName(digested))
  if (digested.kind === 'unavailable')
    return say.newsNoStatistics({ alert, reason: missingWords(digested.reason) })
  const { summary } = digested
  const change = figuresOf(summary).get('mentions')?.change ?? ''
  const mentions = knownValue(summary.mentions)
  if (mentions === undefined) return say.newsNoCount({ alert })
  if (mentions.now === 0)
    return change === '' ? say.newsNone({ alert }) : say.newsNoneChanged({ alert, change })
  const nameDay = daysIn(range) <= 7 ? weekday : dayWords
  const busiest = findHighlights(summary).flatMap((fact) =>
    fact.kind === 'busiest' && fact.days.length === 1 && fact.days[0] !== undefined
      ? [say.mostOn({ day: nameDay(fact.days[0].from), count: fact.count })]
      : [],
  )
  const details = [
    mentionsThan(summary, mentions) ?? `${say.mentions({ count: mentions.now })}${inBrackets(change)}`,
    ...negativeThan(summary),
    ...busiest,
  ]
  return say.news({ alert, details: details.reduce((one, other) => say.and({ one, other })) })
}

/** Returns undefined if there is no percentage to say in words. A period that is not over has fewer mentions than it will have. */
function mentionsThan({ range, ahead }: PeriodSummary, { now: count, change }: Figure): string | undefined {
  if (ahead !== 'nothing' || change.kind !== 'percent' || Math.round(change.change * 100) === 0)
    return undefined
  const direction = change.change > 0 ? 'more' : 'fewer'
  return say.mentionsThan({
    ...{ count, direction, length: lengthOf(range) },
    share: percent(Math.abs(change.change)),
  })
}

function negativeThan(summary: PeriodSummary): string[] {
  const sentiment = knownValue(summary.sentiment)
  const shareOf = (some: Sentiments) => ({ part: some.negative, whole: countRated(some) })
  const now = sentiment && shareOf(sentiment.now)
  const before = sentiment?.before && shareOf(sentiment.before)
  if (now === undefined || before === undefined || compareShares(now, before).kind !== 'points')
    return negativeShare(summary)
  const words = { share: percent(now.part / now.whole), before: percent(before.part / before.whole) }
  return [say.negativeThan(words)]
}

const inBrackets = (change = '') => (change === '' ? '' : ` (${change})`)

/** Returns '' if there was nothing to handle, or if it is not known. */
export function handledWords(handled: DigestView['handled']): string {
  if (handled === undefined || handled === 'forgotten' || handled.of === 0) return ''
  const { of, done } = handled
  return done === of ? say.allClosed({ of }) : say.someOpen({ open: of - done, of })
}

export const correctedNote = (corrected: CorrectedShare | undefined): string[] =>
  corrected === undefined ? [] : [say.corrected(corrected)]

/** These times are medians. */
function timesWords({ claimMs, closeMs }: ResponseStats): string {
  if (closeMs === undefined)
    return claimMs === undefined ? '' : say.claimedWithin({ claim: duration(claimMs) })
  const close = duration(closeMs)
  if (claimMs === undefined) return say.closedWithin({ close })
  return say.claimedAndClosed({ claim: duration(claimMs), close })
}

const mostPeople = 5

function peopleWords({ people = [] }: ResponseStats): string {
  const more = people.length - mostPeople
  const named = people.slice(0, mostPeople).map(({ by, closed, holding }) => {
    const person = personName(by)
    if (holding === 0) return say.personClosed({ person, closed })
    return closed === 0
      ? say.personHas({ person, holding })
      : say.personClosedAndHas({ person, closed, holding })
  })
  return [...named, ...(more > 0 ? [say.othersDid({ count: more })] : [])].join(', ')
}

/** `named` puts the alert's name above the details. The words contain text of strangers and are not escaped yet. */
function alertPart(alert: DigestedAlert, named: boolean): MessagePart {
  const story = alert.kind === 'summary' ? highlightSentences(alert.summary, !named) : []
  const closed = answeredWords(alert)
  const answered = closed === '' ? [] : [words(`\n${closed}`)]
  const headline = named
    ? [
        richText(
          richLine([
            bold(alertName(alert)),
            words(`: ${overviewText(alert, figuresInTwoLines)}`),
            ...answered,
          ]),
        ),
      ]
    : []
  const details = [...(named ? [newsInShort(alert), overviewText(alert), closed] : []), sentences(story)]
  return { words: details.filter(Boolean), blocks: [...headline, ...alertBlocks(alert, story)] }
}

export type DigestedAlert =
  | {
      kind: 'summary'
      summary: PeriodSummary
      handling?: ReadonlyMap<Id, ResponseState>
      tickets?: ReadonlyMap<Id, string>
      handled?: ResponseStats
      /** The lists of mentions have one mention of each story. */
      stories?: Stories
    }
  | { kind: 'unavailable'; name: string; reason: MissingReason }

/** The name is text of a stranger, cleaned but not escaped. */
export function alertName(digested: DigestedAlert): string {
  const name = digested.kind === 'summary' ? digested.summary.alert.name : digested.name
  return isolate(cut(name, 60)) || say.unnamedAlert()
}

function overviewText(digested: DigestedAlert, write = figuresInOneLine): string {
  if (digested.kind === 'unavailable')
    return say.noStatisticsBecause({ reason: missingWords(digested.reason) })
  return write(digested.summary)
}

function alertBlocks(digested: DigestedAlert, story: string[]): Block[] {
  if (digested.kind === 'unavailable') return []
  const { summary } = digested
  const missing = footnotes(summary, 'digest').slice(1)
  const blocks = [
    story.length > 0 ? richText(richLine([words(sentences(story))])) : undefined,
    chartOf(summary, 'bar'),
    ...mentionLists(digested),
    missing.length > 0 ? smallPrint(missing) : undefined,
  ]
  return blocks.filter((block) => block !== undefined)
}

const mostListed = 3

const unrelated: Stories = { of: (mention) => mention, places: () => 1 }

const placesWords = (places: number) => (places < 2 ? '' : say.places({ places }))

function mentionLists({
  summary,
  handling,
  tickets,
  stories = unrelated,
}: Extract<DigestedAlert, { kind: 'summary' }>): (Block | undefined)[] {
  const loudest = onePerStory(knownValue(summary.widestReach) ?? [], stories).slice(0, mostListed)
  const shown = new Set(loudest.map(({ id }) => stories.of(id)))
  const negative = onePerStory(knownValue(summary.widestReachNegative) ?? [], stories)
    .filter(({ id }) => !shown.has(stories.of(id)))
    .slice(0, mostListed)
  // The card of a story is that of its first mention.
  const onCard = <T>(known: ReadonlyMap<Id, T> | undefined, id: Id) =>
    known?.get(id) ?? known?.get(stories.of(id))
  const notes = {
    state: ({ id }: Mention) =>
      [placesWords(stories.places(id)), handlingWords(onCard(handling, id))].filter(Boolean).join(' · '),
    ticket: ({ id }: Mention) => onCard(tickets, id),
  }
  const anyShown = loudest.some(({ sentiment }) => sentiment === 'negative')
  return [
    mentionList(say.widestReach(), loudest, notes),
    mentionList(anyShown ? say.otherNegative() : say.negativeWidest(), negative, notes),
  ]
}

/** With `afterNews`, the sentence about the alert has named a single busiest day and both shares of negative mentions. */
export function highlightSentences(summary: PeriodSummary, afterNews = false): string[] {
  const nameDay = daysIn(summary.range) <= 7 ? weekday : dayWords
  return findHighlights(summary)
    .filter((fact) => !(afterNews && isInNews(fact)))
    .map((fact) => highlightSentence(fact, nameDay))
}

const isInNews = (fact: PeriodHighlight) =>
  fact.kind === 'negative-share-moved' || (fact.kind === 'busiest' && fact.days.length === 1)

function highlightSentence(fact: PeriodHighlight, nameDay: (date: string) => string): string {
  switch (fact.kind) {
    case 'busiest': {
      const { count } = fact
      const days = fact.days.map(({ from }) => nameDay(from))
      const [day = ''] = days
      return days.length === 1 ? say.busiestDay({ day, count }) : say.busiestDays({ days: list(days), count })
    }
    case 'source-moved':
      return say.sourceMoved({ ...fact, source: sourceName(fact.name) })
    case 'country-moved':
      return say.countryMoved({
        ...fact,
        country: countryName(fact.name.toUpperCase()) ?? isolate(cut(fact.name, 30)),
      })
    case 'sentiment-turned':
      return fact.to === 'positive' ? say.turnedPositive() : say.turnedNegative()
    case 'negative-share-moved': {
      const shares = { from: percent(fact.from), to: percent(fact.to) }
      return fact.to > fact.from ? say.shareRose(shares) : say.shareFell(shares)
    }
    case 'new-topics':
      return say.newTopics({
        topics: list(
          fact.topics.map((topic) => isolate(cut(topic, 40))),
          'narrow',
        ),
      })
  }
}

export function handlingWords(handling: ResponseState | undefined): string {
  switch (handling?.kind) {
    case undefined:
      return ''
    case 'open':
      return say.openFor({ time: duration(handling.forMs) })
    case 'claimed':
    case 'snoozed':
      return say.heldBy({ state: handling.kind, person: isolate(cut(handling.by, 40)) })
    case 'assigned':
      return say.assignedTo({ person: isolate(cut(handling.by, 40)) })
    case 'done':
      return say.doneBy({ person: isolate(cut(handling.by, 40)), time: duration(handling.afterMs) })
  }
}

export function handledExplained(handled: ResponseStats | 'forgotten' | undefined): string[] {
  if (handled === 'forgotten') return [say.handledForgotten()]
  if (handled === undefined || handled.of === 0) return []
  const people = peopleWords(handled)
  const byWhom = people === '' ? '' : say.byPeople({ people })
  return [sentences([say.handledNow(handled), timesWords(handled), byWhom])]
}

/** Slack allows 50 blocks in a message (Block Kit reference). Header, buttons and footer need the other five. */
const maxBlocks = 45

/** Slack refuses a message with more than about 13,200 characters in its blocks (undocumented). */
const maxCharacters = 10_000

export type MessagePart = { words: string[]; blocks: Block[] }

/**
 * Fills as few messages as possible, in order, and leaves nothing out. Splits a part only if the part fits no message. The words of the
 * part then go with its first block.
 */
export function splitIntoMessages(parts: MessagePart[]): MessagePart[] {
  const messages: MessagePart[] = []
  for (const { words, blocks } of parts.flatMap(pieces)) {
    const last = messages.at(-1)
    if (last !== undefined && fits([...last.blocks, ...blocks])) {
      last.words.push(...words)
      last.blocks.push(...blocks)
    } else messages.push({ words: [...words], blocks: [...blocks] })
  }
  return messages
}

function pieces({ words, blocks }: MessagePart): MessagePart[] {
  if (fits(blocks)) return [{ words, blocks }]
  return blocks.map((block, at) => ({ words: at === 0 ? words : [], blocks: [block] }))
}

function fits(blocks: Block[]): boolean {
  const count = (wanted: string) => blocks.filter(({ type }) => type === wanted).length
  const isAllowed = count('data_visualization') <= mostCharts && count('table') <= 1
  return blocks.length <= maxBlocks && isAllowed && countCharacters(blocks) <= maxCharacters
}

function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + countCharacters(part), 0)
}

/** Returns, for example, “negative, 41K reach, 3 hr old · claimed by Ana”. */
const openFacts = (line: OpenLine, now: Time) =>
  `${lateWords(line)}${overdueWords(line, now)}${factsOf(line, { now, viewer: '' })}`

function figuresInOneLine(summary: PeriodSummary): string {
  return figuresWithUnits(summary).join(' · ') || noFiguresText()
}

/** The line breaks after the reach, so that the first line fits a notification. */
function figuresInTwoLines(summary: PeriodSummary): string {
  const figures = figuresWithUnits(summary)
  const lines = [figures.slice(0, 2), figures.slice(2)].map((some) => some.join(' · '))
  return lines.filter(Boolean).join('\n') || noFiguresText()
}
