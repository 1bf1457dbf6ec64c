import { expect, it } from 'vitest'
import { upkeepOf } from '../../src/health/shared-problems.ts'
import type { SharedProblem } from '../../src/store/collections.ts'

const now = 10_000_000
const saidAgo = (ms: number, more: Partial<SharedProblem> = {}): SharedProblem => ({
  key: 'alert 7',
  what: 'There is no alert.',
  whatToDo: 'Correct it.',
  since: 0,
  at: now - ms,
  ...more,
})

it.each([
  ['its own, said a moment ago, is left', saidAgo(1000), true, 'nothing'],
  ['its own is said again after half a minute', saidAgo(30_001), true, 'say-again'],
  ['its own stands however long it was not said', saidAgo(500_000), true, 'say-again'],
  ['another’s is left while that one says it', saidAgo(90_000), false, 'nothing'],
  ['another’s is taken down when that one has died', saidAgo(90_001), false, 'take-down'],
  ['what happened once is taken down by whoever sees it', saidAgo(0, { until: now }), false, 'take-down'],
  ['so is its own', saidAgo(0, { until: now }), true, 'take-down'],
  ['what happened once stands until then', saidAgo(0, { until: now + 1 }), true, 'nothing'],
] as const)('%s', (_what, problem, isMine, upkeep) => {
  expect(upkeepOf(problem, isMine, now)).toBe(upkeep)
})
