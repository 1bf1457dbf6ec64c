import type { Subscription } from '../model/subscription.ts'
import type { TurnDeps } from './ports.ts'
import { channelKey, channelTrouble, endShowsInProbe, workspaceKey } from './slack-troubles.ts'
import { type Leave, leave } from './watch.ts'

/** The id of a subscription's channel, if it takes messages as far as is known; what is in trouble is probed first. */
export async function usableChannel(deps: TurnDeps, subscription: Subscription): Promise<string | Leave> {
  const isRaised = (key: string) => deps.troubles.find(key) !== undefined
  if (isRaised(workspaceKey) && !(await ended(deps, workspaceKey, () => deps.channels.probeToken())))
    return leave('Slack refuses our token')
  const found = await deps.channels.find(subscription.channel)
  const key = channelKey(subscription.channel)
  if (found.kind === 'unreachable') return leave(found.reason, deps.now() + found.afterMs)
  if (found.kind !== 'found') {
    const code = found.kind === 'missing' ? 'channel_not_found' : found.reason
    deps.troubles.raise(key, channelTrouble({ subscription, channel: subscription.channel }, code))
    return leave(code)
  }
  if (found.id !== subscription.channel) deps.troubles.clear(key)
  const idKey = channelKey(found.id)
  if (isRaised(idKey) && !(await ended(deps, idKey, () => deps.channels.probe(found.id))))
    return leave('the channel takes no messages')
  return found.id
}

/** Whether a trouble is over, or may be: then the next post shows. A token or channel that is still unusable is left alone. */
async function ended(
  deps: TurnDeps,
  key: string,
  probe: () => Promise<'usable' | 'unusable' | 'unsure'>,
): Promise<boolean> {
  const trouble = deps.troubles.find(key)
  if (trouble === undefined) return true
  const found = await probe()
  if (found === 'usable' && endShowsInProbe.has(trouble.code ?? '')) deps.troubles.clear(key)
  return found !== 'unusable'
}
