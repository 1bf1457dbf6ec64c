import type { Subscription } from '../model/subscription.ts'

type FindChannel = { find(written: string): Promise<{ kind: string; id?: string }> }

/**
 * Returns the subscriptions that post to a channel (its id), which they may name by id or by `#name`. A name keeps the channel that it meant
 * first, so the name that Slack gives the channel now says nothing.
 */
export async function findSubscriptionsOfChannel(
  channels: FindChannel,
  subscriptions: Subscription[],
  channel: string,
): Promise<Subscription[]> {
  const found = await Promise.all(subscriptions.map((subscription) => channels.find(subscription.channel)))
  return subscriptions.filter((_, at) => {
    const one = found[at]
    return one?.kind === 'found' && one.id === channel
  })
}
