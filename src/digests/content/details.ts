import { actionIds } from '../../messages/kit/block-actions.ts'
import { bold, bullets, header, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { fullRange } from '../../messages/kit/dates.ts'
import { countryName, sourceName } from '../../messages/kit/labels.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../../messages/kit/text.ts'
import { missingWords } from '../../messages/missing-words.ts'
import type { Count, DateRange, TotalType } from '../../model/insight.ts'
import type { Block, Content } from '../../model/message.ts'
import { smallPrint } from '../../stats/answer.ts'
import { compareCounts, countOfKnownPart, maxPlaces, sentimentsOf } from '../../stats/counts.ts'
import { changeWords, previousWords } from '../../stats/figures.ts'
import { knownValue, type PeriodSummary } from '../../stats/period-summary.ts'
import { type DigestAsk, pageActions } from '../actions.ts'
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
  const title = `All numbers, ${fullRange(ask.range)}`
  const tables = alerts.map((alert) => ({ name: alertName(alert), tables: tablesOf(alert) }))
  const footer = [
    ...explained(ask.range, handled),
    ...(pages > 1 ? [`Page ${ask.page + 1} of ${pages}`] : []),
  ]
  const blocks: Block[] = [
    header(title),
    ...tables.map(({ name, tables: of }) => alertBlock(name, of)),
    smallPrint(footer),
    ...pageActions(actionIds.digestDetails, ask, pages),
  ]
  const alertTexts = tables.map(({ name, tables: of }) =>
    [`${name}:`, ...of.map(({ label, lines }) => `${label}: ${lines.join('; ')}.`)].join(' '),
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
  return [
    `Compared with ${previousWords(range)}. Counted by publication date (UTC), as of now.`,
    ...handledExplained(handled),
  ]
}

type Table = { label: string; lines: string[] }

const maxNamed = 10

function tablesOf(alert: DigestedAlert): Table[] {
  if (alert.kind === 'unavailable') return [{ label: 'No figures', lines: [missingWords[alert.reason]] }]
  const { summary } = alert
  return [
    { label: 'Total', lines: totalLines(summary) },
    { label: 'By source', lines: parts(summary, 'sources', Infinity, sourceName) },
    { label: 'By country', lines: parts(summary, 'countries', maxPlaces, nameOfCountry) },
  ]
}

const totalLines = (summary: PeriodSummary) => [
  figure('Mentions', summary, 'mentions', ({ total }) => total),
  figure('Reach', summary, 'reach', ({ total }) => total),
  figure('Negative', summary, 'sentiment', (count) => sentimentsOf(count).negative),
  figure('Positive', summary, 'sentiment', (count) => sentimentsOf(count).positive),
  figure('Neutral', summary, 'sentiment', (count) => sentimentsOf(count).neutral),
]

function figure(
  label: string,
  { totals, totalsBefore }: PeriodSummary,
  type: TotalType,
  of: (count: Count) => number,
): string {
  const [now, then] = [totals[type], knownValue(totalsBefore[type])]
  if (now.kind === 'missing') return `${label} unknown (${missingWords[now.reason]})`
  return `${label} ${bothWords(of(now.value), then && of(then))}`
}

function bothWords(now: number, before: number | undefined): string {
  const change = compareCounts(now, before)
  const moved = change.kind === 'percent' ? ` ${changeWords(change)}` : ''
  if (before === undefined) return `${grouped(now)} (before: unknown)`
  if (change.kind === 'none-before') return `${grouped(now)} (no earlier data)`
  return now === before ? `${grouped(now)} (no change)` : `${grouped(now)}${moved} (was ${grouped(before)})`
}

function parts(
  { totals, totalsBefore }: PeriodSummary,
  type: 'sources' | 'countries',
  most: number,
  write: (name: string) => string,
): string[] {
  const [now, before] = [totals[type], totalsBefore[type]]
  if (now.kind === 'missing') return [`unknown (${missingWords[now.reason]})`]
  const then = knownValue(before)
  const rows = rowsOf(now.value, then, most)
  const lines = rows
    .slice(0, maxNamed)
    .map((row) => `${write(row.name)} ${then ? rowWords(row, most) : bothWords(row.now ?? 0, undefined)}`)
  const rest = rows.slice(maxNamed)
  const others = { now: sum(rest.map((row) => row.now)), before: sum(rest.map((row) => row.before)) }
  if (rest.length > 0)
    lines.push(`${plural(rest.length, 'other')} ${bothWords(others.now, then && others.before)}`)
  return lines.length > 0 ? lines : ['no data']
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
function rowWords({ now, before }: FigureRow, most: number): string {
  if (now === undefined) return `outside the top ${most} (was ${grouped(before ?? 0)})`
  if (before === undefined) return `${grouped(now)} (was outside the top ${most})`
  return bothWords(now, before)
}

const sum = (counts: (number | undefined)[]) => counts.reduce<number>((all, count) => all + (count ?? 0), 0)

function nameOfCountry(name: string): string {
  return countryName(name.toUpperCase()) ?? (isolate(cut(name, 30)) || 'unnamed')
}
