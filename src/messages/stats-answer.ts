import type { Button, RichTextSection } from '@slack/types'
import type { Count } from '../model/insight.ts'
import type { Block, Content } from '../model/message.ts'
import { knownValue, type PeriodSummary } from '../stats/period-summary.ts'
import { formatQuestion, insightSources, type StatsQuestion } from '../stats/question.ts'
import { bold, button, context, mrkdwn, plainText, richLine, richText, words } from './block-kit.ts'
import { chartOf } from './chart.ts'
import { choiceWords, fullRange } from './dates.ts'
import { countryName, flag, languageName, sourceName } from './labels.ts'
import { grouped, percent } from './numbers.ts'
import {
  footnotes,
  headlineLines,
  histories,
  historyLines,
  limitWords,
  mentionList,
  mentionListText,
  withoutMarkup,
} from './stats-figures.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from './text.ts'

/** Slack's limit of a text object, in characters (Block Kit reference). */
const longestSmallPrint = 3_000

/**
 * The answer to a question. For the asker's eyes it has controls; posted to a channel it has none, since a press there
 * would change it under everybody's eyes.
 */
export function statsMessage(summary: PeriodSummary, audience: 'asker' | 'channel'): Content {
  const history = historyLines(summary)
  const blocks = [
    { type: 'header', text: plainText(statsHeading(summary)) },
    section(headlineLines(summary)),
    history.length > 0 ? section(history) : undefined,
    chartOf(summary, 'line'),
    topsBlock(summary),
    mentionList('Most seen', knownValue(summary.loudest) ?? []),
    ...(audience === 'asker' ? statsActions(summary.question) : []),
    context(
      ...footnotes(summary, 'stats')
        .slice(0, 10)
        .map((note) => plainText(note)),
    ),
  ]
  return { text: statsText(summary), blocks: blocks.filter((block) => block !== undefined) }
}

/** "Acme brand, last 30 days, Reddit and Web only", within the 150 characters of a header. */
function statsHeading({ alert, question }: PeriodSummary): string {
  const { sources } = question
  const only = sources.length > 0 ? `, ${sources.map(sourceName).join(', ')} only` : ''
  return cut(`${cut(alert.name, 60)}, ${choiceWords(question.choice)}${only}`, 150)
}

/** Lines of our own markup. Escaped, because "< 1 %" would open a link. */
export function section(lines: string[]): Block {
  return { type: 'section', text: mrkdwn(escapeMrkdwn(lines.join('\n'))) }
}

/** Lines that may quote the service: plain text, in one element, since a context takes only ten. */
export function smallPrint(lines: string[]): Block {
  return context(plainText(ellipsize(lines.join('\n'), longestSmallPrint)))
}

/** Everything the blocks show, in words: notifications and screen readers have nothing else. */
function statsText(summary: PeriodSummary): string {
  const loudest = knownValue(summary.loudest) ?? []
  const lines = [
    statsHeading(summary),
    withoutMarkup(headlineLines(summary)),
    ...histories(summary)
      .filter(({ label }) => label !== 'Mood')
      .map(({ label, words }) => `${label}: ${words}`),
    ...topLines(summary).map(({ label, words }) => `${label}: ${words}`),
    ...(loudest.length > 0 ? [`Most seen:\n${mentionListText(loudest)}`] : []),
    ...footnotes(summary, 'stats'),
  ]
  return ellipsize(escapeMrkdwn(lines.join('\n')), longestText)
}

const noTotalsText =
  'This is a leads alert. The mention service computes totals and histories for mention alerts only, so there are none; its mentions can be shown.'

/** What can be shown of a leads alert, and why not the rest. */
export function leadsMessage(summary: PeriodSummary): Content {
  const loudest = knownValue(summary.loudest) ?? []
  const notes = [
    `${fullRange(summary.range)}; UTC days`,
    ...missingMentions(summary),
    ...limitWords(summary.limits),
  ]
  const blocks = [
    { type: 'header', text: plainText(statsHeading(summary)) },
    { type: 'section', text: plainText(noTotalsText) },
    mentionList('Most seen', loudest),
    smallPrint(notes),
  ]
  const lines = [
    statsHeading(summary),
    noTotalsText,
    ...(loudest.length > 0 ? [`Most seen:\n${mentionListText(loudest)}`] : []),
    ...notes,
  ]
  return {
    text: ellipsize(escapeMrkdwn(lines.join('\n')), longestText),
    blocks: blocks.filter((block) => block !== undefined),
  }
}

function missingMentions({ loudest }: PeriodSummary): string[] {
  if (loudest.kind === 'missing') return [`Missing: the most seen mentions (${cut(loudest.reason, 100)})`]
  return loudest.value.length === 0 ? ['No mentions in this range'] : []
}

type CountPart = Count['parts'][number]

