import { parseNameTermAndChannel } from '../../listeners/commands/line-words.ts'
import { daysIn } from '../../typed/moment.ts'

export type ExportFormat = 'csv' | 'json'

export type AskedExport = {
  /** A table that a feature adds. */
  table?: string
  name?: string
  channel?: string
  days: number
  format: ExportFormat
}

/** The tables of features, and how many days the table of mentions has at most. */
type Known = {
  tables: readonly { word: string; mostDays: number }[]
  mostDays: number
  isName?: (text: string) => boolean
}

/**
 * Reads a time at the end of what follows `/mentions export`, such as `30d`, `2w` or `for 7 days`; 30 days if there is none. Behind it can be
 * the format. A text that `isName` knows is a name. `words` is a time that cannot be exported, at most `mostDays`, and
 * each guess is a line behind `/mentions`.
 */
export function parseExport(
  line: string,
  { tables, mostDays, isName = () => false }: Known,
): AskedExport | { words: string; mostDays: number; guesses: string[] } {
  const plain = line.trim()
  const withFormat = /^(.*?)(?:(?:^|\s+)(?:as\s+)?(csv|json))?$/is.exec(plain)
  const [, rest = '', written = 'csv'] = isName(plain) ? [plain, plain] : (withFormat ?? [])
  const format = written.toLowerCase() === 'json' ? 'json' : 'csv'
  const { term, ...place } = parseNameTermAndChannel(rest, isName)
  const table = tables.find(({ word }) => word === place.name?.toLowerCase() && place.channel === undefined)
  const asked = { ...(table === undefined ? place : { table: table.word }), format } as const
  const longest = table?.mostDays ?? mostDays
  if (term === undefined) return { ...asked, days: Math.min(30, longest) }
  const days = daysIn(term)
  if (days !== undefined && days >= 1 && days <= longest) return { ...asked, days }
  const name = table?.word ?? place.name
  const terms = [...new Set([Math.min(30, longest), Math.min(90, longest)])].map((one) => `${one}d`)
  const guesses = terms.map((term) => ['export', name, term].filter(Boolean).join(' '))
  return { words: term, mostDays: longest, guesses }
}
