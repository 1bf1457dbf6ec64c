import { expect, it } from 'vitest'
import { isCompared } from '../../src/digests/compose.ts'
import type { StatsRequest } from '../../src/stats/request-plan.ts'

const asked = { range: { from: '2026-11-01', to: '2026-11-07' }, sources: [] }
const total = { ...asked, kind: 'total', type: 'mentions', when: 'before' } as const
const series = { ...asked, kind: 'series', type: 'mentions', granularity: 'day' } as const

it.each<[string, StatsRequest, boolean]>([
  ['a total of a period', { ...total, when: 'now' }, true],
  ['a total of the period before', { ...total, type: 'reach' }, true],
  ['the history of mentions', series, true],
  ['a total that only the alert itself shows', { ...total, type: 'sources' }, false],
  ['another history', { ...series, type: 'sentiment' }, false],
  ['the mentions with the widest reach', { ...asked, kind: 'top-mentions', count: 3 }, false],
])('of an alert that is only compared, %s is asked for if the comparison shows it', (_what, need, isShown) =>
  expect(isCompared(need)).toBe(isShown),
)
