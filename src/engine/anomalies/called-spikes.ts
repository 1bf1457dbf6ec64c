import type { Time } from '@overheard/base/time'
import { type CalledCount, sensitivities } from '../../model/anomaly.ts'
import type { DayBursts, VolumeCounts } from './alert-volume.ts'
import { rememberedFrom } from './ordinary-bursts.ts'
import { assessSpike, type Sensitivity } from './spike-detector.ts'
import { nextSpikeState, noSpike } from './spike-state.ts'
import { dayMs } from './volume-counts.ts'

/**
 * Counts for each day how many spikes the rule calls at each sensitivity, whatever the subscriptions want and whatever people marked as false
 * alarms. The counts by minute are gone after two hours, so nobody could count this later.
 */

/** Notes whether the rule calls a spike at `now`. The mentions that were found at `now` must be counted. */
export function noteCalls(counts: VolumeCounts, now: Time): VolumeCounts {
  const today = counts.bursts?.at(-1)
  if (today === undefined || today.day !== Math.floor(now / dayMs)) return counts
  const watched = { ...(counts.watched ?? { calm: noSpike, normal: noSpike, alert: noSpike }) }
  const called = { ...(today.called ?? { calm: 0, normal: 0, alert: 0 }) }
  for (const sensitivity of sensitivities) {
    const assessment = assessSpike(counts, { now, sensitivity, bursts: [] })
    const check = { now, assessment, found: [], recent: [], choose: () => [] }
    const step = nextSpikeState(watched[sensitivity], check)
    if (step.change === 'started') called[sensitivity] += 1
    watched[sensitivity] = step.state.kind === 'calm' ? step.state : { ...step.state, signs: [] }
  }
  const bursts: DayBursts[] = [...(counts.bursts ?? []).slice(0, -1), { ...today, called }]
  return { ...counts, bursts, watched }
}

/** Returns undefined if nothing was noted yet, as in the stores of 0.2. */
export function calledSpikes(
  counts: VolumeCounts,
  now: Time,
  sensitivity: Sensitivity,
): CalledCount | undefined {
  if (sensitivity === 'off') return undefined
  const noted = (counts.bursts ?? []).filter(({ day, called }) => called && day >= rememberedFrom(now))
  const [first] = noted
  if (first === undefined) return undefined
  const count = noted.reduce((sum, { called }) => sum + (called?.[sensitivity] ?? 0), 0)
  return { sensitivity, count, days: Math.floor(now / dayMs) - first.day + 1 }
}
