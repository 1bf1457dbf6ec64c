import { describe, expect, it } from 'vitest'
import { alertVolumeSchema, type VolumeCounts } from '../../../src/engine/anomalies/alert-volume.ts'
import { compareWithOrdinary, countFound } from '../../../src/engine/anomalies/ordinary-bursts.ts'
import { assessSpike } from '../../../src/engine/anomalies/spike-detector.ts'
import { dayMs, hourMs, initialCounts } from '../../../src/engine/anomalies/volume-counts.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const minute = 60_000
const start = Date.UTC(2026, 9, 26)
const { sentiment: _, ...mention } = sampleMention({ source: '', language: '' })

type Burst = { at: number; count: number }

/** Counts six mentions an hour for some days and a half, and the mentions of each burst within ten minutes. */
function countDays(
  days: number,
  bursts: Burst[],
  from: VolumeCounts = initialCounts(start, { mentions: [], sentiment: [] }),
) {
  const times = Array.from({ length: (days + 0.5) * 144 }, (_, index) => start + (index + 0.5) * 10 * minute)
  const more = bursts.flatMap(({ at, count }) => spread(at, count))
  return countAll(
    [...times, ...more].sort((a, b) => a - b),
    from,
  )
}

const spread = (at: number, count: number) =>
  Array.from({ length: count }, (_, index) => at + ((index + 1) * 10 * minute) / count)

const countAll = (times: number[], from: VolumeCounts) =>
  times.reduce((counts, date) => countFound(counts, [{ ...mention, date }], date), from)

/** The rules that a burst of `count` mentions meets at noon of the day after `days` days. */
function rulesMet(counts: VolumeCounts, days: number, count: number) {
  const at = start + days * dayMs + 12 * hourMs
  const [after, now] = [countAll(spread(at, count), counts), at + 10 * minute]
  return assessSpike(after, { now, sensitivity: 'normal', bursts: [] }).signs
}

/** One burst a day, each at another hour, so that no hour has a larger baseline because of them. */
const daily = (days: number, count: (day: number) => number): Burst[] =>
  Array.from({ length: days }, (_, day) => ({
    at: start + day * dayMs + (((day * 7) % 24) + 0.2) * hourMs,
    count: count(day),
  }))

describe('the ordinary bursts of an alert', () => {
  const bursty = countDays(
    25,
    daily(25, () => 40),
  )

  it('are no spike, although a steady alert has a spike with the same count', () => {
    expect(rulesMet(countDays(25, []), 25, 45)).not.toEqual([])
    expect(rulesMet(bursty, 25, 40)).toEqual([])
  })

  it('do not hide a burst that is much larger than all of them', () =>
    expect(rulesMet(bursty, 25, 120)).not.toEqual([]))

  it('are known for 28 days, without today and yesterday', () => {
    const { bursts = [] } = countDays(40, [])
    expect(bursts.length).toBeLessThanOrEqual(30)
    const old = countDays(40, [{ at: start + 2 * dayMs, count: 40 }])
    const [sign] = rulesMet(old, 40, 60)
    expect(sign).toMatchObject({ ordinary: { days: 28, maxChance: 1 / 6 } })
  })

  it('include a single event, which does not hide the next event, even if the alert is only known since some days', () =>
    expect(rulesMet(countDays(12, [{ at: start + 7 * dayMs, count: 90 }]), 12, 45)).not.toEqual([]))

  it('are the same for a second event three hours after the first one', () => {
    const first = { at: start + 25 * dayMs + 9 * hourMs, count: 60 }
    const after = countAll(spread(first.at, first.count), countDays(25, []))
    expect(rulesMet(after, 25, 60)).not.toEqual([])
  })

  it('give the chance as the share of days that had such a burst, and less than one day if no day had', () => {
    const chanceOf = (greatDays: number) => {
      const bursts = Array.from({ length: 28 }, (_, index) => {
        const excess = index < greatDays ? Math.log(30) : Math.log(2)
        return { day: start / dayMs + index, at: 0, hour: excess, 'half-hour': excess, quarter: excess }
      })
      const days = countAll(spread(start + 29.5 * dayMs, 40), { ...countDays(29, []), bursts })
      const now = start + 29.5 * dayMs + 10 * minute
      const baseline = { perHour: 6 }
      const budget = { share: 1 / 6, days: 2 }
      return compareWithOrdinary(days, now, { baseline, rule: 'quarter', budget })?.chance
    }
    expect([chanceOf(1), chanceOf(7)]).toEqual([2 / 29, 8 / 29])
    expect(chanceOf(0)).toBeLessThan(1 / 29)
  })

  it('are not known in the stores of 0.2, whose counts go on', () => {
    const { bursts: _bursts, ...before } = bursty
    const seen = { watermark: '0', origin: '0', done: [] }
    const read = alertVolumeSchema.parse({ counts: before, seen, announced: [] }).counts
    expect(read).toEqual(before)
    const [sign] = rulesMet(read, 25, 40)
    expect(sign).toBeDefined()
    expect(sign).not.toHaveProperty('ordinary')
  })
})

const everyHour = (at: number, count: number) =>
  Array.from({ length: count }, (_, index) => at + ((index + 0.5) * hourMs) / count)

describe('the baseline of a quiet weekday', () => {
  it('is lower than that of the other days, so that an event at the weekend is a spike', () => {
    const isWeekend = (at: number) => [0, 6].includes(new Date(at).getUTCDay())
    const times = Array.from({ length: 26.5 * 24 }, (_, hour) => start + hour * hourMs).flatMap((at) =>
      everyHour(at, isWeekend(at) ? 8 : 24),
    )
    const counts = countAll(times, initialCounts(start, { mentions: [], sentiment: [] }))
    const saturday = 26
    expect(new Date(start + saturday * dayMs).getUTCDay()).toBe(6)
    expect(rulesMet(counts, saturday, 17)).not.toEqual([])
  })
})

describe('the mentions that were missed in a silence', () => {
  const isBusy = (hour: number) => hour >= 8 && hour < 18
  const times = Array.from({ length: 25 * 24 }, (_, hour) => hour).flatMap((hour) =>
    everyHour(start + hour * hourMs, isBusy(hour % 24) ? 60 : 3),
  )
  const counts = countAll(times, initialCounts(start, { mentions: [], sentiment: [] }))
  /** Mentions until a silence of half an hour, and then a burst. */
  const burstAfter = (hour: number, count: number) => {
    const day = start + 25 * dayMs
    const before = Array.from({ length: hour }, (_, one) => one).flatMap((one) =>
      everyHour(day + one * hourMs, isBusy(one) ? 60 : 3),
    )
    const at = day + (hour + 0.5) * hourMs
    const after = countAll([...before, ...spread(at, count)], counts)
    return assessSpike(after, { now: at + 10 * minute, sensitivity: 'normal', bursts: [] }).signs
  }

  it('are those of its own hours, so that an event after a busy day is a spike', () =>
    expect(burstAfter(18, 95)).not.toEqual([]))

  it('are no spike when they arrive together', () => expect(burstAfter(12, 35)).toEqual([]))
})
