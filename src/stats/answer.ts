import { isDeepStrictEqual } from 'node:util'
import type { Button } from '@slack/types'
import {
  button,
  context,
  dateInput,
  header,
  mrkdwn,
  optionOf,
  plainText,
  section,
  table,
} from '../messages/kit/block-kit.ts'
import { choiceWords, fullRange } from '../messages/kit/dates.ts'
import { countryName, flag, languageName, sourceName } from '../messages/kit/labels.ts'
import { grouped, percent } from '../messages/kit/numbers.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../messages/kit/text.ts'
import { missingWords } from '../messages/missing-words.ts'
import type { RangeChoice } from '../model/date-range.ts'
import type { Count, DateRange } from '../model/insight.ts'
import type { Block, Content, ModalContent } from '../model/message.ts'
import { chartOf } from './chart.ts'
import {
  busiestWords,
  figuresWithUnits,
  figureWithChange,
  figureWords,
  footnotes,
  limitWords,
  mentionList,
  mentionListText,
  noFiguresText,
  sentimentWords,
} from './figures.ts'
import { knownValue, type PeriodSummary } from './period-summary.ts'
import { formatQuestion, insightSources, type StatsQuestion } from './question.ts'

/** Slack's limit for a text object, in characters (Block Kit reference). */
const longestSmallPrint = 3_000

/** An answer in a channel has no controls, because a press would change it for everybody. */
export function statsMessage(summary: PeriodSummary, audience: 'asker' | 'channel'): Content {
  const sentiment = sentimentWords(summary)
  const blocks = [
    header(statsTitle(summary)),
    figureFields(summary),
    chartOf(summary, 'line'),
    sentiment && markedSection(`Net sentiment \`${sentiment.bars}\` ${sentiment.words}`),
    mentionList('Widest reach', knownValue(summary.widestReach) ?? []),
    ...(summary.question.more ? breakdownBlocks(summary) : topsBlock(summary)),
    ...(audience === 'asker' ? statsActions(summary.question) : []),
    context(
      ...footnotes(summary, 'stats')
        .slice(0, 10)
        .map((note) => plainText(note)),
    ),
  ]
  return { text: statsText(summary), blocks: blocks.filter((block) => block !== undefined) }
}

function figureFields(summary: PeriodSummary): Block {
  const figures = figureWords(summary)
  if (figures.length === 0) return section('Mention count unavailable right now')
  const fields = figures.map(({ label, ...figure }) =>
    mrkdwn(escapeMrkdwn(`*${label}*\n${figureWithChange(figure)}`)),
  )
  return { type: 'section', fields }
}

function statsHeading({ alert, question }: PeriodSummary): string {
  const { sources } = question
  const only = sources.length > 0 ? `, ${sources.map(sourceName).join(', ')} only` : ''
  return cut(`${cut(alert.name, 60)}, ${choiceWords(question.choice)}${only}`, 150)
}

/** Returns the heading and the most important number (the first that is known), because a notification shows only this line. */
function statsTitle(summary: PeriodSummary): string {
  return cut(`${statsHeading(summary)}: ${figuresWithUnits(summary)[0] ?? noFiguresText}`, 150)
}

/** Escapes the line, because “<1%” would open a link. */
function markedSection(line: string): Block {
  return { type: 'section', text: mrkdwn(escapeMrkdwn(line)) }
}

/**
 * Puts all lines into one element, because a context block has at most ten. The element is plain text, because the lines contain text of
 * the mention service.
 */
export function smallPrint(lines: string[]): Block {
  return context(plainText(ellipsize(lines.join('\n'), longestSmallPrint)))
}

function statsText(summary: PeriodSummary): string {
  const loudest = knownValue(summary.widestReach) ?? []
  const busiest = busiestWords(summary)
  const sentiment = sentimentWords(summary)
  const figures = figuresWithUnits(summary)
  const lines = [
    statsTitle(summary),
    ...(figures.length > 1 ? [figures.slice(1).join(' · ')] : []),
    ...(busiest === undefined ? [] : [busiest]),
    ...(sentiment === undefined ? [] : [`Net sentiment: ${sentiment.words}`]),
    ...(loudest.length > 0 ? [`Widest reach:\n${mentionListText(loudest)}`] : []),
    ...breakdown(summary).map(({ label, parts }) => `${label}: ${parts.map(partWords).join(', ')}`),
    ...topicLine(summary),
    ...footnotes(summary, 'stats'),
  ]
  return ellipsize(escapeMrkdwn(lines.join('\n')), longestText)
}

