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
 * Returns a function that finds the subscriptions of a channel (its id), in the order of the configuration. A channel that was found once is
 * not looked up again for the same list, because otherwise ten thousand subscriptions would look up ten thousand channels each. One that
 * was not found is looked up each time: Slack may have been down.
 */
export function createSubscriptionsIn({ all, mayPost, channels, findAlert, decideFor }: Deps) {
  let known = placesOf([])
  const decisions = new WeakMap<Subscription, Decide>()

  function decideOf(subscription: Subscription): Decide {
    const decide = decisions.get(subscription) ?? decideFor(subscription)
    decisions.set(subscription, decide)
    return decide
  }

  async function lookUp(places: Places): Promise<void> {
    const missing = places.missing
    const found = await Promise.all(missing.map(({ subscription }) => channels.find(subscription.channel)))
    places.missing = missing.filter((_, at) => found[at]?.kind !== 'found')
    for (const [at, one] of missing.entries()) {
      const place = found[at]
      if (place?.kind !== 'found') continue
      const others = places.byChannel.get(place.id) ?? new Set()
      places.byChannel.set(place.id, others.add(one))
    }
  }

  return async (channel: string): Promise<ChannelSubscription[]> => {
    const list = all()
    if (known.list !== list) known = placesOf(list)
    const places = known
    await lookUp(places)
    const orderOf = (one: RegisteredSubscription) => places.order.get(one) ?? 0
    const inOrder = [...(places.byChannel.get(channel) ?? [])].sort((a, b) => orderOf(a) - orderOf(b))
    const posting = await Promise.all(inOrder.map(mayPost))
    return inOrder
      .filter((_, at) => posting[at])
      .map((one) => ({
        subscription: one.subscription,
        alert: findAlert(one.subscription.alert)?.id,
        isPolled: isPolled(one),
        decide: decideOf(one.subscription),
      }))
  }
}

/** The subscriptions whose channels were not found yet, and those of each channel that was found. */
type Places = {
  list: readonly RegisteredSubscription[]
  order: ReadonlyMap<RegisteredSubscription, number>
  missing: readonly RegisteredSubscription[]
  byChannel: Map<string, Set<RegisteredSubscription>>
}

function placesOf(list: readonly RegisteredSubscription[]): Places {
  const order = new Map(list.map((one, at) => [one, at]))
  return { list, order, missing: list, byChannel: new Map() }
}
