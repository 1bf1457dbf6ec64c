import { table } from '../messages/kit/block-kit.ts'
import { labelled, sourceName, withNote } from '../messages/kit/labels.ts'
import { grouped, percent, short } from '../messages/kit/numbers.ts'
import { list } from '../messages/kit/say.ts'
import { cut, isolate } from '../messages/kit/text.ts'
import { missingWords } from '../messages/missing-words.ts'
import type { Block } from '../model/message.ts'
import { comparisonChart } from './chart.ts'
import { type ComparedAlert, type ComparedCount, type Comparison, compareAlerts } from './comparison.ts'
import { changeOfPeriod, limitWords, signedShare, spanWords } from './figures.ts'
import type { PeriodSummary } from './period-summary.ts'
import { say } from './say.ts'

export const comparedNames = (alerts: ComparedAlert[]) =>
  alerts.map(nameOf).reduce((first, next) => say.versus({ first, next }))

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
    figures: [table(columns(), rows), ...(chart === undefined ? [] : [chart])],
    notes: notesOf(comparison, summaries),
  }
}

const columns = () => [
  say.alert(),
  say.figure({ kind: 'mentions' }),
  say.shareColumn(),
  say.changeColumn(),
  say.figure({ kind: 'reach' }),
  say.shareOfReach(),
  say.netSentiment(),
]

type ComparisonRow = Comparison['rows'][number]

function nameOf(alert: ComparedAlert): string {
  const name = alert.kind === 'summary' ? alert.summary.alert.name : alert.name
  return isolate(cut(name, 40)) || say.unnamedAlert()
}

const shareWords = ({ share }: ComparedCount) => (share === undefined ? '' : percent(share))

function rowCells({ alert, mentions, reach, sentiment }: ComparisonRow): string[] {
  if (alert.kind === 'unavailable') return [nameOf(alert), say.noAlertData(), '', '', '', '', '']
  return [
    nameOf(alert),
    mentions === undefined ? say.unknown() : grouped(mentions.now),
    mentions === undefined ? '' : shareWords(mentions),
    mentions === undefined ? '' : changeOfPeriod(alert.summary, mentions.change),
    reach === undefined ? say.unknown() : short(reach.now),
    reach === undefined ? '' : shareWords(reach),
    netWords(sentiment),
  ]
}

function rowLine({ alert, mentions, reach, sentiment }: ComparisonRow): string {
  if (alert.kind === 'unavailable')
    return say.noStatistics({ alert: nameOf(alert), reason: missingWords(alert.reason) })
  const facts = [
    mentions &&
      withNotes(say.mentions({ count: mentions.now }), [
        shareWords(mentions),
        changeOfPeriod(alert.summary, mentions.change),
      ]),
    reach && withNotes(say.reach({ reach: short(reach.now) }), [shareWords(reach)]),
    sentiment && say.netSentimentOf({ net: netWords(sentiment) }),
  ]
  return labelled(nameOf(alert), facts.filter(Boolean).join(', ') || say.noMentionCount())
}

function withNotes(fact: string, notes: string[]): string {
  return withNote(fact, notes.filter(Boolean).join(', '))
}

function netWords(sentiment: ComparisonRow['sentiment']): string {
  if (sentiment === undefined) return say.unknown()
  if (sentiment.net === undefined) return say.noneRated()
  const net = signedShare(sentiment.net)
  return sentiment.netBefore === undefined
    ? net
    : say.netWas({ net, before: signedShare(sentiment.netBefore) })
}

function notesOf(comparison: Comparison, summaries: PeriodSummary[]): string[] {
  const [first] = summaries
  const rated = comparison.rows.flatMap(({ alert, sentiment }) =>
    sentiment === undefined ? [] : [`${nameOf(alert)} ${grouped(sentiment.rated)}`],
  )
  const sources = first?.question.sources ?? []
  return [
    ...(first === undefined ? [] : [spanWords(first)]),
    sources.length === 0
      ? say.sourcesAll()
      : say.sourcesOnly({ sources: list(sources.map(sourceName), 'narrow') }),
    ...sumWords(comparison),
    say.countedInEach(),
    ...(rated.length === 0 ? [] : [say.netExplained({ rated: list(rated, 'narrow') })]),
    ...missingFigures(comparison),
    ...new Set(summaries.flatMap(({ limits }) => limitWords(limits))),
  ]
}

function sumWords({ rows, mentions, reach }: Comparison): string[] {
  const all = rows.length
  const [counted, reached] = [say.mentions({ count: mentions.sum }), say.reach({ reach: short(reach.sum) })]
  if (mentions.alerts > 0 && reach.alerts > 0 && mentions.alerts !== reach.alerts) {
    const [alerts, others] = [alertsWords(mentions.alerts, all), alertsWords(reach.alerts, all)]
    return [say.sharesOfBoth({ mentions: counted, alerts, reach: reached, others })]
  }
  const known = Math.max(mentions.alerts, reach.alerts)
  if (known === 0) return []
  const sums = [...(mentions.alerts > 0 ? [counted] : []), ...(reach.alerts > 0 ? [reached] : [])]
  return [say.sharesOf({ sums: list(sums), alerts: alertsWords(known, all) })]
}

const alertsWords = (known: number, all: number) =>
  known === all ? say.theseAlerts({ all }) : say.someOfThese({ known, all })

function missingFigures({ rows }: Comparison): string[] {
  return rows.flatMap(({ alert }) => {
    if (alert.kind === 'unavailable')
      return [say.allMissing({ alert: nameOf(alert), reason: missingWords(alert.reason) })]
    return (['mentions', 'reach', 'sentiment'] as const).flatMap((figure) => {
      const value = alert.summary[figure]
      if (value.kind !== 'missing') return []
      return [say.figureMissing({ figure, alert: nameOf(alert), reason: missingWords(value.reason) })]
    })
  })
}
