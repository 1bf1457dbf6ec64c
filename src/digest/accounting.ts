import type { DeliveryReport } from '../model/accounting.ts'
import type { DecisionRecord } from '../model/verdict.ts'

/** Sums up what became of mentions, one entry each (see `foundIn`): every mention is in exactly one column. */
export function countOutcomes(found: DecisionRecord[]): DeliveryReport {
  const columns = found.map(reportColumnOf)
  const count = (kind: ReportColumn['kind']) => columns.filter((column) => column.kind === kind).length
  return {
    found: columns.length,
    posted: count('posted'),
    inBursts: count('burst'),
    filtered: countByRule(columns),
    muted: count('muted'),
    duplicate: count('duplicate'),
    waiting: count('waiting'),
    rejected: count('rejected'),
  }
}

/** The summand of the accounting that a mention belongs to. */
type ReportColumn =
  | { kind: 'posted' | 'burst' | 'rejected' | 'waiting' | 'muted' | 'duplicate' }
  | { kind: 'filtered'; rule: string }

/** Mutes and duplicates are told apart from filters by the name of their rule: `muted…`, `duplicate…`. */
export function reportColumnOf({
  outcome,
  reason,
}: Pick<DecisionRecord, 'outcome' | 'reason'>): ReportColumn {
  if (outcome !== 'skipped') return { kind: outcome }
  if (/^mute/i.test(reason)) return { kind: 'muted' }
  if (/^duplicate/i.test(reason)) return { kind: 'duplicate' }
  return { kind: 'filtered', rule: reason }
}

function countByRule(columns: ReportColumn[]): DeliveryReport['filtered'] {
  const counts = new Map<string, number>()
  for (const column of columns)
    if (column.kind === 'filtered') counts.set(column.rule, (counts.get(column.rule) ?? 0) + 1)
  return [...counts]
    .map(([rule, count]) => ({ rule, count }))
    .sort((a, b) => b.count - a.count || a.rule.localeCompare(b.rule))
}
