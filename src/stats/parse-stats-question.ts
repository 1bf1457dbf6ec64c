import { defined } from '@overheard/base/defined'
import { closestWord } from '@overheard/base/name'
import type { Granularity } from '@overheard/mention-client/insight'
import { daysBetween, isDate, monthEnd } from '../model/calendar-date.ts'
import { namedRanges, type RangeChoice } from '../model/date-range.ts'
import { readSourceName } from '../model/source.ts'
import { mostComparedAlerts } from '../model/subscription.ts'
import { defaultRangeChoice, insightSources, type QuestionProblem, type StatsQuestion } from './question.ts'

/** The longest range is ten years, because a longer answer is unreadable and costs memory. */
const maxRangeDays = 3_660

type ParsedQuestion =
  | { kind: 'question'; question: StatsQuestion }
  | { kind: 'help' }
  | { kind: 'not-understood'; problems: QuestionProblem[]; guess: StatsQuestion }

/** Longer command lines are refused, because they cannot be questions. */
const longestLine = 500

/** True for the whole name of an alert. */
type IsName = (text: string) => boolean

/**
 * Parses a line with plain quotes: `[alert] [vs alert] [period] [options]` in any order. A period counts only at either end of the line, so that an alert's name can contain the
 * words of a period. A period in quotes, or in a text that `isName` knows, belongs to the name. Never throws.
 */
export function parseStatsQuestion(line: string, isName: IsName = () => false): ParsedQuestion {
  if (line.length > longestLine)
    return {
      kind: 'not-understood',
      problems: [{ words: `${line.slice(0, 40)}…`, kind: 'too-long' }],
      guess: { choice: defaultRangeChoice, sources: [], more: false },
    }
  const plain = line.replaceAll(/\s+/g, ' ').trim()
  if (/^(help|\?)$/i.test(plain)) return { kind: 'help' }
  const parts: Part[] = isName(readOptions(plain).rest)
    ? [{ rest: plain }]
    : splitAtVersus(plain).map(takeQuoted)
  const options = readOptions(parts.map(({ rest }) => rest).join(` ${partEnd} `))
  const rests = options.rest.split(partEnd).map((rest) => rest.trim())
  // Beside a name in quotes there is no other name.
  const isNameIn = parts.map(({ name }) => (name === undefined ? isName : () => false))
  const { rests: words, ...period } = readPeriodAtEnds(rests, isNameIn)
  const leftover = parts.flatMap(({ name }, at) => leftoverWords(name, words[at] ?? ''))
  const [alert = '', ...versus] = parts.map(({ name }, at) => name ?? words[at] ?? '')
  const problems = [...options.problems, ...period.problems, ...leftover, ...versusProblems(plain, versus)]
  const question: StatsQuestion = {
    ...(alert === '' ? {} : { alert }),
    ...(versus.length === 0 ? {} : { versus: versus.filter((name) => name !== '') }),
    choice: period.choice ?? defaultRangeChoice,
    ...defined({ granularity: options.granularity }),
    sources: options.sources,
    more: options.more,
  }
  if (problems.length > 0) return { kind: 'not-understood', problems, guess: question }
  return { kind: 'question', question }
}

