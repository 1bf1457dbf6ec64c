import { expectedIn } from './expected.ts'
import { type HourlyCounts, hourMs, slotMs } from './hourly.ts'
import { countIn } from './timeline.ts'

/** A silence that missed fewer than this is no gap, but how the alert is. What comes after it in a heap is no storm either. */
const leastMissed = 7

/** No further back than this: what is silent longer is not measured against it. Hours. */
const longest = 48

/** How many mentions the silence right before the last `length` ms missed, where `perHour` are usual; zero where it was none. */
export function missedBefore(counts: HourlyCounts, now: number, length: number, perHour: number): number {
  const begins = Math.floor(now / slotMs) - length / slotMs + 1
  const { total } = counts.slots
  let slot = begins - 1
  while (slot >= total.first && countIn(total, slot) === 0) slot -= 1
  const missed =
    slot >= total.first
      ? ((begins - 1 - slot) * slotMs * perHour) / hourMs
      : missedInHours(counts, Math.floor((begins * slotMs) / hourMs) - 1)
  return missed >= leastMissed ? missed : 0
}

/** What the silent hours up to `last` would have brought. */
function missedInHours(counts: HourlyCounts, last: number): number {
  let missed = 0
  for (let hour = last; last - hour < longest && countIn(counts.hours.total, hour) === 0; hour -= 1)
    missed += expectedIn(counts, counts.hours.total, hour, hour)
  return missed
}
