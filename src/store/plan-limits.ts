import { z } from 'zod'
import type { RecordStore, RecordType } from './records.ts'

/** Which channels have been told that the plan's limit is reached. */
type PlanLimits = {
  /** Notes what a channel has been told; false where it had been told that already. */
  tell(channel: string, reached: boolean): Promise<boolean>
  told(channel: string): Promise<boolean>
}

const planLimitType: RecordType<true> = { name: 'plan-limits', shape: z.literal(true) }

/** The plan's limit as the channels know it. */
export function planLimits(records: RecordStore): PlanLimits {
  const told = async (channel: string) => (await records.find(planLimitType, channel)) === true
  return {
    told,
    async tell(channel, reached) {
      if ((await told(channel)) === reached) return false
      await records.change(planLimitType, channel, () => (reached ? true : undefined))
      return true
    },
  }
}
