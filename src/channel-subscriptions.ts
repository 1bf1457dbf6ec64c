import type { Channels } from './deliver/channels.ts'
import type { Subscription } from './model/subscription.ts'

/** A channel by its id and, where Slack tells it, its name without `#`. */
export type Place = { channel: string; channelName?: string }

/**
 * The subscriptions that post to a channel. Slack's list of channels is read only where none is written by its id or by this name,
 * because that takes long in a large workspace.
 */
export async function subscriptionsOf(
  channels: Pick<Channels, 'find'>,
  subscriptions: Subscription[],
  { channel, channelName = '' }: Place,
): Promise<Subscription[]> {
  const names = [channel, `#${channelName.toLowerCase()}`]
  const here = subscriptions.filter((subscription) => names.includes(written(subscription)))
  if (here.length > 0) return here
  const found = await Promise.all(subscriptions.map((subscription) => channels.find(subscription.channel)))
  return subscriptions.filter((_, at) => {
    const one = found[at]
    return one?.kind === 'found' && one.id === channel
  })
}

/** Names of channels know no case; ids do. */
function written({ channel }: Subscription): string {
  return channel.startsWith('#') ? channel.toLowerCase() : channel
}
