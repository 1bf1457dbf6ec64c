import type { Replayed } from '../decide/replay.ts'
import { createTopExamples, type Example } from './loudest.ts'

/** What another configuration would post of the same subscription, and would not. */
export type Difference = {
  name: string
  gained: { count: number; loudest: Example[] }
  lost: { count: number; loudest: Example[] }
}

/** Compares two replays of the same mentions, as they pass. */
export type Comparison = { add(ours: Replayed[], theirs: Replayed[]): void; sum(): Difference }

const maxExamples = 5

/** Makes a comparison of the subscription `name` of two configurations. Gained is what only the other one posts. */
export function createComparison(name: string): Comparison {
  const sides = { gained: createTopExamples(maxExamples), lost: createTopExamples(maxExamples) }
  const counts = { gained: 0, lost: 0 }
  return {
    add(ours, theirs) {
      for (const [index, { mention, verdict: decision }] of ours.entries()) {
        const other = theirs[index]?.verdict
        if (other === undefined || (decision.kind === 'skip') === (other.kind === 'skip')) continue
        const change = decision.kind === 'skip' ? 'gained' : 'lost'
        counts[change]++
        sides[change].add(mention, change === 'gained' ? decision.reason : other.reason)
      }
    },
    sum: () => ({
      name,
      gained: { count: counts.gained, loudest: sides.gained.list() },
      lost: { count: counts.lost, loudest: sides.lost.list() },
    }),
  }
}
