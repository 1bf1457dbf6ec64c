import type { Accounting } from '../model/accounting.ts'
import type { VerdictEntry } from '../model/verdict.ts'

/** Sums up what became of mentions, one entry each (see `foundIn`): every mention is in exactly one column. */
export function accountFor(found: VerdictEntry[]): Accounting {
  const fates = found.map(columnOf)
  const count = (kind: Column['kind']) => fates.filter((fate) => fate.kind === kind).length
  return {
    found: fates.length,
    posted: count('posted'),
    inBursts: count('burst'),
    filtered: byRule(fates),
    muted: count('muted'),
    duplicate: count('duplicate'),
    waiting: count('waiting'),
    rejected: count('rejected'),
  }
}

/** The summand of the accounting that a mention belongs to. */
type Column =
  | { kind: 'posted' | 'burst' | 'rejected' | 'waiting' | 'muted' | 'duplicate' }
  | { kind: 'filtered'; rule: string }

/** Mutes and duplicates are told apart from filters by the name of their rule: `muted…`, `duplicate…`. */
export function columnOf({ became, reason }: Pick<VerdictEntry, 'became' | 'reason'>): Column {
  if (became !== 'skipped') return { kind: became }
  if (/^mute/i.test(reason)) return { kind: 'muted' }
  if (/^duplicate/i.test(reason)) return { kind: 'duplicate' }
  return { kind: 'filtered', rule: reason }
}

function byRule(fates: Column[]): Accounting['filtered'] {
  const counts = new Map<string, number>()
  for (const fate of fates)
    if (fate.kind === 'filtered') counts.set(fate.rule, (counts.get(fate.rule) ?? 0) + 1)
  return [...counts]
    .map(([rule, count]) => ({ rule, count }))
    .sort((a, b) => b.count - a.count || a.rule.localeCompare(b.rule))
}
