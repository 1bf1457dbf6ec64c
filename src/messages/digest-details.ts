import { sentimentsOf } from '../insights/count.ts'
import type { Answer } from '../insights/needs.ts'
import { rangeBefore } from '../insights/range.ts'
import type { Summary } from '../insights/summary.ts'
import type { Count, DateRange, TotalType } from '../model/insight.ts'
import type { Block, Content } from '../model/message.ts'
import { actionIds } from './action-ids.ts'
import { bold, plainText, richLine, richText, words } from './block-kit.ts'
import { type DigestAsk, pageActions } from './digest-actions.ts'
import { alertName, type DigestedAlert } from './digest-alert.ts'
import { type Handled, handledExplained } from './digest-handling.ts'
import { grouped, plural } from './numbers.ts'
import { countryName } from './place.ts'
import { sourceName } from './source-name.ts'
import { smallPrint } from './stats.ts'
import { fullRange } from './stats-dates.ts'
import { cut, ellipsize, escapeMrkdwn, isolate } from './text.ts'

/** One page of the figures behind a digest; `ask.page` is the one shown. `forgotten`: the log no longer reaches back to it. */
export type DigestDetails = {
  ask: DigestAsk
  pages: number
  alerts: DigestedAlert[]
  handled?: Handled | 'forgotten'
}

/** Two alerts with their sources and countries are as much as anybody reads at once; they take twenty requests. */
export const alertsPerPage = 2

/** So many sources and countries are named; the others are added up. */
const mostNamed = 10

/** Slack's advice for `text`, in characters (chat.postMessage). */
const longestText = 4_000

/** For the asker: the totals of the period and of the one before, by source and country, and how the rest is worked out. */
export function digestDetails({ ask, pages, alerts, handled }: DigestDetails): Content {
  const title = `The figures behind the digest, ${fullRange(ask.range)}`
  const tables = alerts.map((alert) => ({ name: alertName(alert), tables: tablesOf(alert) }))
  const feet = [...explained(ask.range, handled), ...(pages > 1 ? [`Page ${ask.page + 1} of ${pages}`] : [])]
  const blocks: Block[] = [
    { type: 'header', text: plainText(title) },
    ...tables.map(({ name, tables: of }) => alertBlock(name, of)),
    smallPrint(feet),
    ...pageActions(actionIds.digestDetailsPage, ask, pages),
  ]
  const told = tables.map(({ name, tables: of }) =>
    [`${name}:`, ...of.map(({ label, lines }) => `${label}: ${lines.join('; ')}.`)].join(' '),
  )
  return { text: ellipsize(escapeMrkdwn([title, ...told, ...feet].join('\n')), longestText), blocks }
}

type Table = { label: string; lines: string[] }

function alertBlock(name: string, tables: Table[]): Block {
  return richText(
    richLine([bold(name)]),
    ...tables.flatMap(({ label, lines }) => [
      richLine([words(label)]),
      {
        type: 'rich_text_list' as const,
        style: 'bullet' as const,
        elements: lines.map((line) => richLine([words(line)])),
      },
    ]),
  )
}

function tablesOf(alert: DigestedAlert): Table[] {
  if (alert.kind === 'unavailable') return [{ label: 'No figures', lines: [cut(alert.reason, 200)] }]
  const { summary } = alert
  return [
    { label: 'In all', lines: [...wholes(summary), ...sentiments(summary)] },
    { label: 'By source', lines: parts(summary, 'sources', sourceName) },
    { label: 'By country', lines: parts(summary, 'countries', nameOfCountry) },
  ]
}

function wholes({ totals, totalsBefore }: Summary): string[] {
  const line = (label: string, type: TotalType) =>
    `${label} ${total(totals[type])}, before ${total(totalsBefore[type])}`
  return [line('Mentions', 'mentions'), line('Reach', 'reach')]
}

function sentiments({ totals, totalsBefore }: Summary): string[] {
  return (['negative', 'positive', 'neutral'] as const).map((tone) => {
    const of = (answer: Answer<Count>) => figure(answer, (count) => sentimentsOf(count)[tone])
    return `${tone.replace(/^./, (first) => first.toUpperCase())} ${of(totals.sentiment)}, before ${of(totalsBefore.sentiment)}`
  })
}

const total = (answer: Answer<Count>) => figure(answer, (count) => count.total)

/** A figure, or why there is none. */
function figure(answer: Answer<Count>, of: (count: Count) => number): string {
  return answer.kind === 'known' ? grouped(of(answer.value)) : `not known (${cut(answer.reason, 100)})`
}

/** The parts of both periods, greatest now first; what is in neither is left out. */
function parts(
  { totals, totalsBefore }: Summary,
  type: 'sources' | 'countries',
  write: (name: string) => string,
): string[] {
  const [now, before] = [totals[type], totalsBefore[type]]
  if (now.kind === 'missing') return [`not known (${cut(now.reason, 100)})`]
  const then = before.kind === 'known' ? before.value : undefined
  const rows = rowsOf(now.value, then)
  const lines = rows.slice(0, mostNamed).map((row) => `${write(row.name)} ${rowWords(row, then)}`)
  const rest = rows.slice(mostNamed)
  const others = { now: sum(rest.map((row) => row.now)), before: sum(rest.map((row) => row.before)) }
  if (rest.length > 0) lines.push(`${plural(rest.length, 'other')} ${rowWords(others, then)}`)
  return lines.length > 0 ? lines : ['none known']
}

type Row = { name: string; now: number; before: number }

function rowsOf(now: Count, before: Count | undefined): Row[] {
  const counts = (count: Count | undefined) =>
    new Map(count?.parts.map(({ name, count: value }) => [name, value]))
  const [then, here] = [counts(before), counts(now)]
  return [...new Set([...here.keys(), ...then.keys()])]
    .map((name) => ({ name, now: here.get(name) ?? 0, before: then.get(name) ?? 0 }))
    .filter((row) => row.now > 0 || row.before > 0)
    .sort((a, b) => b.now - a.now || b.before - a.before)
}

function rowWords({ now, before }: Omit<Row, 'name'>, then: Count | undefined): string {
  return `${grouped(now)}, before ${then === undefined ? 'not known' : grouped(before)}`
}

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)

function nameOfCountry(name: string): string {
  return countryName(name.toUpperCase()) ?? (isolate(cut(name, 30)) || 'unnamed')
}

/** The exact dates, and how what is no total is worked out. */
function explained(range: DateRange, handled: DigestDetails['handled']): string[] {
  const before = rangeBefore(range)
  return [
    `${range.from} to ${range.to}, before: ${before.from} to ${before.to}. UTC dates, the first and the last included.`,
    'Figures of the mention service, for each alert by the day of publication, as it has them now. A change is now against before, in per cent of before; where before is less than ten or now more than tenfold, both numbers are told.',
    handledExplained(handled),
  ]
}