/** Where, in which language and about what: the greatest parts of each total, a line each. */
function topLines(summary: PeriodSummary): { label: string; words: string }[] {
  const { totals, question } = summary
  const most = question.more ? 20 : 5
  const list = (count: Count | undefined, write: (part: CountPart) => string, longest = most) =>
    (count?.parts ?? [])
      .filter(({ count }) => count > 0)
      .slice(0, longest)
      .map(write)
  const shares = (count: Count | undefined) => list(count, (part) => shareWords(part, count?.total ?? 0), 10)
  const age = knownValue(totals.age)
  return [
    { label: 'Countries', parts: list(knownValue(totals.countries), countryWords) },
    { label: 'Languages', parts: list(knownValue(totals.languages), languageWords) },
    { label: 'Sources', parts: list(knownValue(totals.sources), sourceWords) },
    { label: 'Topics', parts: list(knownValue(totals.topic_cloud), topicWords, most + 3) },
    { label: 'Gender', parts: shares(knownValue(totals.gender)) },
    { label: 'Age', parts: shares(age && fromYoungToOld(age)) },
  ]
    .filter(({ parts }) => parts.length > 0)
    .map(({ label, parts }) => ({ label, words: parts.join(', ') }))
}

/** Ages have an order of their own ("18-24", "65+"); what begins with no figure comes last. */
function fromYoungToOld(age: Count): Count {
  const years = ({ name }: CountPart) => Number(/^\d+/.exec(name)?.[0] ?? 1000)
  return { ...age, parts: age.parts.toSorted((a, b) => years(a) - years(b)) }
}

/** The lines as rich text, which shows foreign names literally; nothing where no part is known. */
function topsBlock(summary: PeriodSummary): Block | undefined {
  const lines = topLines(summary)
  if (lines.length === 0) return undefined
  return richText({ type: 'rich_text_list', style: 'bullet', elements: lines.map(topLine) })
}

function topLine(line: { label: string; words: string }): RichTextSection {
  return richLine([bold(line.label), words(` ${line.words}`)])
}

function countryWords({ name, count }: CountPart): string {
  const code = name.toUpperCase()
  return `${flag(code)} ${countryName(code) ?? foreignName(name)} ${grouped(count)}`.trimStart()
}

function languageWords({ name, count }: CountPart): string {
  return `${languageName(name) ?? foreignName(name)} ${grouped(count)}`
}

function sourceWords({ name, count }: CountPart): string {
  return `${sourceName(name)} ${grouped(count)}`
}

/** A topic's score has no unit: the order says it. */
function topicWords({ name }: CountPart): string {
  return foreignName(name)
}

/** A split is shown as shares: whether the service counts people or per cent is its own affair. */
function shareWords({ name, count }: CountPart, total: number): string {
  return `${foreignName(name)} ${percent(total > 0 ? count / total : 0)}`
}

function foreignName(name: string): string {
  return isolate(cut(name, 30)) || 'unnamed'
}

/**
 * Every control whose action id begins with this asks the question in its value (see `printQuestion`) and shows the
 * answer in place. Slack wants the ids of one message to differ, so each has its own ending.
 */
export const askActionPrefix = 'stats_ask:'

/** Posts the answer to the question in its value to the channel. */
export const postActionId = 'stats_post'

/** A select whose options' values are questions: shows the answer in place. */
export const chooseActionId = 'stats_choose'

const ranges = [7, 30, 90]

/** The controls under an answer: other ranges, more or less of it, the channel; and the sources in the longer answer. */
export function statsActions(question: StatsQuestion): Block[] {
  const elements = [
    ...ranges.map((days) => rangeButton(question, days)),
    question.more
      ? askButton('Less', 'less', { ...question, more: false, sources: [] })
      : askButton('More… (by source)', 'more', { ...question, more: true }),
    button('Post to channel', postActionId, formatQuestion(question)),
  ]
  return [{ type: 'actions', elements }, ...(question.more ? [sourceActions(question)] : [])]
}

function rangeButton(question: StatsQuestion, days: number): Button {
  const { choice } = question
  const shown = choice.kind === 'days' && choice.days === days
  const { granularity: _, ...rest } = question
  return askButton(`${days} d`, `${days}d`, { ...rest, choice: { kind: 'days', days } }, shown)
}

function sourceActions(question: StatsQuestion): Block {
  const isShown = (source: string) => question.sources.length === 1 && question.sources[0] === source
  return {
    type: 'actions',
    elements: [
      askButton('All sources', 'all', { ...question, sources: [] }, question.sources.length === 0),
      ...insightSources.map((source) =>
        askButton(sourceName(source), source, { ...question, sources: [source] }, isShown(source)),
      ),
    ],
  }
}

function askButton(label: string, ending: string, question: StatsQuestion, shown = false): Button {
  return button(label, `${askActionPrefix}${ending}`, formatQuestion(question), shown ? 'primary' : undefined)
}
