import type { Replayed } from '../decide/replay.ts'
import { createLoudest, type Example } from './loudest.ts'

/** What another configuration would post of the same subscription, and would not. */
export type Difference = {
  name: string
  gained: { count: number; loudest: Example[] }
  lost: { count: number; loudest: Example[] }
}

/** Compares two replays of the same mentions, as they pass. */
export type Comparison = { add(ours: Replayed[], theirs: Replayed[]): void; sum(): Difference }

const examples = 5

/** Makes a comparison of the subscription `name` of two configurations. Gained is what only the other one posts. */
export function createComparison(name: string): Comparison {
  const sides = { gained: createLoudest(examples), lost: createLoudest(examples) }
  const counts = { gained: 0, lost: 0 }
  return {
    add(ours, theirs) {
      for (const [index, { mention, verdict }] of ours.entries()) {
        const other = theirs[index]?.verdict
        if (other === undefined || (verdict.kind === 'skip') === (other.kind === 'skip')) continue
        const change = verdict.kind === 'skip' ? 'gained' : 'lost'
        counts[change]++
        sides[change].add(mention, change === 'gained' ? verdict.reason : other.reason)
      }
    },
    sum: () => ({
      name,
      gained: { count: counts.gained, loudest: sides.gained.list() },
      lost: { count: counts.lost, loudest: sides.lost.list() },
    }),
  }
}
