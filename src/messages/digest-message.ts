import type { RichTextSection } from '@slack/types'
import type { DeliveryReport } from '../model/decision.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Block, Content } from '../model/message.ts'
import { daysIn, type WholePeriod } from '../stats/date-range.ts'
import { findHighlights, type PeriodHighlight } from '../stats/highlights.ts'
import { knownValue, type PeriodSummary } from '../stats/period-summary.ts'
import type { StatsValue } from '../stats/request-plan.ts'
import type { ResponseState, ResponseStats } from '../stats/response-times.ts'
import { bold, plainText, richLine, richText, words } from './block-kit.ts'
import { chartOf, mostCharts } from './chart.ts'
import { dayWords, weekday, wholePeriodWords } from './dates.ts'
import { digestActions } from './digest-actions.ts'
import { accountingLines } from './digest-not-posted.ts'
import { countryName, sourceName } from './labels.ts'
import { grouped, percent, plural } from './numbers.ts'
import { section, smallPrint } from './stats-answer.ts'
import {
  footnotes,
  headlineLines,
  historyLines,
  mentionList,
  sparklineOf,
  withoutMarkup,
} from './stats-figures.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from './text.ts'

/** What a digest has to tell. */
export type DigestView = {
  /** The digest's name in the configuration: the heading where it is about several alerts. */
  name: string
  /** The channel (id) it is written for. */
  channel: string
  period: WholePeriod
  whenEmpty: 'skip' | 'line'
  /** Posted to the channel, with a thread; or for the eyes of somebody who asked, where no thread is. */
  audience: 'channel' | 'asker'
  alerts: DigestedAlert[]
  /** What became of what was found for the channel's subscriptions; absent where it has none. */
  accounting?: StatsValue<DeliveryReport>
  handled?: ResponseStats
}

/** One message, and what did not fit it in its thread; or nothing at all. */
export type DigestMessages = { kind: 'nothing' } | { kind: 'post'; parent: Content; thread: Content[] }

/** The digest in full where it fits one message; else an overview, and each alert in the thread. */
export function digestMessages(view: DigestView): DigestMessages {
  if (isEmpty(view)) return whenEmpty(view)
  const parts = view.alerts.map((alert) => alertPart(alert, view.alerts.length > 1))
  const footer = footerLines(view)
  const { parent, rest } = framed(view, parts, footer)
  if (rest.length === 0) return { kind: 'post', parent, thread: [] }
  const overview = framed(view, overviewParts(view.alerts), [...footer, whereTheRestIs[view.audience]], true)
  const thread = [...overview.rest, ...splitIntoMessages(parts)].map((part) => contentOf(view, part))
  return { kind: 'post', parent: overview.parent, thread }
}

const whereTheRestIs = {
  channel: 'Details of each alert in the thread ↓',
  asker: 'In the channel, the details of each alert stand in the thread.',
} as const

/** The parts between header, footer and buttons, as many as fit one message, and the rest, which has none of these. */
function framed(
  view: DigestView,
  parts: MessagePart[],
  footer: string[],
  hasThread = false,
): { parent: Content; rest: MessagePart[] } {
  const header: Block = { type: 'header', text: plainText(digestHeading(view)) }
  const { name: digest, channel, period, audience } = view
  const ask = { digest, channel, range: period.range, page: 0 }
  const feet = [
    ...(footer.length === 0 ? [] : [smallPrint(footer)]),
    digestActions(ask, hasThread && audience === 'asker'),
  ]
  const frame: MessagePart = { words: [], blocks: [header, ...feet] }
  const [first = frame, ...rest] = splitIntoMessages([frame, ...parts])
  const blocks = [header, ...first.blocks.slice(frame.blocks.length), ...feet]
  return { parent: contentOf(view, { words: [...first.words, ...footer], blocks }), rest }
}

/** The text says what the blocks show, for notifications and screen readers. */
function contentOf(view: DigestView, { words, blocks }: MessagePart): Content {
  return { text: ellipsize(escapeMrkdwn([digestHeading(view), ...words].join('\n')), longestText), blocks }
}

/** Nothing was counted and nothing found. What could not be read is no reason to be silent. */
function isEmpty({ alerts, accounting }: DigestView): boolean {
  return (
    (accounting === undefined || knownValue(accounting)?.found === 0) &&
    alerts.every((alert) => alert.kind === 'summary' && knownValue(alert.summary.mentions)?.now === 0)
  )
}

