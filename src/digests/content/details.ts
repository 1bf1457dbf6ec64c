import type { Count, DateRange, TotalType } from '@overheard/mention-client/insight'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { bold, bullets, header, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { fullRange } from '../../messages/kit/dates.ts'
import { countryName, labelled, sourceName } from '../../messages/kit/labels.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../../messages/kit/text.ts'
import { missingWords } from '../../messages/missing-words.ts'
import type { Block, Content } from '../../model/message.ts'
import { smallPrint } from '../../stats/answer.ts'
import { compareCounts, countOfKnownPart, maxPlaces, sentimentsOf } from '../../stats/counts.ts'
import { changeOfPeriod, previousWords } from '../../stats/figures.ts'
import { knownValue, type PeriodSummary } from '../../stats/period-summary.ts'
import { type DigestAsk, pageActions } from '../actions.ts'
import { say } from '../say.ts'
import { alertName, type DigestedAlert, handledExplained } from './message.ts'
import type { ResponseStats } from './response-times.ts'

/** `ask.page` is the shown page. `forgotten` means that the decision log no longer covers the period. */
export type DigestDetails = {
  ask: DigestAsk
  pages: number
  alerts: DigestedAlert[]
  handled?: ResponseStats | 'forgotten'
}

/** Two alerts with their sources and countries fill a screen and need twenty requests. */
export const alertsPerPage = 2

export function digestDetails({ ask, pages, alerts, handled }: DigestDetails): Content {
  const title = say.allNumbersOf({ range: fullRange(ask.range) })
  const tables = alerts.map((alert) => ({ name: alertName(alert), tables: tablesOf(alert) }))
  const footer = [
    ...explained(ask.range, handled),
    ...(pages > 1 ? [say.page({ page: ask.page + 1, pages })] : []),
  ]
  const blocks: Block[] = [
    header(title),
    ...tables.map(({ name, tables: of }) => alertBlock(name, of)),
    smallPrint(footer),
    ...pageActions(actionIds.digestDetails, ask, pages),
  ]
  const alertTexts = tables.map(({ name, tables: of }) =>
    labelled(name, of.map(({ label, lines }) => labelled(label, lines.join('; '))).join(' · ')),
  )
  return { text: ellipsize(escapeMrkdwn([title, ...alertTexts, ...footer].join('\n')), longestText), blocks }
}

function alertBlock(name: string, tables: Table[]): Block {
  return richText(
    richLine([bold(name)]),
    ...tables.flatMap(({ label, lines }) => [
      richLine([words(label)]),
      bullets(lines.map((line) => richLine([words(line)]))),
    ]),
  )
}

function explained(range: DateRange, handled: DigestDetails['handled']): string[] {
  return [say.numbersCompared({ previous: previousWords(range) }), ...handledExplained(handled)]
}

type Table = { label: string; lines: string[] }

const maxNamed = 10

function tablesOf(alert: DigestedAlert): Table[] {
  if (alert.kind === 'unavailable') return [{ label: say.noFigures(), lines: [missingWords(alert.reason)] }]
  const { summary } = alert
  return [
    { label: say.total(), lines: totalLines(summary) },
    { label: say.bySource(), lines: parts(summary, 'sources', Infinity, sourceName) },
    { label: say.byCountry(), lines: parts(summary, 'countries', maxPlaces, nameOfCountry) },
  ]
}

const totalLines = (summary: PeriodSummary) => [
  figure('mentions', summary, 'mentions', ({ total }) => total),
  figure('reach', summary, 'reach', ({ total }) => total),
  figure('negative', summary, 'sentiment', (count) => sentimentsOf(count).negative),
  figure('positive', summary, 'sentiment', (count) => sentimentsOf(count).positive),
  figure('neutral', summary, 'sentiment', (count) => sentimentsOf(count).neutral),
]

function figure(
  figure: 'mentions' | 'reach' | 'negative' | 'positive' | 'neutral',
  summary: PeriodSummary,
  type: TotalType,
  of: (count: Count) => number,
): string {
  const [now, then] = [summary.totals[type], knownValue(summary.totalsBefore[type])]
  if (now.kind === 'missing') return say.figureUnknown({ figure, reason: missingWords(now.reason) })
  return `${say.figure({ figure })} ${bothWords(summary, of(now.value), then && of(then))}`
}

function bothWords(summary: PeriodSummary, now: number, before: number | undefined): string {
  const change = compareCounts(now, before)
  if (before === undefined) return say.beforeUnknown({ now })
  if (change.kind === 'none-before') return say.noEarlierData({ now })
  if (now === before) return say.noChange({ now })
  return change.kind === 'percent'
    ? say.wasChanged({ now, before, change: changeOfPeriod(summary, change) })
    : say.was({ now, before })
}

function parts(
  summary: PeriodSummary,
  type: 'sources' | 'countries',
  most: number,
  write: (name: string) => string,
): string[] {
  const [now, before] = [summary.totals[type], summary.totalsBefore[type]]
  if (now.kind === 'missing') return [say.unknownBecause({ reason: missingWords(now.reason) })]
  const then = knownValue(before)
  const rows = rowsOf(now.value, then, most)
  const lines = rows
    .slice(0, maxNamed)
    .map(
      (row) =>
        `${write(row.name)} ${then ? rowWords(summary, row, most) : bothWords(summary, row.now ?? 0, undefined)}`,
    )
  const rest = rows.slice(maxNamed)
  const others = { now: sum(rest.map((row) => row.now)), before: sum(rest.map((row) => row.before)) }
  if (rest.length > 0)
    lines.push(
      `${say.others({ count: rest.length })} ${bothWords(summary, others.now, then && others.before)}`,
    )
  return lines.length > 0 ? lines : [say.noData()]
}

/** A count is undefined if the service cut its list for that period and the name was not in it. */
type FigureRow = { name: string; now: number | undefined; before: number | undefined }

function rowsOf(now: Count, before: Count | undefined, most: number): FigureRow[] {
  const names = [now, before].flatMap((count) => count?.parts.map(({ name }) => name) ?? [])
  return [...new Set(names)]
    .map((name) => ({
      name,
      now: countOfKnownPart(now, name, most),
      before: before && countOfKnownPart(before, name, most),
    }))
    .filter((row) => row.now || row.before)
    .sort((a, b) => (b.now ?? 0) - (a.now ?? 0) || (b.before ?? 0) - (a.before ?? 0))
}

/** If only one of two cut lists has a name, its count in the other list is unknown, not zero. */
function rowWords(summary: PeriodSummary, { now, before }: FigureRow, most: number): string {
  if (now === undefined) return say.outsideNow({ most, before: before ?? 0 })
  if (before === undefined) return say.outsideBefore({ now, most })
  return bothWords(summary, now, before)
}

const sum = (counts: (number | undefined)[]) => counts.reduce<number>((all, count) => all + (count ?? 0), 0)

function nameOfCountry(name: string): string {
  return countryName(name.toUpperCase()) ?? (isolate(cut(name, 30)) || say.unnamed())
}
