import { planLimitOver, planLimitReached } from '../messages/plan-limit.ts'
import type { Limit } from '../model/alert.ts'
import type { TurnDeps } from './ports.ts'

/** The limit of the plan that stops new mentions. */
const monthly = 'monthly_mentions'

/** Says once in each channel that the plan's limit is reached, with the day it ends, and once that it is over. */
export async function tellPlanLimit(deps: TurnDeps, channels: Set<string>, limits: Limit[]): Promise<void> {
  const limit = limits.find(({ name }) => name === monthly)
  if (limit === undefined) return
  for (const channel of channels) {
    if ((await deps.planLimits.told(channel)) === limit.reached) continue
    const content = limit.reached ? planLimitReached(limit.renewsAt) : planLimitOver()
    const outcome = await deps.post({ channel, content })
    // Only what surely was not posted is said again: a notice twice is worse than one that is missing.
    if (outcome.kind === 'delivered' || outcome.kind === 'unknown')
      await deps.planLimits.tell(channel, limit.reached)
  }
}
