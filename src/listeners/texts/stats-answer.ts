import type { DateRange, TotalType } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
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
import { countryName, flag, labelled, languageName, sourceName } from '../../messages/kit/labels.ts'
import { grouped, percent } from '../../messages/kit/numbers.ts'
import { list } from '../../messages/kit/say.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../../messages/kit/text.ts'
import { missingWords } from '../../messages/missing-words.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'
import { insightsOfAuthors, smallPrint, statsActions } from '../../stats/answer.ts'
import { chartOf } from '../../stats/chart.ts'
import { type ComparedAlert, compareAlerts } from '../../stats/comparison.ts'
import { comparedNames, comparisonParts } from '../../stats/comparison-answer.ts'
import { maxPlaces } from '../../stats/counts.ts'
import {
  busiestWords,
  figureLabel,
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
import { say } from './say.ts'

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
    sentiment && markedSection(`${sentiment.bars}\n${say.netSentiment(sentiment)}`),
    mentionList(say.widestReach(), knownValue(summary.widestReach) ?? []),
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

export const statsPending = () => textMessage(say.gettingNumbers())

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

/** The title has the first figure. */
function figureFields(summary: PeriodSummary): Block | undefined {
  const [first, ...others] = figureWords(summary)
  if (first === undefined) return section(say.noCounts())
  const fields = others.map((figure) =>
    mrkdwn(escapeMrkdwn(`*${figureLabel(figure)}*\n${figureWithChange(figure)}`)),
  )
  return fields.length === 0 ? undefined : { type: 'section', fields }
}

function statsHeading({ alert, question }: PeriodSummary): string {
  const about = { alert: cut(alert.name, 60), period: choiceWords(question.choice) }
  if (question.sources.length === 0) return cut(say.statsHeading(about), 150)
  const sources = list(question.sources.map(sourceName), 'narrow')
  return cut(say.statsHeadingSources({ ...about, sources }), 150)
}

/** Returns the heading and the most important number (the first that is known), because a notification shows only this line. */
function statsTitle(summary: PeriodSummary): string {
  return cut(labelled(statsHeading(summary), figuresWithUnits(summary)[0] ?? noFiguresText()), 150)
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
    ...(sentiment === undefined ? [] : [say.netSentiment(sentiment)]),
    ...loudestText(loudest),
    ...breakdown(summary).map(
      ({ kind, parts }) => `${say.kind({ kind })}: ${parts.map(partWords).join(', ')}`,
    ),
    ...(summary.question.more ? shareNotes(breakdown(summary)) : []),
    ...topicLine(summary),
    ...footnotes(summary, 'stats'),
  ]
  return ellipsize(escapeMrkdwn(lines.join('\n')), longestText)
}

const loudestText = (mentions: Mention[]) =>
  mentions.length === 0 ? [] : [say.widestReachList({ mentions: mentionListText(mentions) })]

export function leadsMessage(summary: PeriodSummary): Content {
  const loudest = knownValue(summary.widestReach) ?? []
  const notes = [
    say.rangeInUtc({ range: fullRange(summary.range) }),
    ...missingMentions(summary),
    ...limitWords(summary.limits),
  ]
  const blocks = [
    header(statsHeading(summary)),
    section(say.noTotals()),
    mentionList(say.widestReach(), loudest),
    smallPrint(notes),
  ]
  const lines = [statsHeading(summary), say.noTotals(), ...loudestText(loudest), ...notes]
  return {
    text: ellipsize(escapeMrkdwn(lines.join('\n')), longestText),
    blocks: blocks.filter((block) => block !== undefined),
  }
}

function missingMentions({ widestReach: loudest }: PeriodSummary): string[] {
  if (loudest.kind === 'missing') return [say.listMissing({ reason: missingWords(loudest.reason) })]
  return loudest.value.length === 0 ? [say.noMentions()] : []
}

type Kind = Extract<TotalType, 'sources' | 'countries' | 'languages' | 'gender' | 'age'>

type Breakdown = { kind: Kind; whole: number | undefined; parts: Part[] }

/** `count` is absent for `insightsOfAuthors`. `share` is undefined if the whole is unknown. */
type Part = { name: string; count: number | undefined; share: number | undefined }

/** The service sends these names for what it does not know. */
const unknownName = /^(?:unknown|undefined|null|none)?$/i

/**
 * The shares of countries and languages are of all mentions, because the service lists only the most frequent ones. The other shares are
 * of what the service knows.
 */
