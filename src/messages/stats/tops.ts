import type { RichTextSection } from '@slack/types'
import { knownValue, type PeriodSummary } from '../../insights/summary.ts'
import type { Count } from '../../model/insight.ts'
import type { Block } from '../../model/message.ts'
import { bold, richLine, richText, words } from '../block-kit.ts'
import { grouped, percent } from '../numbers.ts'
import { countryName, flag, languageName } from '../place.ts'
import { sourceName } from '../source-name.ts'
import { cut, isolate } from '../text.ts'

type CountPart = Count['parts'][number]

/** Where, in which language and about what: the greatest parts of each total, a line each. */
export function topLines(summary: PeriodSummary): { label: string; words: string }[] {
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
export function topsBlock(summary: PeriodSummary): Block | undefined {
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
