import type { Accounting } from '../model/accounting.ts'
import type { VerdictEntry } from '../model/verdict.ts'

/**
 * Sums up what became of the mentions of the given subscriptions between two moments (ms, both included). A mention
 * counts once for each subscription: at its first entry's time, and as what its last entry says. The log has no entry
 * of what is not settled yet, so how many are `waiting` is told by the caller.
 */
export function accountFor(
  log: Iterable<VerdictEntry>,
  window: { from: number; to: number },
  subscriptions: string[],
  waiting: number,
): Accounting {
  const fates = new Map<string, { foundAt: number; last: VerdictEntry }>()
  for (const entry of log) {
    if (!subscriptions.includes(entry.subscription)) continue
    const key = JSON.stringify([entry.subscription, entry.alert, entry.id])
    const known = fates.get(key)
    fates.set(key, {
      foundAt: Math.min(entry.at, known?.foundAt ?? entry.at),
      last: known && known.last.at > entry.at ? known.last : entry,
    })
  }
  const found = [...fates.values()].filter(({ foundAt }) => foundAt >= window.from && foundAt <= window.to)
  return sumUp(
    found.map(({ last }) => fateOf(last)),
    waiting,
  )
}

function sumUp(fates: Fate[], waiting: number): Accounting {
  const count = (kind: Fate['kind']) => fates.filter((fate) => fate.kind === kind).length
  return {
    found: fates.length + waiting,
    posted: count('posted'),
    inBursts: count('burst'),
    filtered: byRule(fates),
    muted: count('muted'),
    duplicate: count('duplicate'),
    waiting,
    rejected: count('rejected'),
  }
}

type Fate =
  | { kind: 'posted' | 'burst' | 'rejected' | 'muted' | 'duplicate' }
  | { kind: 'filtered'; rule: string }

/** Mutes and duplicates are told apart from filters by the name of their rule: `muted…`, `duplicate…`. */
function fateOf({ became, reason }: VerdictEntry): Fate {
  if (became !== 'skipped') return { kind: became }
  if (/^mute/i.test(reason)) return { kind: 'muted' }
  if (/^duplicate/i.test(reason)) return { kind: 'duplicate' }
  return { kind: 'filtered', rule: reason }
}

function byRule(fates: Fate[]): Accounting['filtered'] {
  const counts = new Map<string, number>()
  for (const fate of fates)
    if (fate.kind === 'filtered') counts.set(fate.rule, (counts.get(fate.rule) ?? 0) + 1)
  return [...counts]
    .map(([rule, count]) => ({ rule, count }))
    .sort((a, b) => b.count - a.count || a.rule.localeCompare(b.rule))
}
