import { countMention, dayMs, hourMs, initialCounts } from '../../../src/anomalies/volume-counts.ts'
import type { VolumeCounts } from '../../../src/model/alert-volume.ts'
import type { Mention } from '../../../src/model/mention.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

/** Counts of an alert that brings the same every hour, for tests that need a past. */

/** `days` of `perHour` mentions an hour, evenly, up to `until` (UTC, ms; a whole hour), neutral ones unless said otherwise. */
export function rhythm(
  until: number,
  perHour: number,
  days = 15,
  changes: Partial<Mention> = {},
): VolumeCounts {
  const start = until - days * dayMs
  let counts = initialCounts(start, { mentions: [], sentiment: [] })
  for (let hour = start; hour < until; hour += hourMs)
    counts = more(counts, perHour, hour, hour + hourMs - 60_000, { sentiment: 'neutral', ...changes })
  return counts
}

/** The counts with `count` more mentions, evenly between two moments. */
export function more(
  counts: VolumeCounts,
  count: number,
  from: number,
  to: number,
  changes: Partial<Mention> = {},
): VolumeCounts {
  return Array.from({ length: count }, (_, index) => from + ((to - from) * (index + 1)) / count).reduce(
    (sum, at) => countMention(sum, sampleMention({ date: at, ...changes }), at),
    counts,
  )
}
