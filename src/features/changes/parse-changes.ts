import { daysIn } from '../../typed/moment.ts'
import { withoutQuotes } from '../../typed/text.ts'

export type AskedChanges = { isOfAll: boolean; days: number }

const usualDays = 30

/** Reads what follows `/mentions changes`. Returns the words if they make no sense. */
export function parseChanges(rest: string, mostDays: number): AskedChanges | { words: string } {
  const line = withoutQuotes(rest)
  const [, all, written = ''] = /^(all(?=\s|$))?\s*(.*)$/is.exec(line) ?? []
  const days = written === '' ? Math.min(usualDays, mostDays) : daysIn(written)
  if (days === undefined || days < 1 || days > mostDays) return { words: line }
  return { isOfAll: all !== undefined, days }
}
