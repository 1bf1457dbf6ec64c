import { describe, expect, it } from 'vitest'
import { alertVolumeSchema, type VolumeCounts } from '../../../src/engine/anomalies/alert-volume.ts'
import { calledSpikes, noteCalls } from '../../../src/engine/anomalies/called-spikes.ts'
import { countFound } from '../../../src/engine/anomalies/ordinary-bursts.ts'
import { dayMs, hourMs, initialCounts, minuteMs } from '../../../src/engine/anomalies/volume-counts.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const start = Date.UTC(2026, 9, 26)
const mention = sampleMention({ source: '', language: '' })

/** Two mentions an hour, and bursts of 60 mentions in ten minutes on some days at different hours. */
function countDays(from: number, to: number, bursts: number[], before: VolumeCounts): VolumeCounts {
  const times = Array.from(
    { length: (to - from) * 48 },
    (_, index) => start + from * dayMs + index * 30 * minuteMs,
  )
  const more = bursts.flatMap((day) =>
    Array.from(
      { length: 60 },
      (_, index) => start + day * dayMs + ((day * 7) % 22) * hourMs + index * 10_000,
    ),
  )
  return [...times, ...more]
    .sort((a, b) => a - b)
    .reduce((counts, date) => noteCalls(countFound(counts, [{ ...mention, date }], date), date), before)
}

const nothing = initialCounts(start, { mentions: [], sentiment: [] })
const at = (day: number) => start + day * dayMs - 1

describe('the count of spikes that the rule would have called', () => {
  const month = countDays(0, 30, [12, 20, 21], nothing)

  it('has each spike of the last 30 days once, and those of today', () => {
    expect(calledSpikes(month, at(30), 'normal')).toEqual({ sensitivity: 'normal', count: 3, days: 25 })
    const later = countDays(30, 45, [44], month)
    expect(calledSpikes(later, at(45), 'normal')).toEqual({ sensitivity: 'normal', count: 3, days: 30 })
    expect(later.bursts?.length).toBeLessThanOrEqual(30)
  })

  it('is that of the sensitivity', () => {
    expect(calledSpikes(month, at(30), 'off')).toBeUndefined()
    const small = countDays(0, 12, [], nothing)
    const date = start + 12 * dayMs + 3 * hourMs
    const after = noteCalls(countFound(small, Array(10).fill({ ...mention, date }), date), date)
    const counts = (['calm', 'normal', 'alert'] as const).map((one) => calledSpikes(after, date, one)?.count)
    expect(counts).toEqual([0, 1, 1])
  })

  it('survives a restart, and is unknown in the stores of 0.2', () => {
    const seen = { watermark: '0', origin: '0', done: [] }
    const read = alertVolumeSchema.parse(JSON.parse(JSON.stringify({ counts: month, seen, announced: [] })))
    expect(read.counts).toEqual(month)
    const bursts = month.bursts?.map(({ called: _, ...one }) => one) ?? []
    expect(calledSpikes({ ...month, bursts }, at(30), 'normal')).toBeUndefined()
  })
})
