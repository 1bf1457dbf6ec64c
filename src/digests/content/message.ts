import type { RichTextList, RichTextSection } from '@slack/types'
import type { Time } from '../../async/time.ts'
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
import { countryName, sourceName } from '../../messages/kit/labels.ts'
import { duration, grouped, percent, plural } from '../../messages/kit/numbers.ts'
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
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import { smallPrint } from '../../stats/answer.ts'
import { chartOf } from '../../stats/chart.ts'
import type { ComparedAlert } from '../../stats/comparison.ts'
import { comparedNames, comparisonParts } from '../../stats/comparison-answer.ts'
import type { CountChange } from '../../stats/counts.ts'
import {
  figuresWithUnits,
  figureWords,
  footnotes,
  mentionList,
  noFiguresText,
  previousWords,
} from '../../stats/figures.ts'
import { knownValue, type PeriodSummary } from '../../stats/period-summary.ts'
import type { StatsValue } from '../../stats/request-plan.ts'
import { digestActions } from '../actions.ts'
import type { CorrectedShare, DeliveryReport } from './delivery-report.ts'
import { findHighlights, type PeriodHighlight } from './highlights.ts'
import { lengthOf, type WholePeriod } from './period.ts'
import type { ResponseState, ResponseStats } from './response-times.ts'

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
  handled?: ResponseStats
  corrected?: CorrectedShare
  /** `lines` are the best open mentions of the channel, and `total` is the number of all of them. */
  open?: { lines: OpenLine[]; total: number; now: Time }
  /** What features add. */
  sections?: DigestSection[]
}

export type DigestMessages = { kind: 'nothing' } | { kind: 'post'; parent: Content; thread: Content[] }

/**
 * The parent message lists the open mentions and the changes, and compares the alerts in a table. The thread has the details of each alert.
 * A digest of one alert has no thread if it fits one message.
 */
