import type { Threshold } from '../model/storm.ts'

/** How much it takes to call something a storm. */
export const sensitivities = ['calm', 'normal', 'alert', 'off'] as const
export type Sensitivity = (typeof sensitivities)[number]

/** The thresholds of one sensitivity. `points`: how far the negative share must rise, between 0 and 1. */
export type Scale = { hour: Threshold; quarter: Threshold; points: number }

/** `normal` was chosen on one half of the labelled weeks (`npm run weather`); the others lie around it. */
export const scales: Record<Exclude<Sensitivity, 'off'>, Scale> = {
  calm: { hour: { least: 40, times: 4 }, quarter: { least: 16, times: 5 }, points: 0.2 },
  normal: { hour: { least: 20, times: 3 }, quarter: { least: 10, times: 3.5 }, points: 0.15 },
  alert: { hour: { least: 12, times: 2 }, quarter: { least: 6, times: 3 }, points: 0.1 },
}