const noTotalsText =
  'No totals and no chart for this alert: it collects leads, and the mention service counts mentions only.'

export function leadsMessage(summary: PeriodSummary): Content {
  const loudest = knownValue(summary.widestReach) ?? []
  const notes = [
    `${fullRange(summary.range)}. Days are in UTC.`,
    ...missingMentions(summary),
    ...limitWords(summary.limits),
  ]
  const blocks = [
    header(statsHeading(summary)),
    section(noTotalsText),
    mentionList('Widest reach', loudest),
    smallPrint(notes),
  ]
  const lines = [
    statsHeading(summary),
    noTotalsText,
    ...(loudest.length > 0 ? [`Widest reach:\n${mentionListText(loudest)}`] : []),
    ...notes,
  ]
  return {
    text: ellipsize(escapeMrkdwn(lines.join('\n')), longestText),
    blocks: blocks.filter((block) => block !== undefined),
  }
}

function missingMentions({ widestReach: loudest }: PeriodSummary): string[] {
  if (loudest.kind === 'missing')
    return [`Missing: the mentions with the widest reach (${missingWords[loudest.reason]})`]
  return loudest.value.length === 0 ? ['No mentions in this range'] : []
}

type Breakdown = { label: string; total: number; parts: { name: string; count?: number; share: number }[] }

function breakdown({ totals, question }: PeriodSummary): Breakdown[] {
  const most = question.more ? 15 : 5
  const kind = (label: string, count: Count | undefined, nameOf: (name: string) => string): Breakdown => ({
    label,
    total: count?.total ?? 0,
    parts: (count?.parts ?? [])
      .filter((part) => part.count > 0)
      .slice(0, most)
      .map((part) => ({
        name: nameOf(part.name),
        count: part.count,
        share: count === undefined || count.total === 0 ? 0 : Math.min(1, part.count / count.total),
      })),
  })
  const age = knownValue(totals.age)
  const gender = knownValue(totals.gender)
  // The service may count people or percent here, so only the shares are certain.
  const sharesOnly = ({ label, parts }: Breakdown): Breakdown => ({
    label,
    total: 0,
    parts: parts.map(({ name, share }) => ({ name, share })),
  })
  return [
    kind('Sources', knownValue(totals.sources), sourceName),
    kind('Countries', knownValue(totals.countries), countryWords),
    kind('Languages', knownValue(totals.languages), (name) => languageName(name) ?? foreignName(name)),
    ...(question.more
      ? [
          sharesOnly(kind('Gender', gender, foreignName)),
          sharesOnly(kind('Age', age && fromYoungToOld(age), foreignName)),
        ]
      : []),
  ].filter(({ parts }) => parts.length > 0)
}

const partWords = ({ name, count, share }: Breakdown['parts'][number]) =>
  `${name} ${count === undefined ? percent(share) : grouped(count)}`

function fromYoungToOld(age: Count): Count {
  const years = ({ name }: Count['parts'][number]) => Number(/^\d+/.exec(name)?.[0] ?? 1000)
  return { ...age, parts: age.parts.toSorted((a, b) => years(a) - years(b)) }
}

function topsBlock(summary: PeriodSummary): Block[] {
  const tops = breakdown(summary).flatMap(({ label, parts: [first] }) =>
    first === undefined
      ? []
      : [`${topLabels.get(label) ?? label} ${first.name} (${grouped(first.count ?? 0)})`],
  )
  return tops.length === 0 ? [] : [context(plainText(tops.join(' · ')))]
}

const topLabels = new Map([
  ['Sources', 'Top source'],
  ['Countries', 'Top country'],
  ['Languages', 'Top language'],
])

/** All breakdowns are in one table, because Slack allows one table in a message. */
function breakdownBlocks(summary: PeriodSummary): Block[] {
  const kinds = breakdown(summary)
  const bases = kinds
    .filter(({ total }) => total > 0)
    .map(({ label, total }) => `${label.toLowerCase()} ${grouped(total)}`)
  const isSharesOnly = kinds.some(({ total }) => total === 0)
  const ofAuthors = isSharesOnly ? ' Gender and age: of the authors whose profile shows it.' : ''
  const base = `Shares are of the mentions for which it is known: ${bases.join(', ')}.${ofAuthors}`
  const rows = kinds.flatMap(({ label, parts }) =>
    parts.map(({ name, count, share }) => [
      `${label}: ${name}`,
      count === undefined ? '' : grouped(count),
      percent(share),
    ]),
  )
  const topics = topicLine(summary)
  return [
    ...(rows.length === 0 ? [] : [table(['Breakdown', 'Count', 'Share'], rows)]),
    ...(bases.length + topics.length === 0
      ? []
      : [smallPrint([...(bases.length === 0 ? [] : [base]), ...topics])]),
  ]
}

