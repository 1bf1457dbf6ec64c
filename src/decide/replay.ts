import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Verdict } from '../model/verdict.ts'
import type { Decide } from './decide.ts'
import { fingerprintsOf, staysFirst } from './duplicate.ts'

/** A mention and what would be decided of it. */
export type Replayed = { mention: Mention; verdict: Verdict }

/** How many of the mentions end in which way. What is held is posted later, so it counts among `posted`, and by itself. */
export type Tally = {
  total: number
  posted: number
  held: number
  /** By the rule that skips them, greatest first. */
  skipped: { reason: string; count: number }[]
}

/**
 * What would be decided of mentions that arrive one by one, each at the moment of its own date (of an undated one: `now`; both UTC,
 * ms), in ascending order of ids. `channel`: the id of the channel it is for.
 */
export function replay(
  decide: Decide,
  mentions: Mention[],
  { now, channel, dedupe }: { now: number; channel?: string; dedupe?: 'url' },
): Replayed[] {
  const repeatedBy = dedupe === undefined ? () => undefined : repetitions()
  return mentions
    .toSorted((a, b) => compareIds(a.id, b.id))
    .map((mention) => {
      const at = mention.date > 0 ? mention.date : now
      const verdict = decide(mention, at, channel)
      const repeated = verdict.kind === 'skip' ? undefined : repeatedBy(mention, at)
      return { mention, verdict: repeated ?? verdict }
    })
}

/** Tells a mention that repeats an earlier one; each one that does not is remembered as the first of its kind. */
function repetitions(): (mention: Mention, at: number) => Verdict | undefined {
  const firsts = new Map<string, { id: string; at: number }>()
  return (mention, at) => {
    const prints = fingerprintsOf(mention)
    for (const { by, key } of prints) {
      const first = firsts.get(key)
      if (first !== undefined && at - first.at <= staysFirst)
        return { kind: 'skip', reason: `duplicate.${by}`, detail: first.id }
    }
    for (const { key } of prints) firsts.set(key, { id: mention.id, at })
    return undefined
  }
}

/** Sums a replay up. */
export function tally(replayed: Replayed[]): Tally {
  const skips = new Map<string, number>()
  for (const { verdict } of replayed) {
    if (verdict.kind === 'skip') skips.set(verdict.reason, (skips.get(verdict.reason) ?? 0) + 1)
  }
  const skipped = [...skips]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
  const all = replayed.length
  return {
    total: all,
    posted: all - skipped.reduce((sum, { count }) => sum + count, 0),
    held: replayed.filter(({ verdict }) => verdict.kind === 'hold').length,
    skipped,
  }
}
