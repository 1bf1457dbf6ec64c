import type { Mention } from '@overheard/mention-client/mention'
import type { VolumeCounts } from '../../../../src/engine/anomalies/alert-volume.ts'
import { countMention, dayMs, hourMs, initialCounts } from '../../../../src/engine/anomalies/volume-counts.ts'
import { sampleMention } from '../../../tools/sample-mention.ts'

/**
 * Counts with `perHour` mentions in each hour of `days` days, which end at `until` (UTC, ms; a whole hour). The mentions are neutral by
 * default.
 */
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

/** Adds `count` mentions, evenly spread from `from` to `to` (UTC, ms). */
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