const stopwords = new Set(
  'about after all also and any are back been but can for from had has have her his how into its just like list more most new not now one our out over she some than that the their them then there they this time very was were what when which who will with you your four five three two else'.split(
    ' ',
  ),
)

function topicLine({ alert, totals, question }: PeriodSummary): string[] {
  const own = new Set(alert.name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const topics = (knownValue(totals.topic_cloud)?.parts ?? [])
    .map(({ name }) => name)
    .filter((name) => !own.has(name.toLowerCase()) && !stopwords.has(name.toLowerCase()))
    .slice(0, question.more ? 20 : 8)
    .map(foreignName)
  return topics.length === 0 ? [] : [`Topics: ${topics.join(', ')}`]
}

function countryWords(name: string): string {
  const code = name.toUpperCase()
  return `${flag(code)} ${countryName(code) ?? foreignName(name)}`.trimStart()
}

function foreignName(name: string): string {
  return isolate(cut(name, 30)) || 'unnamed'
}

/**
 * Every control that replaces the answer has an action id with this prefix, and its value is a question. The ids in one
 * message must differ, so each has its own ending.
 */
export const askActionPrefix = 'stats_ask:'

export const postActionId = 'stats_post'

export const chooseActionId = 'stats_choose'

/** A choice with this prefix first asks for two dates. The rest of its value is the question. */
export const customRange = 'custom:'

export const rangeInputs = { from: 'from', to: 'to' } as const

export function rangeModal({ from, to }: DateRange): ModalContent {
  return {
    title: 'Custom range',
    submit: 'Show',
    blocks: [
      dateInput('From', rangeInputs.from, from),
      { ...dateInput('To', rangeInputs.to, to), hint: plainText('Days are in UTC. Both days are included.') },
    ],
  }
}

const days = (count: number): RangeChoice => ({ kind: 'days', days: count })
const ranges: RangeChoice[] = [
  days(7),
  days(30),
  days(90),
  { kind: 'named', name: 'this month' },
  { kind: 'named', name: 'last month' },
]

export function statsActions(question: StatsQuestion): Block[] {
  const { granularity: _, ...byRange } = question
  const isListed = ranges.some((choice) => isDeepStrictEqual(choice, question.choice))
  const ranged = [...(isListed ? [] : [question.choice]), ...ranges].map((choice) => ({
    label: capitalised(choiceWords(choice)),
    asks: isDeepStrictEqual(choice, question.choice) ? question : { ...byRange, choice },
  }))
  const custom = { label: 'Custom…', value: `${customRange}${formatQuestion(question)}` }
  const listedSources = question.sources.length < 2 ? [] : [question.sources]
  const sources = [[], ...listedSources, ...insightSources.map((source) => [source])].map((names) => ({
    label: names.length === 0 ? 'All sources' : names.map(sourceName).join(', '),
    asks: { ...question, sources: names },
  }))
  const elements = [
    ...askSelect('range', ranged, question, [custom]),
    ...askSelect('source', sources, question),
    ...(question.versus === undefined ? [breakdownButton(question)] : []),
    button('Post to channel', postActionId, formatQuestion(question)),
  ]
  return [{ type: 'actions', elements }]
}

function breakdownButton(question: StatsQuestion): Button {
  return question.more
    ? askButton('Summary', 'less', { ...question, more: false })
    : askButton('Breakdown', 'more', { ...question, more: true })
}

/** Slack's limits for an option, in characters (Block Kit reference). */
const longestOptionText = 75
const longestOptionValue = 150

function askSelect(
  ending: string,
  choices: { label: string; asks: StatsQuestion }[],
  current: StatsQuestion,
  more: { label: string; value: string }[] = [],
): object[] {
  const asked = choices.map(({ label, asks }) => ({
    label: cut(label, longestOptionText),
    value: formatQuestion(asks),
  }))
  const options = [...asked, ...more].filter(({ value }) => value.length <= longestOptionValue).map(optionOf)
  const chosen = options.find(({ value }) => value === formatQuestion(current))
  if (chosen === undefined) return []
  return [
    { type: 'static_select', action_id: `${askActionPrefix}${ending}`, options, initial_option: chosen },
  ]
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function askButton(label: string, ending: string, question: StatsQuestion): Button {
  return button(label, `${askActionPrefix}${ending}`, formatQuestion(question))
}
