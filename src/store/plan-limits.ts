import { z } from 'zod'
import type { Kind, Records } from './records.ts'

/** Which channels have been told that the plan's limit is reached. */
type PlanLimits = {
  /** Notes what a channel has been told; false where it had been told that already. */
  tell(channel: string, reached: boolean): Promise<boolean>
  told(channel: string): Promise<boolean>
}

const kind: Kind<true> = { name: 'plan-limits', shape: z.literal(true) }

/** The plan's limit as the channels know it. */
export function planLimits(records: Records): PlanLimits {
  const told = async (channel: string) => (await records.find(kind, channel)) === true
  return {
    told,
    async tell(channel, reached) {
      if ((await told(channel)) === reached) return false
      await records.change(kind, channel, () => (reached ? true : undefined))
      return true
    },
  }
}
