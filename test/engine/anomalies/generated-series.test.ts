import { describe, expect, it } from 'vitest'
import { countFound } from '../../../src/engine/anomalies/ordinary-bursts.ts'
import { noSpike } from '../../../src/engine/anomalies/spike-state.ts'
import { initialCounts } from '../../../src/engine/anomalies/volume-counts.ts'
import type { SpikeState } from '../../../src/model/anomaly.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { stepOf } from './evaluation/formulas.ts'
import { day, minute } from './evaluation/make-week.ts'
import { firstDay, generateSeries, rhythms, type Shape } from './evaluation/series/generate-series.ts'
import { shareTold } from './evaluation/series/inject-events.ts'

it('of 20 events that are injected at 50 mentions a day, nine of ten are told within 15 minutes, and so is a second event three hours later', () => {
  const { first, second } = shareTold(1, 'normal', { injections: 20, perDays: [50] })
  expect(first).toBeGreaterThanOrEqual(0.9)
  expect(second).toBeGreaterThanOrEqual(0.9)
})

const { sentiment: _, ...mention } = sampleMention({ source: '', language: '' })

/** The alarms from the ninth day on: their day, and the least stated chance of their signs. */
function alarmsOf(shape: Omit<Shape, 'days' | 'rhythm'>, days = 55): { day: number; chance: number }[] {
  const alarms: { day: number; chance: number }[] = []
  const step = stepOf('normal')
  let counts = initialCounts(firstDay, { mentions: [], sentiment: [] })
  let state: SpikeState = noSpike
  for (const { at, count } of generateSeries({ ...shape, days, rhythm: rhythms.flat }).rows) {
    const now = at + minute
    // The bot checks if a spike starts only after it found mentions.
    if (count === 0 && state.kind === 'calm') continue
    counts = countFound(counts, Array(count).fill({ ...mention, date: now }), now)
    const next = step(state, counts, now, [])
    state = next.state
    if (next.change !== 'started' || now < firstDay + 8 * day) continue
    const chances = next.state.signs.flatMap((sign) => ('ordinary' in sign ? [sign.ordinary.chance] : []))
    alarms.push({ day: Math.floor(now / day), chance: Math.min(...chances) })
  }
  return alarms
}

describe('in series without events whose mentions come in bursts', () => {
  const shapes = [
    { seed: 1, perDay: 200, overdispersion: 3 },
    { seed: 2, perDay: 200, overdispersion: 10 },
    { seed: 3, perDay: 50, overdispersion: 20 },
  ]
  const alarms = shapes.map((shape) => alarmsOf(shape))

  it.each([0.2, 0.1, 0.05])(
    'at most the share %d of the days has an alarm whose stated chance is at most that',
    (chance) => {
      const days = alarms.map(
        (list) => new Set(list.filter((one) => one.chance <= chance).map((one) => one.day)).size,
      )
      expect(Math.max(...days) / 47).toBeLessThanOrEqual(chance)
    },
  )

  it('there is an alarm on at most one day in five, and after four weeks on at most one in six', () => {
    const daysFrom = (list: { day: number }[], from: number) =>
      new Set(list.filter((one) => one.day >= firstDay / day + from).map((one) => one.day)).size
    const all = alarms.map((list) => daysFrom(list, 8))
    const late = alarms.reduce((sum, list) => sum + daysFrom(list, 35), 0)
    expect(all.reduce((sum, one) => sum + one, 0) / (3 * 47)).toBeLessThanOrEqual(1 / 5)
    expect(late / (3 * 20)).toBeLessThanOrEqual(1 / 6)
  })
})

it('mentions that come every day at nine are no spike after the first ten days', () => {
  const newsletter = { at: 9 * 60 * minute, count: 60 }
  const shape = { seed: 4, perDay: 60, overdispersion: 1, newsletter }
  expect(alarmsOf(shape, 30).filter((alarm) => alarm.day >= firstDay / day + 10)).toEqual([])
})
