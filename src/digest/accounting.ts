import type { Accounting } from '../model/accounting.ts'
import type { Id } from '../model/id.ts'
import type { Verdict } from '../model/verdict.ts'

/** One line of the verdict log, as far as the accounting needs it. */
export type LoggedVerdict = {
  subscription: string
  mention: Id
  /** UTC, ms since the epoch. */
  at: number
  verdict: Verdict
  /** How a delivery ended; absent while it has not. */
  ending?: 'posted' | 'burst' | 'rejected'
}

/**
 * Sums up what was found between two moments (ms, both included) for the given subscriptions. A mention counts where its
 * first line stands, and as what its last line says: held on Sunday and posted on Monday is posted, and found on Sunday.
 */
export function accountFor(
  log: Iterable<LoggedVerdict>,
  window: { from: number; to: number },
  subscriptions: string[],
): Accounting {
  const fates = new Map<string, { foundAt: number; last: LoggedVerdict }>()
  for (const entry of log) {
    if (!subscriptions.includes(entry.subscription)) continue
    const key = JSON.stringify([entry.subscription, entry.mention])
    const known = fates.get(key)
    fates.set(key, {
      foundAt: Math.min(entry.at, known?.foundAt ?? entry.at),
      last: known && known.last.at > entry.at ? known.last : entry,
    })
  }
  const found = [...fates.values()].filter(({ foundAt }) => foundAt >= window.from && foundAt <= window.to)
  return sumUp(found.map(({ last }) => last))
}

function sumUp(entries: LoggedVerdict[]): Accounting {
  const fates = entries.map(fateOf)
  const count = (kind: Fate['kind']) => fates.filter((fate) => fate.kind === kind).length
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

type Fate =
  | { kind: 'posted' | 'burst' | 'rejected' | 'muted' | 'duplicate' | 'waiting' }
  | { kind: 'filtered'; rule: string }

function fateOf({ verdict, ending }: LoggedVerdict): Fate {
  if (ending) return { kind: ending }
  if (verdict.kind !== 'skip') return { kind: 'waiting' }
  if (/^mute/i.test(verdict.reason)) return { kind: 'muted' }
  if (/^duplicate/i.test(verdict.reason)) return { kind: 'duplicate' }
  return { kind: 'filtered', rule: verdict.reason }
}

function byRule(fates: Fate[]): Accounting['filtered'] {
  const counts = new Map<string, number>()
  for (const fate of fates)
    if (fate.kind === 'filtered') counts.set(fate.rule, (counts.get(fate.rule) ?? 0) + 1)
  return [...counts]
    .map(([rule, count]) => ({ rule, count }))
    .sort((a, b) => b.count - a.count || a.rule.localeCompare(b.rule))
}
