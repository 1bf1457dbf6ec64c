import { literal, ours } from './formulas.ts'
import { kinds, weekOf } from './plans.ts'
import { added, noScore, type Score, scoreQuiet, scoreStorms } from './score.ts'
import { type StormWatch, watchWeek } from './watch-week.ts'

/** What is compared: ours at each sensitivity, and the formula as first written. Each week begins with a fresh one. */
export const formulas: { name: string; begin: () => StormWatch }[] = [
  { name: 'calm', begin: () => ours('calm') },
  { name: 'normal', begin: () => ours('normal') },
  { name: 'alert', begin: () => ours('alert') },
  { name: 'as first written', begin: literal },
]

/** The scores of the weeks of all kinds with these seeds: of each formula, and of the silences. */
export function evaluate(seeds: number[], compared = formulas): { storms: Score[]; quiet: Score } {
  let storms = compared.map(() => noScore)
  let quiet = noScore
  for (const kind of kinds) {
    for (const seed of seeds) {
      const week = weekOf(kind, seed)
      const alarms = watchWeek(
        week,
        compared.map(({ begin }) => begin()),
      )
      storms = storms.map((score, index) => added(score, scoreStorms(week, alarms.storms[index] ?? [])))
      quiet = added(quiet, scoreQuiet(week, alarms.quiet))
    }
  }
  return { storms, quiet }
}
