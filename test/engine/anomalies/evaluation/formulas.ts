import type { VolumeCounts } from '../../../../src/engine/anomalies/alert-volume.ts'
import { assessSpike, type Sensitivity } from '../../../../src/engine/anomalies/spike-detector.ts'
import { nextSpikeState, noSpike } from '../../../../src/engine/anomalies/spike-state.ts'
import { countAt, countBetween, countOfLast, hourMs } from '../../../../src/engine/anomalies/volume-counts.ts'
import type { SpikeState } from '../../../../src/model/anomaly.ts'
import type { SpikeWatch } from './watch-week.ts'

/** One check of our spike detector, at one sensitivity. */
export function stepOf(sensitivity: Sensitivity) {
  return (state: SpikeState, counts: VolumeCounts, now: number, bursts: number[]) => {
    const assessment = assessSpike(counts, { now, sensitivity, bursts })
    return nextSpikeState(state, { now, assessment, found: [], recent: [], choose: () => [] })
  }
}

/** Our spike detector, at one sensitivity. */
export function ours(sensitivity: Sensitivity): SpikeWatch {
  const next = stepOf(sensitivity)
  let state: SpikeState = noSpike
  return (counts, now, bursts) => {
    const step = next(state, counts, now, bursts)
    state = step.state
    return step.change === 'started' ? step.state.signs.map(({ rule }) => rule) : []
  }
}

/**
 * The first version of the formula, for comparison. Signs: an hour with 20 mentions and three times the median of that hour in the last
 * seven days; a day with 20 mentions and a negative share 15 points higher; three bursts within half an hour. One alarm in six hours,
 * unless the hour has twice the mentions.
 */
export function literal(): SpikeWatch {
  let last: { at: number; count: number } | undefined
  return (counts, now, bursts) => {
    const count = countOfLast(counts, now, hourMs)
    const signs = literalSigns(counts, now, bursts)
    if (signs.length === 0 || (last && now - last.at < 6 * hourMs && count < 2 * Math.max(10, last.count)))
      return []
    last = { at: now, count }
    return signs
  }
}

function literalSigns(counts: VolumeCounts, now: number, bursts: number[]): string[] {
  return [
    ...(countOfLast(counts, now, hourMs) >= Math.max(20, 3 * medianHour(counts, now)) ? ['hour'] : []),
    ...(moodTurned(counts, now) ? ['sentiment'] : []),
    ...(bursts.filter((at) => at > now - hourMs / 2).length >= 3 ? ['bursts'] : []),
  ]
}

function medianHour({ hours }: VolumeCounts, now: number): number {
  const hour = Math.floor(now / hourMs)
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => countAt(hours.total, hour - 24 * day))
  return days.toSorted((a, b) => a - b)[3] ?? 0
}

function moodTurned({ hours }: VolumeCounts, now: number): boolean {
  const hour = Math.floor(now / hourMs)
  const total = countBetween(hours.total, hour - 23, hour)
  const share = (from: number) =>
    countBetween(hours.negative, from, hour) / Math.max(1, countBetween(hours.rated, from, hour))
  return total >= 20 && share(hour - 23) >= share(hour - 14 * 24 + 1) + 0.15
}
