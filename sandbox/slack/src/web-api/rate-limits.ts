import { findChannel } from '../channels.ts'
import { stringAt } from '../json.ts'
import type { Context } from '../state.ts'
import type { Method } from './method.ts'

/**
 * Calls a minute that Slack takes for each method: tiers 2, 3 and 4 of its page "Rate limits", as the reference page
 * of each method says. Methods with an unpublished limit are not here: `auth.test`, `chat.getPermalink`, and
 * `apps.connections.open` (tier 1, "a small amount of burst behavior is tolerated").
 */
const perMinute: Record<string, number> = {
  'conversations.list': 20,
  'users.list': 20,
  'bots.info': 50,
  'chat.delete': 50,
  'chat.update': 50,
  'conversations.history': 50,
  'conversations.info': 50,
  'conversations.join': 50,
  'conversations.open': 50,
  'conversations.replies': 50,
  'reactions.add': 50,
  'reactions.remove': 50,
  'users.conversations': 50,
  'chat.postEphemeral': 100,
  'conversations.members': 100,
  'files.completeUploadExternal': 100,
  'files.getUploadURLExternal': 100,
  'users.info': 100,
  'views.open': 100,
  'views.publish': 100,
  'views.push': 100,
  'views.update': 100,
}

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
export function secondsToWait(context: Context, name: string, { isPost }: Method, args: object): number {
  const { postLimit, tiers, distributedSeconds } = context.seed
  if (!context.state.limited) return 0
  if (context.state.distributed && limitedWhenDistributed.has(name))
    return takeSlot(context, `${name} distributed`, { perSecond: 1 / distributedSeconds, burst: 1 })
  if (isPost)
    return postLimit === 'off' ? 0 : takeSlot(context, `${name} ${channelIdOf(context, args)}`, postLimit)
  const calls = perMinute[name]
  return calls === undefined || tiers === 'off'
    ? 0
    : takeSlot(context, name, { perSecond: calls / 60, burst: calls })
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
