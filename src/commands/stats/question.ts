import { defaultRangeChoice, type QuestionProblem, type StatsQuestion } from '../../insights/question.ts'
import { readOptions } from './options.ts'
import { readPeriod } from './period.ts'

/** What came of reading a `/mentions-stats` command line. */
type ParsedQuestion =
  | { kind: 'question'; question: StatsQuestion }
  | { kind: 'help' }
  | { kind: 'not-understood'; problems: QuestionProblem[] }

/** No honest command line is longer; Slack itself cuts at 3,000 characters. */
const longestLine = 500

/**
 * Reads `[alert] [period] [options]` forgivingly: in any order, names with spaces in straight, curly or no quotes. A
 * period word counts at either end of the line only, so that it may stand within a name; in quotes it always belongs to
 * the name. Never throws.
 */
export function parseStatsQuestion(line: string): ParsedQuestion {
  if (line.length > longestLine)
    return notUnderstood([{ words: `${line.slice(0, 40)}…`, because: 'it is far too long' }])
  const plain = withStraightQuotes(line)
  if (/^(help|\?)$/i.test(plain)) return { kind: 'help' }
  const { name, rest } = takeQuoted(plain)
  const options = readOptions(rest)
  const period = readPeriod(options.rest)
  const words = period.rest
  const problems = [...options.problems, ...period.problems, ...leftoverWords(name, words)]
  if (problems.length > 0) return notUnderstood(problems)
  const alert = name ?? words
  return {
    kind: 'question',
    question: {
      ...(alert === '' ? {} : { alert }),
      choice: period.choice ?? defaultRangeChoice,
      ...(options.granularity ? { granularity: options.granularity } : {}),
      sources: options.sources,
      more: options.more,
    },
  }
}

/** With straight double quotes. A single curly one stays: it may be the apostrophe of a name, which a button's question gives back as it is. */
function withStraightQuotes(line: string): string {
  return line
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The first quoted stretch is the alert's name. A quote that is never closed reaches to the end. */
function takeQuoted(line: string): { name?: string; rest: string } {
  const quoted = /"([^"]*)("|$)/.exec(line) ?? /(?<=^| )['‘’]([^"]+)(['‘’])(?= |$)/.exec(line)
  if (quoted === null) return { rest: line }
  const rest = `${line.slice(0, quoted.index)} ${line.slice(quoted.index + quoted[0].length)}`
  const name = quoted[1]?.trim() ?? ''
  return name === '' ? { rest } : { name, rest }
}

function leftoverWords(name: string | undefined, words: string): QuestionProblem[] {
  if (name === undefined || words === '') return []
  return [{ words, because: `the alert is already named "${name}"` }]
}

function notUnderstood(problems: QuestionProblem[]): ParsedQuestion {
  return { kind: 'not-understood', problems }
}
