import {
  context,
  header,
  input,
  mrkdwn,
  plainText,
  section,
  table,
  textMessage,
} from '../../messages/kit/block-kit.ts'
import { fullRange } from '../../messages/kit/dates.ts'
import { countryName, flag, languageName, sourceName } from '../../messages/kit/labels.ts'
import { grouped, percent, plural } from '../../messages/kit/numbers.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../../messages/kit/text.ts'
import { missingWords } from '../../messages/missing-words.ts'
import type { DateRange, TotalType } from '../../model/insight.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'
import { insightsOfAuthors, smallPrint, statsActions } from '../../stats/answer.ts'
import { chartOf } from '../../stats/chart.ts'
import { type ComparedAlert, compareAlerts } from '../../stats/comparison.ts'
import { comparedNames, comparisonParts } from '../../stats/comparison-answer.ts'
import { maxPlaces } from '../../stats/counts.ts'
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
} from '../../stats/figures.ts'
import { knownValue, type PeriodSummary } from '../../stats/period-summary.ts'
import { choiceWords, type StatsQuestion } from '../../stats/question.ts'

/** An answer in a channel has no controls, because a press would change it for everybody. */
export function statsMessage(
  summary: PeriodSummary,
  audience: 'asker' | 'channel',
  offered?: readonly string[],
): Content {
  const sentiment = sentimentWords(summary)
  const blocks = [
    header(statsTitle(summary)),
    figureFields(summary),
    chartOf(summary, 'line'),
    sentiment && markedSection(`${sentiment.bars}\nNet sentiment: ${sentiment.words}`),
    mentionList('Widest reach', knownValue(summary.widestReach) ?? []),
    ...(summary.question.more ? breakdownBlocks(summary) : topsBlock(summary)),
    ...(audience === 'asker' ? statsActions(summary.question, offered) : []),
    context(
      ...footnotes(summary, 'stats')
        .slice(0, 10)
        .map((note) => plainText(note)),
    ),
  ]
  return { text: statsText(summary), blocks: blocks.filter((block) => block !== undefined) }
}

export const statsPending = () => textMessage('Getting the numbers…')

/** The first numbers and the chart, while the other numbers are still missing. */
export function statsHeadline(summary: PeriodSummary): Content {
  const { text } = statsPending()
  const blocks = [
    header(statsTitle(summary)),
    figureFields(summary),
    chartOf(summary, 'line'),
    context(plainText(text)),
  ]
  return {
    text: escapeMrkdwn(`${statsTitle(summary)}\n${text}`),
    blocks: blocks.filter((block) => block !== undefined),
  }
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
    ...(summary.question.more ? shareNotes(breakdown(summary)) : []),
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

type Breakdown = { label: string; whole: number | undefined; parts: Part[] }

/** `count` is absent for `insightsOfAuthors`. `share` is undefined if the whole is unknown. */
type Part = { name: string; count: number | undefined; share: number | undefined }

/** The service sends these names for what it does not know. */
const unknownName = /^(?:unknown|undefined|null|none)?$/i

/**
 * The shares of countries and languages are of all mentions, because the service lists only the most frequent ones. The other shares are
 * of what the service knows.
 */
function breakdown({ totals, mentions, question }: PeriodSummary): Breakdown[] {
  const kind = (label: string, type: TotalType, nameOf: (name: string) => string): Breakdown => {
    const known = (knownValue(totals[type])?.parts ?? [])
      .filter(({ name, count }) => count > 0 && !unknownName.test(name.trim()))
      .toSorted(type === 'age' ? fromYoungToOld : (a, b) => b.count - a.count)
    const listed = known.reduce((sum, { count }) => sum + count, 0)
    const all = type === 'countries' || type === 'languages' ? knownValue(mentions)?.now : listed
    const whole = all !== undefined && all >= listed ? all : undefined
    const parts = known.slice(0, question.more ? 15 : 5).map(({ name, count }) => ({
      name: nameOf(name),
      count: insightsOfAuthors.includes(type) ? undefined : count,
      share: whole && count / whole,
    }))
    return { label, whole, parts }
  }
  return [
    kind('Sources', 'sources', sourceName),
    kind('Countries', 'countries', countryWords),
    kind('Languages', 'languages', (name) => languageName(name) ?? foreignName(name)),
    ...(question.more ? [kind('Gender', 'gender', foreignName), kind('Age', 'age', foreignName)] : []),
  ].filter(({ parts }) => parts.length > 0)
}

/** Says what the shares are of. */
function shareNotes(kinds: Breakdown[]): string[] {
  const named = (...labels: string[]) => kinds.filter(({ label, whole }) => labels.includes(label) && whole)
  const words = (some: Breakdown[]) => some.map(({ label }) => label.toLowerCase()).join(' and ')
  const [sources, places, authors] = [
    named('Sources'),
    named('Countries', 'Languages'),
    named('Gender', 'Age'),
  ]
  const count = ([first]: Breakdown[]) => plural(first?.whole ?? 0, 'mention')
  return [
    ...(sources.length === 0 ? [] : [`Shares of sources: of the ${count(sources)} with a known source.`]),
    ...(places.length === 0
      ? []
      : [
          `Shares of ${words(places)}: of all ${count(places)}. The mention service lists only the ${maxPlaces} most frequent.`,
        ]),
    ...(authors.length === 0 ? [] : [`Shares of ${words(authors)}: of the authors whose profile shows it.`]),
  ]
}

const shareWords = ({ share }: Part) => (share === undefined ? '' : percent(share))

const partWords = (part: Part) =>
  `${part.name} ${part.count === undefined ? shareWords(part) : grouped(part.count)}`

function fromYoungToOld(a: { name: string }, b: { name: string }): number {
  const years = ({ name }: { name: string }) => Number(/\d+/.exec(name)?.[0] ?? 1000)
  return years(a) - years(b)
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
  const rows = kinds.flatMap(({ label, parts }) =>
    parts.map((part) => [
      `${label}: ${part.name}`,
      part.count === undefined ? '' : grouped(part.count),
      shareWords(part),
    ]),
  )
  const notes = [...shareNotes(kinds), ...topicLine(summary)]
  return [
    ...(rows.length === 0 ? [] : [table(['Breakdown', 'Count', 'Share'], rows)]),
    ...(notes.length === 0 ? [] : [smallPrint(notes)]),
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

export const chooseActionId = 'stats_choose'

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

function dateInput(label: string, name: string, initial: string): Block {
  return input(label, name, { type: 'datepicker', action_id: name, initial_date: initial })
}

/** `question` has the ids of the alerts. An answer in a channel has no controls, because a press would change it for everybody. */
export function comparisonMessage(
  alerts: ComparedAlert[],
  question: StatsQuestion,
  audience: 'asker' | 'channel',
  offered?: readonly string[],
): Content {
  const { lines, figures, notes } = comparisonParts(alerts)
  const title = cut(`${comparedNames(alerts)}, ${choiceWords(question.choice)}${numbersInShort(alerts)}`, 150)
  return {
    text: ellipsize(escapeMrkdwn([title, ...lines, ...notes].join('\n')), longestText),
    blocks: [
      header(title),
      ...figures,
      ...(audience === 'asker' ? statsActions(question, offered) : []),
      smallPrint(notes),
    ],
  }
}

/** Only the title is in a notification, so it ends with the counts of mentions. */
function numbersInShort(alerts: ComparedAlert[]): string {
  const counts = compareAlerts(alerts).rows.map(({ mentions }) => mentions && grouped(mentions.now))
  if (counts.every((count) => count === undefined)) return ''
  return `: ${counts.map((count) => count ?? '?').join(' to ')} mentions`
}
