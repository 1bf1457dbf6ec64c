import { withoutQuotes } from '../../typed/text.ts'

export type AskedChanges = { isOfAll: boolean; days: number }

const usualDays = 30

/** Reads what follows `/mentions changes`. Returns the words if they make no sense. */
export function parseChanges(rest: string, mostDays: number): AskedChanges | { words: string } {
  const line = withoutQuotes(rest)
  const [, all, count, unit = ''] =
    /^(all)?\s*(?:(?:for\s+)?(\d{1,5})\s?(d|days?|w|weeks?))?$/i.exec(line) ?? []
  const days =
    count === undefined ? Math.min(usualDays, mostDays) : Number(count) * (/^w/i.test(unit) ? 7 : 1)
  const isUnderstood = line === '' || all !== undefined || count !== undefined
  if (!isUnderstood || days < 1 || days > mostDays) return { words: line }
  return { isOfAll: all !== undefined, days }
}
