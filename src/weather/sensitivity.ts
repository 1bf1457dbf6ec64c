import type { Threshold } from '../model/storm.ts'
import type { Subscription } from '../model/subscription.ts'

/** How much it takes to call something a storm. */
export type Sensitivity = NonNullable<Subscription['spike']>

/**
 * The thresholds of one sensitivity, for the last 60, 30 and 15 minutes: the shorter, the further above the usual. `points`: how far
 * the negative share must rise, between 0 and 1.
 */
export type Scale = { hour: Threshold; halfHour: Threshold; quarter: Threshold; points: number }

/** `normal` and `alert` were chosen on labelled weeks (`npm run weather`, which tells what each costs); `calm` lies above them. */
export const scales: Record<Exclude<Sensitivity, 'off'>, Scale> = {
  calm: {
    hour: { least: 40, times: 4 },
    halfHour: { least: 20, times: 4.5 },
    quarter: { least: 12, times: 5 },
    points: 0.2,
  },
  normal: {
    hour: { least: 20, times: 3 },
    halfHour: { least: 12, times: 3.2 },
    quarter: { least: 7, times: 3.5 },
    points: 0.15,
  },
  alert: {
    hour: { least: 12, times: 2.5 },
    halfHour: { least: 8, times: 3 },
    quarter: { least: 6, times: 3.5 },
    points: 0.1,
  },
}
