import { table } from '../messages/kit/block-kit.ts'
import { sourceName } from '../messages/kit/labels.ts'
import { grouped, percent, plural, short } from '../messages/kit/numbers.ts'
import { cut, isolate } from '../messages/kit/text.ts'
import { missingWords } from '../messages/missing-words.ts'
import type { Block } from '../model/message.ts'
import { comparisonChart } from './chart.ts'
import { type ComparedAlert, type ComparedCount, type Comparison, compareAlerts } from './comparison.ts'
import { changeOfPeriod, limitWords, signedShare, spanWords } from './figures.ts'
import type { PeriodSummary } from './period-summary.ts'

export const comparedNames = (alerts: ComparedAlert[]) => alerts.map(nameOf).join(' vs ')

/** The lines are for plain text and not escaped yet. The notes say what the numbers rest on. */
export function comparisonParts(alerts: ComparedAlert[]): {
  lines: string[]
  figures: Block[]
  notes: string[]
} {
  const comparison = compareAlerts(alerts)
  const summaries = alerts.flatMap((alert) => (alert.kind === 'summary' ? [alert.summary] : []))
  const chart = comparisonChart(summaries)
  const rows = comparison.rows.map(rowCells)
  return {
    lines: comparison.rows.map(rowLine),
    figures: [table(columns, rows), ...(chart === undefined ? [] : [chart])],
    notes: notesOf(comparison, summaries),
  }
}

const columns = ['Alert', 'Mentions', 'Share', 'vs before', 'Reach', 'Share of reach', 'Net sentiment']

type ComparisonRow = Comparison['rows'][number]

function nameOf(alert: ComparedAlert): string {
  const name = alert.kind === 'summary' ? alert.summary.alert.name : alert.name
  return isolate(cut(name, 40)) || 'Unnamed alert'
}

const shareWords = ({ share }: ComparedCount) => (share === undefined ? '' : percent(share))

function rowCells({ alert, mentions, reach, sentiment }: ComparisonRow): string[] {
  if (alert.kind === 'unavailable') return [nameOf(alert), 'no data', '', '', '', '', '']
  return [
    nameOf(alert),
    mentions === undefined ? 'unknown' : grouped(mentions.now),
    mentions === undefined ? '' : shareWords(mentions),
    mentions === undefined ? '' : changeOfPeriod(alert.summary, mentions.change),
    reach === undefined ? 'unknown' : short(reach.now),
    reach === undefined ? '' : shareWords(reach),
    netWords(sentiment),
  ]
}

function rowLine({ alert, mentions, reach, sentiment }: ComparisonRow): string {
  if (alert.kind === 'unavailable') return `${nameOf(alert)}: no statistics (${missingWords[alert.reason]})`
  const facts = [
    mentions &&
      withNotes(plural(mentions.now, 'mention'), [
        shareWords(mentions),
        changeOfPeriod(alert.summary, mentions.change),
      ]),
    reach && withNotes(`${short(reach.now)} reach`, [shareWords(reach)]),
    sentiment && `net sentiment ${netWords(sentiment)}`,
  ]
  return `${nameOf(alert)}: ${facts.filter(Boolean).join(', ') || 'mention count unavailable'}`
}

function withNotes(fact: string, notes: string[]): string {
  const known = notes.filter(Boolean).join(', ')
  return known === '' ? fact : `${fact} (${known})`
}

function netWords(sentiment: ComparisonRow['sentiment']): string {
  if (sentiment === undefined) return 'unknown'
  if (sentiment.net === undefined) return 'none rated'
  const before = sentiment.netBefore === undefined ? '' : ` (was ${signedShare(sentiment.netBefore)})`
  return `${signedShare(sentiment.net)}${before}`
}

function notesOf(comparison: Comparison, summaries: PeriodSummary[]): string[] {
  const [first] = summaries
  const rated = comparison.rows.flatMap(({ alert, sentiment }) =>
    sentiment === undefined ? [] : [`${nameOf(alert)} ${grouped(sentiment.rated)}`],
  )
  const sources = first?.question.sources ?? []
  return [
    ...(first === undefined ? [] : [spanWords(first)]),
    sources.length === 0 ? 'All sources.' : `Only ${sources.map(sourceName).join(', ')}.`,
    ...sumWords(comparison),
    'A mention that several alerts find counts in each, and filters and mutes of channels do not apply.',
    ...(rated.length === 0
      ? []
      : [`Net sentiment: positive minus negative, of the mentions with a sentiment (${rated.join(', ')}).`]),
    ...missingFigures(comparison),
    ...new Set(summaries.flatMap(({ limits }) => limitWords(limits))),
  ]
}

function sumWords({ rows, mentions, reach }: Comparison): string[] {
  const sums = [
    { sum: plural(mentions.sum, 'mention'), alerts: mentions.alerts },
    { sum: `${short(reach.sum)} reach`, alerts: reach.alerts },
  ].filter(({ alerts }) => alerts > 0)
  if (sums.length === 0) return []
  const parts = [...Map.groupBy(sums, ({ alerts }) => alerts)].map(
    ([alerts, same]) => `${same.map(({ sum }) => sum).join(' and ')} in ${alertsWords(alerts, rows.length)}`,
  )
  return [`Shares are of ${parts.join(' and of ')}.`]
}

const numberWords = ['no', 'one', 'two', 'three']

function alertsWords(known: number, all: number): string {
  const these = `these ${numberWords[all] ?? all} alerts`
  return known === all ? these : `${numberWords[known] ?? known} of ${these}`
}

function missingFigures({ rows }: Comparison): string[] {
  return rows.flatMap(({ alert }) => {
    if (alert.kind === 'unavailable')
      return [`Missing: all numbers of ${nameOf(alert)} (${missingWords[alert.reason]}).`]
    const { mentions, reach, sentiment } = alert.summary
    return Object.entries({ mentions, reach, sentiment }).flatMap(([name, value]) =>
      value.kind === 'missing'
        ? [`Missing: ${name} of ${nameOf(alert)} (${missingWords[value.reason]}).`]
        : [],
    )
  })
}
