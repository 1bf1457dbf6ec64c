import { insightSources, type QuestionProblem } from '../../insights/question.ts'
import { readSourceName } from '../../messages/source-name.ts'
import type { Granularity } from '../../model/insight.ts'

type ParsedOptions = {
  granularity?: Granularity
  sources: string[]
  more: boolean
  problems: QuestionProblem[]
  /** The line without its options. */
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

/** Takes `by:`, `source:` and `show:` out of a command line. A blank after the colon or a comma is forgiven. */
export function readOptions(line: string): ParsedOptions {
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
  if (granularity) options.granularity = granularity
  else options.problems.push({ words: `by:${value}`, because: 'it can be by:day, by:week or by:month' })
}

function readShow(options: ParsedOptions, value: string): void {
  if (value === 'more') options.more = true
  else options.problems.push({ words: `show:${value}`, because: 'it can be show:more only' })
}

function readSources(options: ParsedOptions, key: string, value: string): void {
  const names = value.split(',').map((name) => name.trim())
  const known = names.map(readSourceName)
  const sources = insightSources.filter((source) => known.includes(source))
  const strange = names.filter((_, at) => !insightSources.some((source) => source === known[at]))
  if (strange.length === 0) options.sources = sources
  else
    options.problems.push({
      words: `${key}:${strange.join(',')}`,
      because: `statistics know the sources ${insightSources.join(', ')}`,
    })
}
