import { describe, expect, it } from 'vitest'
import type { VolumeCounts } from '../../../src/engine/anomalies/alert-volume.ts'
import { expectedPerHour } from '../../../src/engine/anomalies/expected-rate.ts'
import {
  countMention,
  dayMs,
  hourMs,
  initialCounts,
  minuteMs,
} from '../../../src/engine/anomalies/volume-counts.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const start = Date.UTC(2026, 10, 2)
const nothing = initialCounts(start, { mentions: [], sentiment: [] })

/** Counts `perDay` mentions a day at this hour of each of the days after the start. */
function countedDaily(hour: number, perDay: number, days: number): VolumeCounts {
  let counts = nothing
  for (let day = 0; day < days; day++)
    for (let one = 0; one < perDay; one++) {
      const at = start + day * dayMs + hour * hourMs + one * minuteMs
      counts = countMention(counts, sampleMention({ date: at }), at)
    }
  return counts
}

describe('the expected number of mentions an hour', () => {
  it('is above zero for an alert without any mention, so that the alert is still polled', () => {
    expect(expectedPerHour(nothing, start)).toBeGreaterThan(0)
  })

  it('is near a 24th of the mention service’s daily totals before the bot has counted any mention itself', () => {
    const day = (ago: number) => ({
      from: new Date(start - ago * dayMs).toISOString(),
      value: { total: 240, parts: [] },
    })
    const known = initialCounts(start, { mentions: [1, 2, 3, 4, 5, 6, 7].map(day) as never, sentiment: [] })
    expect(expectedPerHour(known, start)).toBeGreaterThan(7)
    expect(expectedPerHour(known, start)).toBeLessThan(11)
  })

  it('is not lower because the mention service does not tell the last totals', () => {
    const told = (agos: number[]) => {
      const mentions = agos.map((ago) => {
        const date = new Date(start - ago * dayMs).toISOString().slice(0, 10)
        return { from: date, to: date, incomplete: false, value: { total: 240, parts: [] } }
      })
      return initialCounts(start, { mentions, sentiment: [] })
    }
    const all = Array.from({ length: 30 }, (_, index) => index + 1)
    const usual = expectedPerHour(told(all), start)
    expect(expectedPerHour(told(all.slice(1)), start)).toBeGreaterThan(0.9 * usual)
    expect(expectedPerHour(told(all.slice(4)), start)).toBeGreaterThan(0.6 * usual)
  })

  it('is not lower because old mentions of a new alert are found late', () => {
    const busy = Array.from({ length: 100 }, (_, index) => start + index * 3 * minuteMs).reduce(
      (counts, at) => countMention(counts, sampleMention({ date: at }), at),
      nothing,
    )
    const now = start + 6 * hourMs
    const late = countMention(busy, sampleMention({ date: start - 10 * dayMs }), now)
    expect(expectedPerHour(late, now)).toBe(expectedPerHour(busy, now))
  })

  it('is more than five times as high at nine o’clock as at night if all mentions of the last ten days came at nine', () => {
    const counts = countedDaily(9, 30, 10)
    const atNine = expectedPerHour(counts, start + 10 * dayMs + 9 * hourMs)
    const atNight = expectedPerHour(counts, start + 10 * dayMs + 3 * hourMs)
    expect(atNine).toBeGreaterThan(5 * atNight)
  })

  it('rises at once when a quiet alert gets 20 mentions within a minute, and has fallen again 40 minutes later', () => {
    const now = start + 8 * dayMs
    let counts = countedDaily(9, 2, 7)
    const before = expectedPerHour(counts, now)
    for (let one = 0; one < 20; one++)
      counts = countMention(counts, sampleMention({ date: now - one * 1000 }), now)
    expect(expectedPerHour(counts, now)).toBeGreaterThan(20 * before)
    expect(expectedPerHour(counts, now + 40 * minuteMs)).toBeLessThan(4 * before)
  })
})