function whenEmpty(view: DigestView): DigestMessages {
  if (view.whenEmpty === 'skip') return { kind: 'nothing' }
  const text = `${digestHeading(view)}: no mentions.`
  const block: Block = { type: 'section', text: plainText(text) }
  return { kind: 'post', parent: { text: escapeMrkdwn(text), blocks: [block] }, thread: [] }
}

/** "Acme brand, week 47, 16 – 22 Nov 2026". */
function digestHeading({ name, period, alerts }: DigestView): string {
  const [only] = alerts
  const subject = only !== undefined && alerts.length === 1 ? alertName(only) : cut(name, 60)
  return `${subject}, ${wholePeriodWords(period)}`
}

function footerLines({ alerts, accounting, handled }: DigestView): string[] {
  const counts = alerts.map((alert) =>
    alert.kind === 'summary' ? knownValue(alert.summary.mentions)?.now : undefined,
  )
  const counted = counts.includes(undefined)
    ? undefined
    : counts.reduce((sum = 0, count = 0) => sum + count, 0)
  return [...handledLines(handled), ...accountingLines(accounting, counted)]
}

/** How many alerts stand in one list: even with the longest names and reasons it takes less than half a message. */
const alertsPerList = 10

/** Every alert in a line: its name, its numbers, its sparkline. */
function overviewParts(alerts: DigestedAlert[]): MessagePart[] {
  const parts: MessagePart[] = []
  for (let at = 0; at < alerts.length; at += alertsPerList) {
    const some = alerts.slice(at, at + alertsPerList)
    const list = richText({ type: 'rich_text_list', style: 'bullet', elements: some.map(overviewLine) })
    parts.push({ words: some.map((alert) => `${alertName(alert)}: ${overviewText(alert)}`), blocks: [list] })
  }
  return parts
}

function overviewLine(alert: DigestedAlert): RichTextSection {
  const sparkline = overviewSparkline(alert)
  return richLine([
    bold(alertName(alert)),
    words(` ${overviewText(alert)} `),
    { type: 'text', text: sparkline, style: { code: true } },
  ])
}

/** Everything of one alert, under its name where it is one of several. The words are foreign: not yet escaped. */
function alertPart(alert: DigestedAlert, named: boolean): MessagePart {
  const story = alert.kind === 'summary' ? highlightSentences(alert.summary) : []
  const name = named ? [richText(richLine([bold(alertName(alert))]))] : []
  return {
    words: [[`${alertName(alert)}: ${overviewText(alert)}.`, ...story].join(' ')],
    blocks: [...name, ...alertBlocks(alert)],
  }
}

/** One alert of a digest: what is known of it, or why nothing is. `handling` by mention id, where somebody keeps track. */
export type DigestedAlert =
  | { kind: 'summary'; summary: PeriodSummary; handling?: ReadonlyMap<Id, ResponseState> }
  | { kind: 'unavailable'; name: string; reason: string }

/** The alert's name, made harmless; foreign. */
export function alertName(digested: DigestedAlert): string {
  const name = digested.kind === 'summary' ? digested.summary.alert.name : digested.name
  return isolate(cut(name, 60)) || 'Unnamed alert'
}

/** The alert in one line of plain words: its numbers, or why there are none. Foreign text may stand in it. */
function overviewText(digested: DigestedAlert): string {
  if (digested.kind === 'unavailable') return `no statistics (${cut(digested.reason, 150)})`
  return withoutMarkup(headlineLines(digested.summary)).replaceAll('\n', ' · ')
}

/** The sparkline of an alert's mentions, where there is one. */
function overviewSparkline(digested: DigestedAlert): string {
  const series = digested.kind === 'summary' ? knownValue(digested.summary.series.mentions) : undefined
  return series !== undefined && series.length > 1 ? sparklineOf(series) : ''
}

/** Everything a digest tells of one alert, without its heading. */
function alertBlocks(digested: DigestedAlert): Block[] {
  if (digested.kind === 'unavailable')
    return [{ type: 'section', text: plainText(`There are no statistics: ${cut(digested.reason, 300)}.`) }]
  const { summary } = digested
  const history = historyLines(summary)
  const story = highlightSentences(summary)
  const blocks = [
    section(headlineLines(summary)),
    history.length > 0 ? section(history) : undefined,
    story.length > 0 ? richText(richLine([words(story.join(' '))])) : undefined,
    chartOf(summary, 'bar'),
    ...mentionLists(digested),
    smallPrint(footnotes(summary, 'digest')),
  ]
  return blocks.filter((block) => block !== undefined)
}

