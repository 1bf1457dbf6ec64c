import type { Subscription } from '../model/subscription.ts'
import type { Channels } from '../slack/channels.ts'

/** A channel by its id and, where Slack tells it, its name without `#`. */
export type ChannelRef = { channel: string; channelName?: string }

/**
 * The subscriptions that post to a channel, whether they are written with its id or with a name of it. Where its name is known and one
 * is written with that or the id, Slack's list of channels is not read, because that takes long in a large workspace.
 */
export async function findSubscriptionsOfChannel(
  channels: Pick<Channels, 'find'>,
  subscriptions: Subscription[],
  { channel, channelName }: ChannelRef,
): Promise<Subscription[]> {
  const byIdOrName =
    channelName === undefined ? [] : filterByIdOrName(subscriptions, channel, `#${channelName}`)
  if (byIdOrName.length > 0) return byIdOrName
  const found = await Promise.all(subscriptions.map((subscription) => channels.find(subscription.channel)))
  return subscriptions.filter((_, at) => {
    const one = found[at]
    return one?.kind === 'found' && one.id === channel
  })
}

/** Names of channels know no case; ids do. */
function filterByIdOrName(subscriptions: Subscription[], id: string, name: string): Subscription[] {
  return subscriptions.filter(
    ({ channel }) =>
      channel === id || (channel.startsWith('#') && channel.toLowerCase() === name.toLowerCase()),
  )
}
