import type { Alert } from '../../model/alert.ts'
import { isPolled, type RegisteredSubscription, type Subscription } from '../../model/subscription.ts'
import type { Decide } from '../../rules/rules.ts'
import type { Channels } from '../../slack/channels.ts'
import type { ChannelSubscription } from '../ports.ts'

type Deps = {
  /** Returns the same list until a subscription changes, those of the configuration file first. */
  all: () => readonly RegisteredSubscription[]
  mayPost: (one: RegisteredSubscription) => Promise<boolean>
  channels: Pick<Channels, 'find'>
  findAlert: (written: string) => Alert | undefined
  decideFor: (subscription: Subscription) => Decide
}

/**
 * Returns a function that finds the subscriptions of a channel (its id), in the order of the configuration. It looks up all channels once for
 * each list, because otherwise ten thousand subscriptions would look up ten thousand channels each.
 */
export function createSubscriptionsIn({ all, mayPost, channels, findAlert, decideFor }: Deps) {
  let known: { list: readonly RegisteredSubscription[]; byChannel: Promise<ByChannel> } | undefined
  const decisions = new WeakMap<Subscription, Decide>()

  function decideOf(subscription: Subscription): Decide {
    const decide = decisions.get(subscription) ?? decideFor(subscription)
    decisions.set(subscription, decide)
    return decide
  }

  async function read(list: readonly RegisteredSubscription[]): Promise<ByChannel> {
    const places = await Promise.all(
      list.map(async (one) => {
        if (!(await mayPost(one))) return undefined
        const found = await channels.find(one.subscription.channel)
        return found.kind === 'found' ? { one, channel: found.id } : undefined
      }),
    )
    const found = places.filter((place) => place !== undefined)
    return Map.groupBy(found, ({ channel }) => channel)
  }

  return async (channel: string): Promise<ChannelSubscription[]> => {
    const list = all()
    if (known?.list !== list) known = { list, byChannel: read(list) }
    const current = known
    const byChannel = await current.byChannel.catch((error: unknown) => {
      if (known === current) known = undefined
      throw error
    })
    return (byChannel.get(channel) ?? []).map(({ one }) => ({
      subscription: one.subscription,
      alert: findAlert(one.subscription.alert)?.id,
      isPolled: isPolled(one),
      decide: decideOf(one.subscription),
    }))
  }
}

type ByChannel = Map<string, { one: RegisteredSubscription; channel: string }[]>
