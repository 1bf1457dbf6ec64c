import { describe, expect, it } from 'vitest'
import { evaluate, overall } from './evaluation/evaluate.ts'
import { ours } from './evaluation/formulas.ts'
import { kinds, weekOf } from './evaluation/plans.ts'
import { isInTime, precision, recall } from './evaluation/score.ts'
import { chosenOn, reportedOn } from './evaluation/seeds.ts'

/**
 * Checks the promise of `npm run weather` on fewer weeks. Two thirds of them were not used to choose a threshold. The weeks are the same in
 * each run.
 */

const seeds = [...chosenOn(1), ...reportedOn(2)]
const byKind = evaluate(seeds, [{ name: 'normal', begin: () => ours('normal') }])
const { spikes, quiet } = overall(byKind)
const [score] = spikes
if (score === undefined) throw new Error('one formula, one score')

describe(`in ${kinds.length * seeds.length} generated weeks whose spikes and silences are known,`, () => {
  it('at least nine of ten spike alarms are right, and at least nine of ten spikes are detected', () => {
    expect(precision(score), score.wrong.join('; ')).toBeGreaterThanOrEqual(0.9)
    expect(recall(score), score.missed.join('; ')).toBeGreaterThanOrEqual(0.9)
  })

  it('at least nine of ten reported silences are right, and at least nine of ten silences are detected', () => {
    expect(precision(quiet), quiet.wrong.join('; ')).toBeGreaterThanOrEqual(0.9)
    expect(recall(quiet), quiet.missed.join('; ')).toBeGreaterThanOrEqual(0.9)
  })

  it('at least nine of ten spikes of five times the usual count are detected within 15 minutes', () => {
    const great = score.tellings.filter(({ isGreat }) => isGreat)
    const late = great.filter((telling) => !isInTime(telling)).map(({ week }) => week)
    expect(great.length).toBeGreaterThanOrEqual(12)
    expect((great.length - late.length) / great.length, late.join('; ')).toBeGreaterThanOrEqual(0.9)
  })

  it.each(['steady', 'daily rhythm', 'weekly rhythm', 'busy alert', 'very small alert'])(
    'weeks of the kind "%s" raise no alarm',
    (kind) => {
      const scores = byKind.get(kind)
      expect([scores?.spikes.flatMap(({ wrong }) => wrong), scores?.quiet.wrong]).toEqual([[], []])
    },
  )
})

it('the same kind and seed always generate the same test week', () =>
  expect(weekOf('night crisis', 3)).toEqual(weekOf('night crisis', 3)))
