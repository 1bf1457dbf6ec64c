/** The promise of `npm run weather` on a smaller set: seeds that chose no threshold. */
import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import { ours } from './formulas.ts'
import { kinds, weekOf } from './plans.ts'
import { precision, recall } from './score.ts'
import { watchWeek } from './watch-week.ts'

const { storms, quiet } = evaluate([1, 3], [{ name: 'normal', begin: () => ours('normal') }])
const [score] = storms
if (score === undefined) throw new Error('one formula, one score')

describe(`in ${kinds.length * 2} weeks that chose no threshold`, () => {
  it('nine of ten storm alarms are right, and nine of ten storms are told', () => {
    expect(precision(score), score.wrong.join('; ')).toBeGreaterThanOrEqual(0.9)
    expect(recall(score), score.missed.join('; ')).toBeGreaterThanOrEqual(0.9)
  })

  it('nine of ten silences told are right, and nine of ten are told', () => {
    expect(precision(quiet), quiet.wrong.join('; ')).toBeGreaterThanOrEqual(0.9)
    expect(recall(quiet), quiet.missed.join('; ')).toBeGreaterThanOrEqual(0.9)
  })

  it('nine of ten great storms are told within 15 minutes', () => {
    const great = score.lateBy.filter(({ isGreat }) => isGreat)
    expect(great.filter(({ minutes }) => minutes <= 15).length / great.length).toBeGreaterThanOrEqual(0.9)
  })
})

it.each(['steady', 'daily rhythm', 'weekly rhythm', 'very small alert'])(
  'a week that is %s has no alarm',
  (kind) => expect(watchWeek(weekOf(kind, 5), [ours('normal')])).toEqual({ storms: [[]], quiet: [] }),
)

it('a week is the same each time it is made', () =>
  expect(weekOf('night crisis', 3)).toEqual(weekOf('night crisis', 3)))