export function digestMessages(view: DigestView): DigestMessages {
  if (isEmpty(view) && view.whenEmpty === 'skip') return { kind: 'nothing' }
  if (isEmpty(view) && (view.open?.total ?? 0) === 0) return emptyLine(view)
  const parts = [
    ...(view.compared === undefined ? [] : [comparisonPart(view.compared)]),
    ...view.alerts.map((alert) => alertPart(alert, view.alerts.length > 1)),
  ]
  if (view.alerts.length === 1) {
    const { parent, rest } = framed(view, [...summaryParts(view), ...parts], [], false)
    if (rest.length === 0) return { kind: 'post', parent, thread: [] }
  }
  const answered = view.alerts.some((alert) => answeredWords(alert) !== '')
  const notes = answered ? [answeredNote] : []
  const overview = framed(view, summaryParts(view), [...notes, whereTheDetailsAre[view.audience]], true)
  const thread = [...overview.rest, ...splitIntoMessages(parts)].map(threadContent)
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

const answeredNote = 'Closed: negative posts in this channel that are done or not relevant.'

const whereTheDetailsAre = {
  channel: 'Details of each alert in the thread ↓',
  asker: "Preview. When posted, each alert's details follow in the thread.",
} as const

/** Adds header, buttons and footer to the first message. `rest` has the parts that do not fit into it. */
function framed(
  view: DigestView,
  parts: MessagePart[],
  more: string[],
  hasThread: boolean,
): { parent: Content; rest: MessagePart[] } {
  const { name: digest, channel, period, audience } = view
  const news = newsSentences(view)
  const header = richText(
    richLine([bold(digestHeading(view))]),
    ...openSection(view.open),
    ...(hasOpen(view) ? [richLine([words(inNumbers[lengthOf(period.range)])])] : []),
    bullets(news.map(({ subject, details }) => richLine([bold(subject), words(details)]))),
  )
  const ask = { digest, channel, range: period.range, page: 0 }
  const compared = `Compared with ${previousWords(period.range)}. Days are in UTC.`
  const footer = [[compared, ...more].join(' ')]
  const { sections = [] } = view
  const footerBlocks = [
    ...digestActions(ask, hasThread && audience === 'asker'),
    smallPrint(footer),
    ...sections.flatMap(({ blocks }) => blocks),
  ]
  const frame: MessagePart = { words: [], blocks: [header, ...footerBlocks] }
  const [first = frame, ...rest] = splitIntoMessages([frame, ...parts])
  const blocks = [header, ...first.blocks.slice(frame.blocks.length), ...footerBlocks]
  const numbers = hasOpen(view) ? [inNumbers[lengthOf(period.range)]] : []
  const sentences = [
    ...openTexts(view.open),
    ...numbers,
    ...news.map(({ subject, details }) => `${subject}${details}`),
  ]
  const details = [...sentences, ...first.words, ...footer, ...sections.flatMap(({ text }) => text)]
  return { parent: contentOf(view, { words: details, blocks }), rest }
}

/** Separates the numbers of the period from the open mentions above them. */
const inNumbers = {
  day: 'The day in numbers:',
  week: 'The week in numbers:',
  month: 'The month in numbers:',
  other: 'These days in numbers:',
}

const hasOpen = ({ open }: DigestView) => open !== undefined && open.lines.length > 0

/** The longest title in the list of open mentions, in characters. The titles link to Slack messages, so five rows stay short. */
const longestOpenTitle = 120

function openHeadline({ total, lines }: NonNullable<DigestView['open']>): string {
  const most = total > lines.length ? '. The most urgent' : ''
  return `${plural(total, 'mention')} in this channel ${total === 1 ? 'is' : 'are'} still open${most}:`
}

const openTitle = ({ mention }: OpenLine) => isolate(cut(titleOf(mention).words, longestOpenTitle))

function openSection(open: DigestView['open']): (RichTextSection | RichTextList)[] {
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
  return [richLine([words(openHeadline(open))]), bullets(rows)]
}

function openTexts(open: DigestView['open']): string[] {
  if (open === undefined || open.lines.length === 0) return []
  return [
    openHeadline(open),
    ...open.lines.map((line) => `${openTitle(line)}: ${openFacts(line, open.now)}${ticketFact(line)}`),
  ]
}

/** Writes the plain text for notifications and screen readers. Its first line has the numbers of the first alert. */
function contentOf(view: DigestView, { words, blocks }: MessagePart): Content {
  const [first] = view.alerts
  const news = first === undefined ? '' : `: ${newsInShort(first)}`
  const lines = [`${digestHeading(view)}${news}`, ...words]
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
  const subject = only !== undefined && view.alerts.length === 1 ? ` for ${alertName(only)}` : ''
  const text = `${digestHeading(view)}: no mentions${subject}.`
  return { kind: 'post', parent: { text: escapeMrkdwn(text), blocks: [section(text)] }, thread: [] }
}

const headings = {
  day: 'Daily digest',
  week: 'Weekly digest',
  month: 'Monthly digest',
  other: 'Digest',
} as const

function digestHeading({ period }: DigestView): string {
  return `${headings[lengthOf(period.range)]}, ${fullRange(period.range)}`
}

const maxSentences = 5

/**
 * With the longest names, this many rows stay within the 10,000 characters that Slack allows in the tables of a
 * message.
 */
const maxRows = 50

function newsSentences({ alerts, handled, corrected, period }: DigestView): News[] {
  return [
    ...alerts.slice(0, maxSentences).map((alert) => newsSentence(alert, period)),
    ...handledSentence(handled),
    ...correctedSentence(corrected),
  ]
}

function summaryParts({ alerts, period }: DigestView): MessagePart[] {
  const answered = alerts.some((alert) => answeredWords(alert) !== '')
  const parts: MessagePart[] = []
  for (let at = 0; at < alerts.length; at += maxRows) {
    const some = alerts.slice(at, at + maxRows)
    const details =
      alerts.length === 1 ? [] : some.map((alert) => `${alertName(alert)}: ${overviewText(alert)}`)
    const before = beforeNames[lengthOf(period.range)]
    const header = ['Alert', 'Mentions', before, 'Negative', before, 'Reach', ...(answered ? ['Closed'] : [])]
    const rows = some.map((alert) => [...tableRow(alert), ...(answered ? [answeredWords(alert)] : [])])
    parts.push({ words: details, blocks: [table(header, rows)] })
  }
  return parts
}

const beforeNames = {
  day: 'vs day before',
  week: 'vs week before',
  month: 'vs month before',
  other: 'vs days before',
} as const

function tableRow(alert: DigestedAlert): string[] {
  const name = alertName(alert)
  if (alert.kind === 'unavailable') return [name, 'no data', '', '', '', '']
  const figures = figuresOf(alert.summary)
  const [mentions, negative] = [figures.get('Mentions'), figures.get('Negative')]
  const share = negative && `${negative.value}${inBrackets(negative.base)}`
  const reach = figures.get('Reach')?.value ?? 'unknown'
  return [
    name,
    mentions?.value ?? 'unknown',
    mentions?.change ?? '',
    share ?? 'unknown',
    negative?.change ?? '',
    reach,
  ]
}

const figuresOf = (summary: PeriodSummary) =>
  new Map(figureWords(summary).map((figure) => [figure.label, figure]))

function answeredWords(alert: DigestedAlert): string {
  if (alert.kind === 'unavailable' || alert.handled === undefined || alert.handled.of === 0) return ''
  return `${grouped(alert.handled.done)} of ${grouped(alert.handled.of)}`
}

function newsInShort(alert: DigestedAlert): string {
  if (alert.kind === 'unavailable') return `${alertName(alert)} has no statistics`
  const mentions = figuresOf(alert.summary).get('Mentions')
  const details = [
    ...(mentions === undefined ? [] : [`${mentions.value} ${mentions.unit}${inBrackets(mentions.change)}`]),
    ...negativeShare(alert.summary),
  ]
  return `${alertName(alert)} ${details.join(', ') || 'mention count unavailable'}`
}

function negativeShare(summary: PeriodSummary): string[] {
  const negative = figuresOf(summary).get('Negative')
  if (negative === undefined || negative.base === '') return []
  return [`${negative.value} negative${inBrackets(negative.change)}`]
}

type News = { subject: string; details: string }

function newsSentence(alert: DigestedAlert, { range }: WholePeriod): News {
  const subject = alertName(alert)
  if (alert.kind === 'unavailable')
    return { subject, details: ` has no statistics: ${missingWords[alert.reason]}` }
  const { summary } = alert
  const change = figuresOf(summary).get('Mentions')?.change
  const mentions = knownValue(summary.mentions)
  if (mentions === undefined) return { subject, details: ': mention count unavailable right now' }
  if (mentions.now === 0) return { subject, details: ` had no mentions${inBrackets(change)}` }
  const nameDay = daysIn(range) <= 7 ? weekday : dayWords
  const busiest = findHighlights(summary).flatMap((fact) =>
    fact.kind === 'busiest' && fact.days.length === 1 && fact.days[0] !== undefined
      ? [`most on ${nameDay(fact.days[0].from)} (${grouped(fact.count)})`]
      : [],
  )
  const details = [
    `${plural(mentions.now, 'mention')}${inBrackets(change)}`,
    ...negativeShare(summary),
    ...busiest,
  ]
  return { subject, details: `${movementWords(mentions.change)}: ${details.join(', ')}` }
}

const inBrackets = (change = '') => (change === '' ? '' : ` (${change})`)

function movementWords(change: CountChange): string {
  const factor =
    change.kind === 'percent' ? change.change : change.kind === 'from-to' ? change.to - change.from : 0
  if (Math.abs(factor) < 0.05) return ''
  return factor > 0 ? ' is up' : ' is quieter'
}

export function handledSentence(handled: ResponseStats | undefined): News[] {
  if (handled === undefined || handled.of === 0) return []
  const open = handled.of - handled.done
  const times = [timesWords(handled), peopleWords(handled)].filter(Boolean)
  const details = times.map((part) => `; ${part}`).join('')
  if (open === 0)
    return [{ subject: `All ${plural(handled.of, 'negative post')} in this channel are closed`, details }]
  return [
    {
      subject: `${grouped(open)} of ${plural(handled.of, 'negative post')} in this channel ${open === 1 ? 'is' : 'are'} still open`,
      details: `; ${grouped(handled.done)} closed${details}`,
    },
  ]
}

export function correctedSentence(corrected: CorrectedShare | undefined): News[] {
  if (corrected === undefined) return []
  const subject = `People corrected the sentiment of ${grouped(corrected.count)} of ${plural(corrected.of, 'post')} in this channel`
  return [{ subject, details: '; shares of negative mentions are those of the mention service' }]
}

/** Returns, for example, “typically claimed within 22 min and closed within 3 hr”. These times are medians. */
function timesWords({ claimMs, closeMs }: ResponseStats): string {
  const claimed = claimMs === undefined ? '' : `claimed within ${duration(claimMs)}`
  const closed = closeMs === undefined ? '' : `closed within ${duration(closeMs)}`
  const times = [claimed, closed].filter(Boolean).join(' and ')
  return times === '' ? '' : `typically ${times}`
}

const mostPeople = 5

function peopleWords({ people = [] }: ResponseStats): string {
  const more = people.length - mostPeople
  const named = people.slice(0, mostPeople).map(({ by, closed, holding }) => {
    const has = holding === 0 ? [] : [`has ${grouped(holding)}`]
    return `${personName(by)} ${[...(closed === 0 ? [] : [`closed ${grouped(closed)}`]), ...has].join(' and ')}`
  })
  return [
    ...named,
    ...(more > 0 ? [`${plural(more, 'other person', 'other people')} did the rest`] : []),
  ].join(', ')
}

/** `named` puts the alert's name above the details. The words contain text of strangers and are not escaped yet. */
function alertPart(alert: DigestedAlert, named: boolean): MessagePart {
  const story = alert.kind === 'summary' ? highlightSentences(alert.summary) : []
  const headline = named
    ? [richText(richLine([bold(alertName(alert)), words(`: ${overviewText(alert, figuresInTwoLines)}`)]))]
    : []
  const details = [...(named ? [newsInShort(alert), overviewText(alert)] : []), story.join(' ')]
  return { words: details.filter(Boolean), blocks: [...headline, ...alertBlocks(alert)] }
}

export type DigestedAlert =
  | {
      kind: 'summary'
      summary: PeriodSummary
      handling?: ReadonlyMap<Id, ResponseState>
      tickets?: ReadonlyMap<Id, string>
      handled?: ResponseStats
    }
  | { kind: 'unavailable'; name: string; reason: MissingReason }

/** The name is text of a stranger, cleaned but not escaped. */
export function alertName(digested: DigestedAlert): string {
  const name = digested.kind === 'summary' ? digested.summary.alert.name : digested.name
  return isolate(cut(name, 60)) || 'Unnamed alert'
}

function overviewText(digested: DigestedAlert, write = figuresInOneLine): string {
  if (digested.kind === 'unavailable') return `no statistics (${missingWords[digested.reason]})`
  return write(digested.summary)
}

function alertBlocks(digested: DigestedAlert): Block[] {
  if (digested.kind === 'unavailable') return []
  const { summary } = digested
  const story = highlightSentences(summary)
  const missing = footnotes(summary, 'digest').slice(1)
  const blocks = [
    story.length > 0 ? richText(richLine([words(story.join(' '))])) : undefined,
    chartOf(summary, 'bar'),
    ...mentionLists(digested),
    missing.length > 0 ? smallPrint(missing) : undefined,
  ]
  return blocks.filter((block) => block !== undefined)
}

function mentionLists({
  summary,
  handling,
  tickets,
}: Extract<DigestedAlert, { kind: 'summary' }>): (Block | undefined)[] {
  const loudest = knownValue(summary.widestReach) ?? []
  const shown = new Set(loudest.map(({ id }) => id))
  const negative = (knownValue(summary.widestReachNegative) ?? [])
    .filter(({ id }) => !shown.has(id))
    .slice(0, 3)
  const notes = {
    state: ({ id }: Mention) => handlingWords(handling?.get(id)),
    ticket: ({ id }: Mention) => tickets?.get(id),
  }
  const anyShown = loudest.some(({ sentiment }) => sentiment === 'negative')
  return [
    mentionList('Widest reach', loudest, notes),
    mentionList(
      anyShown ? 'Other negative mentions' : 'Negative mentions with the widest reach',
      negative,
      notes,
    ),
  ]
}

export function highlightSentences(summary: PeriodSummary): string[] {
  const nameDay = daysIn(summary.range) <= 7 ? weekday : dayWords
  return findHighlights(summary).map((fact) => highlightSentence(fact, nameDay))
}

function highlightSentence(fact: PeriodHighlight, nameDay: (date: string) => string): string {
  switch (fact.kind) {
    case 'busiest': {
      const days = fact.days.map(({ from }) => nameDay(from)).join(' and ')
      return fact.days.length === 1
        ? `${days} was the busiest day (${plural(fact.count, 'mention')}).`
        : `${days} were the busiest days (${plural(fact.count, 'mention')} each).`
    }
    case 'source-moved':
      return `Biggest change by source: ${sourceName(fact.name)}, ${movement(fact)}.`
    case 'country-moved':
      return `By country: ${countryName(fact.name.toUpperCase()) ?? isolate(cut(fact.name, 30))}, ${movement(fact)}.`
    case 'sentiment-turned':
      return fact.to === 'positive'
        ? 'More positive than negative mentions, unlike before.'
        : 'More negative than positive mentions, unlike before.'
    case 'negative-share-moved':
      return `The negative share ${fact.to > fact.from ? 'rose' : 'fell'} from ${percent(fact.from)} to ${percent(fact.to)}.`
    case 'new-topics':
      return `New topics: ${fact.topics.map((topic) => isolate(cut(topic, 40))).join(', ')}.`
  }
}

function movement({ from, to }: { from: number; to: number }): string {
  return `${plural(to, 'mention')} (was ${grouped(from)})`
}

export function handlingWords(handling: ResponseState | undefined): string {
  switch (handling?.kind) {
    case undefined:
      return ''
    case 'open':
      return `open for ${duration(handling.forMs)}`
    case 'claimed':
    case 'snoozed':
      return `${handling.kind} by ${isolate(cut(handling.by, 40))}`
    case 'assigned':
      return `assigned to ${isolate(cut(handling.by, 40))}`
    case 'done':
      return `✓ done by ${isolate(cut(handling.by, 40))} in ${duration(handling.afterMs)}`
  }
}

export function handledExplained(handled: ResponseStats | 'forgotten' | undefined): string[] {
  if (handled === 'forgotten') return ['How many negative posts were handled is no longer on record.']
  if (handled === undefined || handled.of === 0) return []
  const { done, of } = handled
  const times = timesWords(handled)
  const medians = times === '' ? '' : ` ${times[0]?.toUpperCase()}${times.slice(1)} of the post (medians).`
  return [
    `${grouped(done)} of ${plural(of, 'negative post')} ${done === 1 ? 'is' : 'are'} closed (done or not relevant) now.${medians}`,
  ]
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
  return figuresWithUnits(summary).join(' · ') || noFiguresText
}

/** The line breaks after the reach, so that the first line fits a notification. */
function figuresInTwoLines(summary: PeriodSummary): string {
  const figures = figuresWithUnits(summary)
  const lines = [figures.slice(0, 2), figures.slice(2)].map((some) => some.join(' · '))
  return lines.filter(Boolean).join('\n') || noFiguresText
}
