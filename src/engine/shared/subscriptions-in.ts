import type { Alert } from '@overheard/mention-client/alert'
import { isPolled, type RegisteredSubscription, type Subscription } from '../../model/subscription.ts'
import type { Channels } from '../../slack/channels.ts'
import type { ChannelSubscription } from '../ports.ts'
import type { Decide } from '../rules/rules.ts'

type Deps = {
  /** Returns the same list until a subscription changes, those of the configuration file first. */
  all: () => readonly RegisteredSubscription[]
  mayPost: (one: RegisteredSubscription) => Promise<boolean>
  channels: Pick<Channels, 'find'>
  findAlert: (written: string) => Alert | undefined
  decideFor: (subscription: Subscription) => Decide
}

/**
 * Returns a function that finds the subscriptions that share a channel (its id), in the order of the configuration; none if one has it alone.
 * For the same list, a channel that was found is not looked up again, and callers share a running look-up: otherwise ten thousand subscriptions would
 * look up ten thousand channels each. A channel that was not found is looked up by the next call: Slack may have been down.
 */
export function createSubscriptionsIn({ all, mayPost, channels, findAlert, decideFor }: Deps) {
  let known = placesOf([])
  const decisions = new WeakMap<Subscription, Decide>()

  function decideOf(subscription: Subscription): Decide {
    const decide = decisions.get(subscription) ?? decideFor(subscription)
    decisions.set(subscription, decide)
    return decide
  }

  async function findMissing({ missing, byChannel }: Places): Promise<void> {
    await Promise.all(
      [...missing].map(async ([written, subscriptions]) => {
        const place = await channels.find(written)
        if (place.kind !== 'found') return
        missing.delete(written)
        byChannel.set(place.id, [...(byChannel.get(place.id) ?? []), ...subscriptions])
      }),
    )
  }

  async function lookUp(places: Places): Promise<void> {
    if (places.missing.size === 0) return
    places.lookingUp ??= findMissing(places).finally(() => {
      places.lookingUp = undefined
    })
    await places.lookingUp
  }

  return async (channel: string): Promise<ChannelSubscription[]> => {
    const list = all()
    if (list.length < 2) return []
    if (known.list !== list) known = placesOf(list)
    const places = known
    await lookUp(places)
    const there = places.byChannel.get(channel)
    if (there === undefined || there.length < 2) return []
    const orderOf = (one: RegisteredSubscription) => places.order.get(one) ?? 0
    const inOrder = there.toSorted((a, b) => orderOf(a) - orderOf(b))
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

/** The subscriptions of each written channel that was not found yet, and those of each channel that was found, by its id. */
type Places = {
  list: readonly RegisteredSubscription[]
  order: ReadonlyMap<RegisteredSubscription, number>
  missing: Map<string, RegisteredSubscription[]>
  byChannel: Map<string, RegisteredSubscription[]>
  lookingUp?: Promise<void> | undefined
}

function placesOf(list: readonly RegisteredSubscription[]): Places {
  const order = new Map(list.map((one, at) => [one, at]))
  return {
    list,
    order,
    missing: Map.groupBy(list, ({ subscription }) => subscription.channel),
    byChannel: new Map(),
  }
}
