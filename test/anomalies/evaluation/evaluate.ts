import { literal, ours } from './formulas.ts'
import { kinds, weekOf } from './plans.ts'
import { added, noScore, type Score, scoreQuiet, scoreStorms } from './score.ts'
import { type StormWatch, watchWeek } from './watch-week.ts'

/** A way to tell storms. Each week begins with a fresh one. */
type Formula = { name: string; begin: () => StormWatch }

/** What is compared: ours at each sensitivity, and the formula as first written. */
export const formulas: Formula[] = [
  { name: 'calm', begin: () => ours('calm') },
  { name: 'normal', begin: () => ours('normal') },
  { name: 'alert', begin: () => ours('alert') },
  { name: 'as first written', begin: literal },
]

/** The scores of some weeks: of each formula, in their order, and of the silences. */
export type Scores = { storms: Score[]; quiet: Score }

/** The scores of the weeks of one kind with these seeds. */
function evaluateKind(kind: string, seeds: number[], compared: Formula[]): Scores {
  const none: Scores = { storms: compared.map(() => noScore), quiet: noScore }
  return seeds.reduce((sum, seed) => {
    const week = weekOf(kind, seed)
    const { storms, quiet } = watchWeek(
      week,
      compared.map(({ begin }) => begin()),
    )
    const scores = storms.map((alarms) => scoreStorms(week, alarms))
    return together(sum, { storms: scores, quiet: scoreQuiet(week, quiet) })
  }, none)
}

/** The scores of the weeks of each kind with these seeds. */
export function evaluate(seeds: number[], compared = formulas): Map<string, Scores> {
  return new Map(kinds.map((kind) => [kind, evaluateKind(kind, seeds, compared)]))
}

/** The scores of all kinds as one. */
export function overall(byKind: Map<string, Scores>): Scores {
  return [...byKind.values()].reduce(together)
}

function together(a: Scores, b: Scores): Scores {
  const storms = a.storms.map((score, index) => added(score, b.storms[index] ?? noScore))
  return { storms, quiet: added(a.quiet, b.quiet) }
}
