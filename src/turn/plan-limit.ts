import { quotaReachedNotice, quotaRenewedNotice } from '../messages/notices/plan-limit.ts'
import type { Limit } from '../model/alert.ts'
import type { PostOutcome } from '../model/outcome.ts'
import type { PollDeps } from './ports.ts'

/** The limit of the plan that stops new mentions. */
export const monthlyLimit = 'monthly_mentions'

/** Says once in each channel that the plan's limit is reached, with the day it ends, and once that it is over. */
export async function announcePlanLimit(
  deps: PollDeps,
  channels: Set<string>,
  limits: Limit[],
): Promise<void> {
  const limit = limits.find(({ name }) => name === monthlyLimit)
  if (limit === undefined) return
  for (const channel of channels) {
    if ((await deps.planLimits.told(channel)) === limit.reached) continue
    const content = limit.reached ? quotaReachedNotice(limit.renewsAt) : quotaRenewedNotice()
    // No turn waits for a notice: where the channel is at its limit, the next page or turn says it.
    if ((await deps.channelRate.take(channel, 0)) > 0) continue
    // Durable before it is said: a process that dies in between leaves a notice out rather than saying it twice.
    await deps.planLimits.tell(channel, limit.reached)
    const outcome = await deps.post({ channel, content })
    if (outcome.kind === 'deferred') await deps.channelRate.pause(channel, outcome.afterMs)
    if (mayBePostedLater(outcome)) await deps.planLimits.tell(channel, !limit.reached)
  }
}

/** Only what surely was not posted, and may be later, is said again: a notice twice is worse than one that is missing. */
function mayBePostedLater(outcome: PostOutcome): boolean {
  return outcome.kind === 'deferred' || (outcome.kind === 'rejected' && outcome.extent !== 'message')
}