function breakdown({ totals, mentions, question }: PeriodSummary): Breakdown[] {
  const of = (type: Kind, nameOf: (name: string) => string): Breakdown => {
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
    return { kind: type, whole, parts }
  }
  return [
    of('sources', sourceName),
    of('countries', countryWords),
    of('languages', (name) => languageName(name) ?? foreignName(name)),
    ...(question.more ? [of('gender', sexName), of('age', foreignName)] : []),
  ].filter(({ parts }) => parts.length > 0)
}

const sexName = (name: string) => (name === 'female' || name === 'male' ? say[name]() : foreignName(name))

/** Says what the shares are of. */
function shareNotes(kinds: Breakdown[]): string[] {
  const named = (...some: Kind[]) => kinds.filter(({ kind, whole }) => some.includes(kind) && whole)
  const words = (some: Breakdown[]) => list(some.map(({ kind }) => say.kindInSentence({ kind })))
  const [sources, places, authors] = [
    named('sources'),
    named('countries', 'languages'),
    named('gender', 'age'),
  ]
  const count = ([first]: Breakdown[]) => first?.whole ?? 0
  return [
    ...(sources.length === 0 ? [] : [say.sharesOfSources({ count: count(sources) })]),
    ...(places.length === 0
      ? []
      : [say.sharesOfPlaces({ kinds: words(places), count: count(places), most: maxPlaces })]),
    ...(authors.length === 0 ? [] : [say.sharesOfAuthors({ kinds: words(authors) })]),
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
  const tops = breakdown(summary).flatMap(({ kind, parts: [first] }) =>
    first === undefined ? [] : [say.top({ kind, name: first.name, count: first.count ?? 0 })],
  )
  return tops.length === 0 ? [] : [context(plainText(tops.join(' · ')))]
}

/** All breakdowns are in one table, because Slack allows one table in a message. */
function breakdownBlocks(summary: PeriodSummary): Block[] {
  const kinds = breakdown(summary)
  const rows = kinds.flatMap(({ kind, parts }) =>
    parts.map((part) => [
      `${say.kind({ kind })}: ${part.name}`,
      part.count === undefined ? '' : grouped(part.count),
      shareWords(part),
    ]),
  )
  const notes = [...shareNotes(kinds), ...topicLine(summary)]
  return [
    ...(rows.length === 0 ? [] : [table([say.breakdown(), say.count(), say.share()], rows)]),
    ...(notes.length === 0 ? [] : [smallPrint(notes)]),
  ]
}

const stopwords = new Set(
  'about,after,all,also,and,any,are,back,been,but,can,for,from,had,has,have,her,his,how,into,its,just,like,list,more,most,new,not,now,one,our,out,over,she,some,than,that,the,their,them,then,there,they,this,time,very,was,were,what,when,which,who,will,with,you,your,four,five,three,two,else'.split(
    ',',
  ),
)

function topicLine({ alert, totals, question }: PeriodSummary): string[] {
  const own = new Set(alert.name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const topics = (knownValue(totals.topic_cloud)?.parts ?? [])
    .map(({ name }) => name)
    .filter((name) => !own.has(name.toLowerCase()) && !stopwords.has(name.toLowerCase()))
    .slice(0, question.more ? 20 : 8)
    .map(foreignName)
  return topics.length === 0 ? [] : [say.topics({ topics: list(topics, 'narrow') })]
}

function countryWords(name: string): string {
  const code = name.toUpperCase()
  return `${flag(code)} ${countryName(code) ?? foreignName(name)}`.trimStart()
}

function foreignName(name: string): string {
  return isolate(cut(name, 30)) || say.unnamed()
}

export const chooseActionId = 'stats_choose'

export const rangeInputs = { from: 'from', to: 'to' } as const

export function rangeModal({ from, to }: DateRange): ModalContent {
  return {
    title: say.customRange(),
    submit: say.show(),
    blocks: [
      dateInput(say.from(), rangeInputs.from, from),
      { ...dateInput(say.to(), rangeInputs.to, to), hint: plainText(say.rangeHint()) },
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
  const title = cut(comparisonTitle(alerts, question), 150)
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
function comparisonTitle(alerts: ComparedAlert[], { choice }: StatsQuestion): string {
  const about = { alerts: comparedNames(alerts), period: choiceWords(choice) }
  const { rows } = compareAlerts(alerts)
  if (rows.every(({ mentions }) => mentions === undefined)) return say.comparison(about)
  const counts = rows
    .map(({ mentions }) => (mentions === undefined ? '?' : grouped(mentions.now)))
    .reduce((first, next) => say.countsCompared({ first, next }))
  return say.comparisonCounted({ ...about, counts })
}
