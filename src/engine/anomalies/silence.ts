import type { Time } from '@overheard/base/time'
import { z } from 'zod'

export const silentPartSchema = z.union([
  z.object({ kind: z.literal('alert') }),
  z.object({ kind: z.enum(['source', 'language']), name: z.string() }),
])
export type SilentPart = z.infer<typeof silentPartSchema>

export type Silence = {
  what: SilentPart
  since: Time
  /** The mean number of mentions per day in the two weeks before the silence, or in the counted part of them. */
  perDay: number
  expected: number
  chance: number
  maxChance: number
  /**
   * The number of missed mentions in the second worst silence of the two weeks before. The worst silence is not used, because it may have
   * been a fault of the mention service.
   */
  usualGap: number
  /** A silence is reported only if `expected` is at least this many times `usualGap`. */
  times: number
}

export type PlanForecast = {
  used: number
  share: number
  perDay: number
  /**
   * When the plan is used up if the last week's rate goes on; undefined if the plan is renewed before that, or if the rate is
   * zero.
   */
  runsOutAt: Time | undefined
}
