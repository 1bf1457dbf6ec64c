import { parseNameAndChannel } from '../../listeners/commands/line-words.ts'

/** The records of cards are kept for 90 days, unless `retentionDays` is set. */
const mostDays = 90

export type AskedExport = { name?: string; channel?: string; days: number }

/**
 * Reads a time at the end of what follows `/mentions export`, such as `30d`, `2w` or `for 7 days`; 30 days if there is none. `words` is a time
 * that cannot be exported, and each guess is a line behind `/mentions`.
 */
export function parseExport(rest: string): AskedExport | { words: string; guesses: string[] } {
  const [, before = '', count, unit = ''] =
    /^(.*?)(?:^|\s+)(?:for\s+)?(\d{1,9})\s?(d|days?|w|weeks?|h|hours?|m|months?|y|years?)$/i.exec(rest) ?? []
  const asked = parseNameAndChannel(count === undefined ? rest : before)
  if (count === undefined) return { ...asked, days: 30 }
  const days = Number(count) * (/^w/i.test(unit) ? 7 : 1)
  if (/^[dw]/i.test(unit) && days >= 1 && days <= mostDays) return { ...asked, days }
  const guesses = ['30d', '90d'].map((term) => ['export', asked.name, term].filter(Boolean).join(' '))
  return { words: `${count}${unit}`, guesses }
}
