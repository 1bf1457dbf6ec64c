import { expectedInHour } from './expected.ts'
import { hourMs, minuteMs, type VolumeCounts } from './hourly.ts'
import { countAt } from './timeline.ts'

/** A silence that missed fewer than this is no gap, but how the alert is. What comes after it in a heap is no storm either. */
const leastGap = 7

/** No further back than this: what is silent longer is not measured against it. Hours. */
const longestGapHours = 48

/** How many mentions the silence right before the last `length` ms missed, where `perHour` are usual; zero where it was none. */
export function missedInGap(counts: VolumeCounts, now: number, length: number, perHour: number): number {
  const begins = Math.floor(now / minuteMs) - length / minuteMs + 1
  const { total } = counts.minutes
  let slot = begins - 1
  while (slot >= total.first && countAt(total, slot) === 0) slot -= 1
  const missed =
    slot >= total.first
      ? ((begins - 1 - slot) * minuteMs * perHour) / hourMs
      : missedInHours(counts, Math.floor((begins * minuteMs) / hourMs) - 1)
  return missed >= leastGap ? missed : 0
}

/** What the silent hours up to `last` would have brought. */
function missedInHours(counts: VolumeCounts, last: number): number {
  let missed = 0
  for (let hour = last; last - hour < longestGapHours && countAt(counts.hours.total, hour) === 0; hour -= 1)
    missed += expectedInHour(counts, counts.hours.total, hour, hour)
  return missed
}
