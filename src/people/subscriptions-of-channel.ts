import type { Subscription } from '../model/subscription.ts'

type FindChannel = { find(written: string): Promise<{ kind: string; id?: string }> }

/** `channel` is an id. `channelName` has no `#`; it is missing if Slack did not send the name. */
export type ChannelRef = { channel: string; channelName?: string }

/**
 * Returns the subscriptions that post to a channel, which they may name by id or by `#name`. If the channel's name is
 * known and a subscription uses the name or the id, Slack's channel list is not read, because reading it takes long in
 * a large workspace.
 */
export async function findSubscriptionsOfChannel(
  channels: FindChannel,
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

/** Channel names ignore case. Channel ids do not. */
function filterByIdOrName(subscriptions: Subscription[], id: string, name: string): Subscription[] {
  return subscriptions.filter(
    ({ channel }) =>
      channel === id || (channel.startsWith('#') && channel.toLowerCase() === name.toLowerCase()),
  )
}
