import { expect, it } from 'vitest'
import { meets, table } from '../../bench/row.ts'

const row = { what: 'a start', figure: 2, unit: 'times', note: '' }

it.each([
  ['nothing if nothing is expected of it', {}, ''],
  ['a tick if it is as it was', { kept: 1.7, goal: 2 }, '✓'],
  ['a goal that is open, which is no fault', { kept: 1.7, goal: 1.9 }, 'open'],
  ['a fault if it is 25 % worse than it was', { kept: 1.5, goal: 4 }, '✗'],
  ['a fault above its bound', { most: 1.9 }, '✗'],
])('a figure of the bench shows %s', (_what, bounds, mark) => {
  expect(
    table([{ ...row, ...bounds }])
      .split('a start')[0]
      ?.trim(),
  ).toBe(mark)
  expect(meets({ ...row, ...bounds })).toBe(mark !== '✗')
})
