import { literal, ours } from './formulas.ts'
import { minute } from './make-week.ts'
import { kinds, weekOf } from './plans.ts'
import { added, noScore, type Score, scoreQuiet, scoreSpikes } from './score.ts'
import { type SpikeWatch, watchWeek } from './watch-week.ts'

/** A spike detector to compare. `begin` creates a new one for each week. */
type Formula = { name: string; begin: () => SpikeWatch }

/** The compared detectors: ours at each sensitivity, and the first version of our formula. */
export const formulas: Formula[] = [
  { name: 'calm', begin: () => ours('calm') },
  { name: 'normal', begin: () => ours('normal') },
  { name: 'alert', begin: () => ours('alert') },
  { name: 'as first written', begin: literal },
]

/** The scores of some weeks. `spikes`: one score per formula, in order. `quiet`: the score of the silences. */
export type Scores = { spikes: Score[]; quiet: Score }

function evaluateKind(kind: string, seeds: number[], compared: Formula[], pollEveryMs: number): Scores {
  const none: Scores = { spikes: compared.map(() => noScore), quiet: noScore }
  return seeds.reduce((sum, seed) => {
    const week = weekOf(kind, seed)
    const { spikes, quiet } = watchWeek(
      week,
      compared.map(({ begin }) => begin()),
      pollEveryMs,
    )
    const scores = spikes.map((alarms) => scoreSpikes(week, alarms))
    return together(sum, { spikes: scores, quiet: scoreQuiet(week, quiet) })
  }, none)
}

/** The scores by kind of week. Each seed makes one week of each kind. */
export function evaluate(
  seeds: number[],
  compared = formulas,
  pollEveryMs = 2 * minute,
): Map<string, Scores> {
  return new Map(kinds.map((kind) => [kind, evaluateKind(kind, seeds, compared, pollEveryMs)]))
}

export function overall(byKind: Map<string, Scores>): Scores {
  return [...byKind.values()].reduce(together)
}

function together(a: Scores, b: Scores): Scores {
  const spikes = a.spikes.map((score, index) => added(score, b.spikes[index] ?? noScore))
  return { spikes, quiet: added(a.quiet, b.quiet) }
}
