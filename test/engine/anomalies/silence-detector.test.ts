import { describe, expect, it } from 'vitest'
import { detectSilences, newSilences } from '../../../src/engine/anomalies/silence-detector.ts'
import { hourMs } from '../../../src/engine/anomalies/volume-counts.ts'
import { more, rhythm } from './evaluation/a-rhythm.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const hoursOn = (hours: number) => noon + hours * hourMs
const whats = (counts: Parameters<typeof detectSilences>[0], now: number) =>
  detectSilences(counts, now).map(({ what }) => (what.kind === 'alert' ? 'alert' : what.name))

describe('the silence detector', () => {
  const steady = rhythm(noon, 6)

  it('reports an alert of six mentions an hour after four hours without any, but not after two, and returns the numbers behind the report', () => {
    expect([whats(steady, hoursOn(2)), whats(steady, hoursOn(4))]).toEqual([[], ['alert']])
    const [alarm] = detectSilences(steady, hoursOn(4))
    expect(alarm).toMatchObject({ what: { kind: 'alert' }, usualGap: 0, maxChance: 1e-3, times: 1.5 })
    expect(alarm?.perDay).toBeCloseTo(144, 0)
    expect(alarm?.chance).toBeCloseTo(Math.exp(-(alarm?.expected ?? 0) / 2), 9)
  })

  it('reports a source and a language that have become silent while another source and language of the alert go on', () => {
    const both = more(steady, 0, noon, noon)
    const others = [0, 1, 2, 3, 4].reduce(
      (counts, hour) => more(counts, 4, hoursOn(hour), hoursOn(hour + 1), { source: 'web', language: 'de' }),
      both,
    )
    expect(whats(others, hoursOn(5)).sort()).toEqual(['en', 'reddit'])
  })

  it('does not report the silence of an alert that is known for less than a week', () =>
    expect(whats(rhythm(noon, 6, 6.9), hoursOn(48))).toEqual([]))

  it('does not report the silence of an alert that has only four mentions every second day', () => {
    const few = [14, 12, 10, 8, 6, 4, 2].reduce(
      (counts, ago) => more(counts, 4, hoursOn(-24 * ago), hoursOn(-24 * ago + 8)),
      rhythm(hoursOn(-15 * 24), 0, 1),
    )
    expect(whats(few, hoursOn(24 * 10))).toEqual([])
  })

  it('does not report the silence of an alert that is often silent for days, even if it has many mentions in between', () => {
    const fits = Array.from({ length: 14 }, (_, day) => hoursOn(-24 * (14 - day))).filter(
      (_, day) => day % 3 === 0,
    )
    const counts = fits.reduce(
      (sum, at) => more(sum, 60, at, at + 6 * hourMs),
      rhythm(hoursOn(-15 * 24), 0, 1),
    )
    expect(whats(counts, hoursOn(20))).toEqual([])
  })

  it('reports a silence only once, and forgets it after a new mention, so that the next silence can be reported', () => {
    const first = newSilences([], detectSilences(steady, hoursOn(4)))
    const announced = first.toPost.map(({ what, since }) => ({ what, since, notices: ['n1'] }))
    const second = newSilences(announced, detectSilences(steady, hoursOn(9)))
    const back = more(steady, 6, hoursOn(9), hoursOn(10))
    const third = newSilences(second.lasting, detectSilences(back, hoursOn(10)))
    expect(first).toMatchObject({ toPost: [{ what: { kind: 'alert' } }], lasting: [] })
    expect(second).toEqual({ toPost: [], lasting: announced })
    expect(third).toEqual({ toPost: [], lasting: [] })
  })
})
