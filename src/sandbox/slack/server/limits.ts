import type { Context } from '../context.ts'

/**
 * Counts a post against its channel's rate: a steady rate after a burst, kept as one time per channel (the generic
 * cell rate algorithm). Returns 0 where the post is allowed, or after how many whole seconds to try again.
 * Slack: about one message a second per channel, with a short burst of unpublished size.
 */
export function secondsToWait(context: Context, channel: string): number {
  const limit = context.seed.postLimit
  if (limit === 'off') return 0
  const now = context.clock.now()
  const interval = 1000 / limit.perSecond
  const next = Math.max(context.state.nextPostAt.get(channel) ?? 0, now)
  const excess = next - now - (limit.burst - 1) * interval
  if (excess > 0) return Math.ceil(excess / 1000)
  context.state.nextPostAt.set(channel, next + interval)
  return 0
}
