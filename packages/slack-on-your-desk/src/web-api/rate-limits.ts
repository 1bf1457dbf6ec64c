import { findChannel } from '../channels.ts'
import { stringAt } from '../json.ts'
import type { Context } from '../state.ts'
import type { Method, Tier } from './method.ts'

/** Calls a minute that Slack takes for each tier (its page "Rate limits"). */
const perMinute: Record<Exclude<Tier, 'special'>, number> = { 1: 1, 2: 20, 3: 50, 4: 100 }

/**
 * Slack takes 1 request a minute from a commercially distributed app outside the Marketplace (reference pages of both
 * methods, since May 2025).
 */
const limitedWhenDistributed: ReadonlySet<string> = new Set([
  'conversations.history',
  'conversations.replies',
])

/** A steady rate after a burst. */
type Limit = { perSecond: number; burst: number }

/** Counts a call against its rate limit. Returns 0 if it is allowed, else the seconds to wait. */
export function secondsToWait(
  context: Context,
  name: string,
  { isPost, tier }: Method,
  args: object,
): number {
  const { postLimit, tiers, distributedSeconds } = context.seed
  if (!context.state.limited) return 0
  if (context.state.distributed && limitedWhenDistributed.has(name))
    return takeSlot(context, `${name} distributed`, { perSecond: 1 / distributedSeconds, burst: 1 })
  if (isPost)
    return postLimit === 'off' ? 0 : takeSlot(context, `${name} ${channelIdOf(context, args)}`, postLimit)
  if (tier === 'special' || tiers === 'off') return 0
  const calls = perMinute[tier]
  return takeSlot(context, name, { perSecond: calls / 60, burst: calls })
}

/** Generic cell rate algorithm, with one stored time for each key. */
function takeSlot({ state, clock }: Context, key: string, limit: Limit): number {
  const now = clock.now()
  const interval = 1000 / limit.perSecond
  const next = Math.max(state.nextCallAt.get(key) ?? 0, now)
  const excess = next - now - (limit.burst - 1) * interval
  if (excess > 0) return Math.ceil(excess / 1000)
  state.nextCallAt.set(key, next + interval)
  return 0
}

function channelIdOf(context: Context, args: object): string {
  const reference = stringAt(args, 'channel') ?? ''
  return findChannel(context, reference)?.id ?? reference
}
