import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frame, scaleOf } from '../../../src/page/blocks/chart-data.ts'

it.each([
  [
    [0, 96],
    [0, 25, 50, 75, 100],
  ],
  [[3], [0, 1, 2, 3]],
  [
    [-5, 5],
    [-5, -2.5, 0, 2.5, 5],
  ],
  [[0], [0, 0.25, 0.5, 0.75, 1]],
])('the sandbox’s Slack page draws the grid lines of a chart with the values %j at %j', (values, ticks) => {
  expect(scaleOf(values, 1).ticks).toEqual(ticks)
})

it('the sandbox’s Slack page draws every value and category of a chart within the frame', () => {
  const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(values, (all) => {
      const scale = scaleOf(all, all.length)
      for (const [index, value] of all.entries()) {
        expect(scale.y(value)).toBeGreaterThanOrEqual(frame.top - 0.1)
        expect(scale.y(value)).toBeLessThanOrEqual(frame.height - frame.bottom + 0.1)
        expect(scale.x(index)).toBeGreaterThan(frame.left - 0.1)
        expect(scale.x(index)).toBeLessThan(frame.width - frame.right + 0.1)
      }
    }),
  )
})