/** The most seen mentions and the most seen negative ones with their state. A mention stands in one list only. */
function mentionLists({
  summary,
  handling,
}: Extract<DigestedAlert, { kind: 'summary' }>): (Block | undefined)[] {
  const loudest = knownValue(summary.loudest) ?? []
  const shown = new Set(loudest.map(({ id }) => id))
  const negative = (knownValue(summary.loudestNegative) ?? []).filter(({ id }) => !shown.has(id)).slice(0, 3)
  const state = (mention: Mention) => handlingWords(handling?.get(mention.id))
  const anyShown = loudest.some(({ sentiment }) => sentiment === 'negative')
  return [
    mentionList('Most seen', loudest, state),
    mentionList(anyShown ? 'More negative ones' : 'Most seen negative ones', negative, state),
  ]
}

/** The story of a period in plain sentences. They name sources, countries and topics as the service does: foreign text. */
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
      return `${sourceName(fact.name)} moved most: ${movement(fact)}.`
    case 'country-moved':
      return `Of the countries, ${countryName(fact.name.toUpperCase()) ?? isolate(cut(fact.name, 30))} moved most: ${movement(fact)}.`
    case 'mood-turned':
      return `The mood turned ${fact.to}.`
    case 'negative-share-moved':
      return `The negative share ${fact.to > fact.from ? 'rose' : 'fell'} from ${percent(fact.from)} to ${percent(fact.to)}.`
    case 'new-topics':
      return `New among the topics: ${fact.topics.map((topic) => isolate(cut(topic, 40))).join(', ')}.`
  }
}

function movement({ from, to }: { from: number; to: number }): string {
  if (from === 0) return `${grouped(to)}, none before`
  return `${grouped(to)}, ${to > from ? 'up' : 'down'} from ${grouped(from)}`
}

/** "open 2 d", "Ana has it", "✓ Ana, 22 min"; nothing where nobody keeps track. */
export function handlingWords(handling: ResponseState | undefined): string {
  switch (handling?.kind) {
    case undefined:
      return ''
    case 'open':
      return `open ${durationText(handling.forMs)}`
    case 'claimed':
      return `${isolate(cut(handling.by, 40))} has it`
    case 'done':
      return `✓ ${isolate(cut(handling.by, 40))}, ${durationText(handling.afterMs)}`
  }
}

/** "64 of 92 posted negatives handled, median 22 min"; nothing where none was posted. */
export function handledLines(handled: ResponseStats | undefined): string[] {
  if (handled === undefined || handled.of === 0) return []
  const median = handled.medianMs === undefined ? '' : `, median ${durationText(handled.medianMs)}`
  return [`${grouped(handled.done)} of ${plural(handled.of, 'posted negative')} handled${median}`]
}

/** What the line above counts, as it is now. `forgotten`: the log no longer has what was posted. */
export function handledExplained(handled: ResponseStats | 'forgotten' | undefined): string[] {
  if (handled === 'forgotten') return ['How many negatives were handled is no longer remembered.']
  if (handled === undefined || handled.of === 0) return []
  const { done, of, medianMs } = handled
  const first =
    medianMs === undefined
      ? ''
      : `; of those with a press, half had the first within ${durationText(medianMs)} of the post`
  return [
    `Of ${plural(of, 'negative')} posted, ${grouped(done)} ${done === 1 ? 'is' : 'are'} Done or Not relevant now${first}.`,
  ]
}

/** A stretch of time (ms) in its greatest whole unit: 22 min, 5 h, 2 d. */
function durationText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`
}

/** Slack takes 50 blocks a message (Block Kit reference); a few are kept free for what surrounds them. */
const maxBlocks = 45

/** Slack refuses a message with more than about 13,200 characters in its blocks (undocumented): this stays well below. */
const maxCharacters = 10_000

/** Blocks that belong together, and the same in words for those who do not see them. */
export type MessagePart = { words: string[]; blocks: Block[] }

/**
 * Puts parts into as few messages as take them, in order. A part stays together where it fits a message of its own;
 * where not, its words stand with its first block. Nothing is ever left out.
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

/** Whether the blocks can stand in one message. */
function fits(blocks: Block[]): boolean {
  const charts = blocks.filter(({ type }) => type === 'data_visualization').length
  return blocks.length <= maxBlocks && charts <= mostCharts && countCharacters(blocks) <= maxCharacters
}

/** Every character of every string within: more than Slack counts, never less. */
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + countCharacters(part), 0)
}