/** A name in quotes can contain “vs”. Behind its quotes, a comma or “and” is the same. */
function splitAtVersus(line: string): string[] {
  const parts = ['']
  for (const [piece, quoted, versus, listed] of line.matchAll(
    /("[^"]*"?|(?<=^| )'[^"]+?'(?= |$))|(?<=^| )(vs\.?|versus)(?= |$)|(?<=" ?)(, and(?= )|,|and(?= )|&(?= ))|[^"]/gi,
  )) {
    if ((versus ?? listed) !== undefined && quoted === undefined) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${piece}`)
  }
  return parts
}

/** This character ends each part of a line that names several alerts. People cannot type it. */
const partEnd = '\0'

function versusProblems(line: string, versus: string[]): QuestionProblem[] {
  const missing = versus
    .filter((name) => name === '')
    .map(() => ({ words: 'vs', kind: 'no-alert-after-vs' }) as const)
  if (versus.length < mostComparedAlerts) return missing
  return [...missing, { words: line, kind: 'too-many-alerts' }]
}

type Part = { name?: string; rest: string }

/** Takes the first quoted part as the alert's name. A quote that is never closed ends with the line. */
function takeQuoted(line: string): Part {
  const quoted = /"([^"]*)("|$)/.exec(line) ?? /(?<=^| )'([^"]+)(')(?= |$)/.exec(line)
  if (quoted === null) return { rest: line }
  const rest = `${line.slice(0, quoted.index)} ${line.slice(quoted.index + quoted[0].length)}`
  const name = quoted[1]?.trim() ?? ''
  return name === '' ? { rest } : { name, rest }
}

function leftoverWords(name: string | undefined, words: string): QuestionProblem[] {
  if (name === undefined || words === '') return []
  return [{ words, kind: 'second-alert', found: name }]
}

type ParsedOptions = {
  granularity?: Granularity
  sources: string[]
  more: boolean
  problems: QuestionProblem[]
  rest: string
}

const granularities: Record<string, Granularity> = {
  day: 'day',
  days: 'day',
  daily: 'day',
  week: 'week',
  weeks: 'week',
  weekly: 'week',
  month: 'month',
  months: 'month',
  monthly: 'month',
}

function readOptions(line: string): ParsedOptions {
  const options: ParsedOptions = { sources: [], more: false, problems: [], rest: '' }
  const option = /(?:^|(?<= ))(by|source|sources|show)\s?:\s?((?:[^\s,]+(?:\s?,\s?)?)*)/gi
  options.rest = line
    .replaceAll(option, (_, key: string, value: string) => {
      readOption(options, key.toLowerCase(), value.trim().toLowerCase())
      return ''
    })
    .replaceAll(/\s+/g, ' ')
    .trim()
  return options
}

function readOption(options: ParsedOptions, key: string, value: string): void {
  if (key === 'by') readGranularity(options, value)
  else if (key === 'show') readShow(options, value)
  else readSources(options, key, value)
}

function readGranularity(options: ParsedOptions, value: string): void {
  const granularity = Object.hasOwn(granularities, value) ? granularities[value] : undefined
  if (granularity) {
    options.granularity = granularity
    return
  }
  options.problems.push({ words: `by:${value}`, kind: 'granularity' })
  const meant = granularities[closestWord(value, Object.keys(granularities)) ?? '']
  if (meant) options.granularity = meant
}

function readShow(options: ParsedOptions, value: string): void {
  if (value === 'more') options.more = true
  else options.problems.push({ words: `show:${value}`, kind: 'show' })
}

function readSources(options: ParsedOptions, key: string, value: string): void {
  const names = value.split(',').map((name) => name.trim())
  const known = names.map(readSourceName)
  const sources = insightSources.filter((source) => known.includes(source))
  const strange = names.filter((_, at) => !insightSources.some((source) => source === known[at]))
  options.sources = sources
  if (strange.length === 0) return
  const meant = strange.map((name) => closestWord(name, [...insightSources]))
  options.sources = insightSources.filter((source) => sources.includes(source) || meant.includes(source))
  options.problems.push({
    words: `${key}:${strange.join(',')}`,
    kind: 'sources',
  })
}

type ParsedPeriod = { kind: 'choice'; choice: RangeChoice } | Omit<QuestionProblem, 'words'>

/**
 * Longer formats come first, because the first match wins. Slack clients turn dots and dashes between two dates into …
 * or –. A blank between the dates is enough.
 */
const periodFormats: { pattern: string; read: (match: RegExpExecArray) => ParsedPeriod }[] = [
  {
    pattern: String.raw`(?:from )?(\d{4}-\d{1,2}-\d{1,2})(?:\s?(?:\.{2,}|\u2026|-|\u2013|\u2014|to|until)\s?|\s)(\d{4}-\d{1,2}-\d{1,2})`,
    read: ([, from = '', to = '']) => dates(from, to),
  },
  { pattern: String.raw`(\d{4}-\d{1,2}-\d{1,2})`, read: ([, date = '']) => dates(date, date) },
  { pattern: String.raw`(\d{4}-\d{2})`, read: ([, month = '']) => wholeMonth(month) },
  {
    pattern: String.raw`(?:(?:the )?(?:last|past) )?(\d{1,6})\s?(d|days?|w|weeks?)`,
    read: ([, count = '', unit = '']) => lastDays(Number(count) * (/^w/i.test(unit) ? 7 : 1)),
  },
  {
    pattern: `(${namedRanges.join('|').replaceAll(' ', String.raw`\s`)})`,
    read: ([, name = '']) => named(name.toLowerCase()),
  },
]

/**
 * The period is in the last part, or at the beginning of the first. Each of `rests` is the name of an alert, and `isNameIn` has a function for
 * each.
 */
function readPeriodAtEnds(
  rests: string[],
  isNameIn: IsName[],
): {
  choice?: RangeChoice
  problems: QuestionProblem[]
  rests: string[]
} {
  const [first = '', ...others] = rests
  const last = others.pop()
  if (last === undefined) {
    const { rest, ...period } = readPeriod(first, isNameIn[0])
    return { ...period, rests: [rest] }
  }
  const { rest, ...period } = readPeriod(last, isNameIn.at(-1))
  if (period.choice !== undefined || period.problems.length > 0)
    return { ...period, rests: [first, ...others, rest] }
  const { rest: start, ...earlier } = readPeriod(first, isNameIn[0])
  return { ...earlier, rests: [start, ...others, last] }
}

/**
 * Finds the period at the end of a command line, otherwise at its beginning. `rest` is the alert's name, or several with `betweenNames`. A
 * period between the name of an alert and an end of the line is preferred.
 */
function readPeriod(
  line: string,
  isName: IsName = () => false,
): {
  choice?: RangeChoice
  problems: QuestionProblem[]
  rest: string
} {
  if (isName(line)) return { problems: [], rest: line }
  const named = periodBesideName(line, isName)
  const found = named ?? periodAtEnd(line, isName)
  if (found === undefined) return { problems: [], rest: line }
  const { result, words, rest } = found
  if (result.kind !== 'choice') return { problems: [{ words, ...result }], rest }
  const second = named === undefined ? periodAt(rest, (pattern) => `^${pattern}$`) : undefined
  if (second) return { problems: [{ words: rest, kind: 'second-period', found: words }], rest: '' }
  return { choice: result.choice, problems: [], rest }
}

/** These words are between the names of alerts, beside “vs”. They can also be a part of a name. */
export const betweenNames = /\s*,\s*(?:and\s+|&\s*)?|\s+(?:and|&)\s+/i

type FoundPeriod = { result: ParsedPeriod; words: string; rest: string }

function periodBesideName(line: string, isName: IsName): FoundPeriod | undefined {
  const words = line.split(' ')
  for (let at = 1; at < words.length; at++) {
    const [before, after] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    for (const [name, other] of [
      [before, after],
      [after, before],
    ] as const) {
      const found = isName(name) ? periodAt(other, (pattern) => `^${pattern}$`) : undefined
      if (found !== undefined) return { ...found, rest: name }
    }
  }
  return undefined
}

/** An end that is a name has no period. */
function periodAtEnd(line: string, isName: IsName): FoundPeriod | undefined {
  const names = line.split(betweenNames)
  return (
    (isName(names.at(-1) ?? '') ? undefined : periodAt(line, (pattern) => `(?:^| )${pattern}$`)) ??
    (isName(names[0] ?? '') ? undefined : periodAt(line, (pattern) => `^${pattern}(?: |$)`))
  )
}

function periodAt(line: string, place: (pattern: string) => string): FoundPeriod | undefined {
  for (const { pattern, read } of periodFormats) {
    const match = new RegExp(place(pattern), 'i').exec(line)
    if (match === null) continue
    const rest = `${line.slice(0, match.index)} ${line.slice(match.index + match[0].length)}`.trim()
    return { result: read(match), words: match[0].trim(), rest }
  }
  return undefined
}

function dates(from: string, to: string): ParsedPeriod {
  const [first, last] = [padded(from), padded(to)]
  const wrong = [first, last].find((date) => !isDate(date))
  if (wrong) return { kind: 'no-date', found: wrong }
  if (first > last) return { kind: 'backwards' }
  if (daysBetween(first, last) > maxRangeDays) return tooLong
  return { kind: 'choice', choice: { kind: 'dates', from: first, to: last } }
}

function padded(date: string): string {
  return date.replaceAll(/-(\d)(?!\d)/g, '-0$1')
}

function wholeMonth(month: string): ParsedPeriod {
  const first = `${month}-01`
  return isDate(first) ? dates(first, monthEnd(first)) : { kind: 'no-month', found: month }
}

function lastDays(days: number): ParsedPeriod {
  if (days === 0) return { kind: 'no-days' }
  return days > maxRangeDays ? tooLong : { kind: 'choice', choice: { kind: 'days', days } }
}

const tooLong: ParsedPeriod = { kind: 'ten-years' }

function named(words: string): ParsedPeriod {
  const name = namedRanges.find((range) => range === words)
  return name ? { kind: 'choice', choice: { kind: 'named', name } } : { kind: 'no-period' }
}
