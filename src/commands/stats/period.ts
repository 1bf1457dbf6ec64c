import type { QuestionProblem } from '../../insights/question.ts'
import { maxRangeDays, namedRanges, type RangeChoice } from '../../insights/range.ts'
import { daysBetween, isDate, monthEnd } from '../../insights/utc-date.ts'

type ParsedPeriod = { kind: 'choice'; choice: RangeChoice } | { kind: 'problem'; because: string }

/**
 * Every way of writing a period, and how it is read. The order matters: longer ways come first. Clients turn dots and
 * dashes between two dates into … or –; a blank is enough.
 */
const periodFormats: { pattern: string; read: (match: RegExpExecArray) => ParsedPeriod }[] = [
  {
    pattern: String.raw`(?:from )?(\d{4}-\d{1,2}-\d{1,2})(?:\s?(?:\.{2,}|…|-|–|—|to|until)\s?|\s)(\d{4}-\d{1,2}-\d{1,2})`,
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

/** Finds the period at the end of a command line, or else at its beginning; the rest is the alert's name. */
export function readPeriod(line: string): {
  choice?: RangeChoice
  problems: QuestionProblem[]
  rest: string
} {
  const found =
    periodAt(line, (pattern) => `(?:^| )${pattern}$`) ?? periodAt(line, (pattern) => `^${pattern}(?: |$)`)
  if (found === undefined) return { problems: [], rest: line }
  const { result, words, rest } = found
  if (result.kind === 'problem') return { problems: [{ words, because: result.because }], rest }
  const second = periodAt(rest, (pattern) => `^${pattern}$`)
  if (second) return { problems: [{ words: rest, because: `the period is already ${words}` }], rest: '' }
  return { choice: result.choice, problems: [], rest }
}

function periodAt(
  line: string,
  place: (pattern: string) => string,
): { result: ParsedPeriod; words: string; rest: string } | undefined {
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
  if (wrong) return { kind: 'problem', because: `there is no date ${wrong}` }
  if (first > last) return { kind: 'problem', because: 'it ends before it begins' }
  if (daysBetween(first, last) > maxRangeDays) return tooLong
  return { kind: 'choice', choice: { kind: 'dates', from: first, to: last } }
}

/** 2026-1-5 is 2026-01-05. */
function padded(date: string): string {
  return date.replaceAll(/-(\d)(?!\d)/g, '-0$1')
}

function wholeMonth(month: string): ParsedPeriod {
  const first = `${month}-01`
  return isDate(first)
    ? dates(first, monthEnd(first))
    : { kind: 'problem', because: `there is no month ${month}` }
}

function lastDays(days: number): ParsedPeriod {
  if (days === 0) return { kind: 'problem', because: 'it has no days' }
  return days > maxRangeDays ? tooLong : { kind: 'choice', choice: { kind: 'days', days } }
}

const tooLong: ParsedPeriod = { kind: 'problem', because: 'it is longer than ten years' }

function named(words: string): ParsedPeriod {
  const name = namedRanges.find((range) => range === words)
  return name
    ? { kind: 'choice', choice: { kind: 'named', name } }
    : { kind: 'problem', because: 'it is no period' }
}
