import { matchByName, nameKey } from '@overheard/base/name'
import type { Alert } from '@overheard/mention-client/alert'
import type { WrittenAlert } from '@overheard/mention-client/id'
import { entryOf, type RegisteredSubscription } from '../model/subscription.ts'
import { findSubscriptionsOfChannel } from '../people/subscriptions-of-channel.ts'
import type { Channels } from '../slack/channels.ts'
import type { PrivateAlerts } from '../subscriptions/private-alerts.ts'

export type SubscriptionFinder = {
  inChannel(channel: string): Promise<RegisteredSubscription[]>
  /** Returns the alerts that may be posted to a channel, by name or id. */
  alertsIn(channel: string): Promise<string[]>
  channelOf(listed: RegisteredSubscription): Promise<string | undefined>
  /**
   * Finds a subscription by its name or alert, first in the channel, then among all `readable` subscriptions. Without a
   * name, takes the channel's only subscription.
   */
  find(
    request: { name?: string; channel?: string },
    askedIn: string,
    readable: RegisteredSubscription[],
  ): Promise<FoundSubscription>
}

/**
 * `several` has the names that fit. `none` has the names of the channel's subscriptions or, if it has none, of all subscriptions that the
 * person may see.
 */
export type FoundSubscription =
  | { kind: 'one'; listed: RegisteredSubscription; channel: string }
  | { kind: 'several' | 'none'; names: string[] }

export function createSubscriptionFinder(
  registry: { all(): RegisteredSubscription[] },
  channels: Pick<Channels, 'find'>,
  { mayPost }: Pick<PrivateAlerts, 'mayPost'>,
): SubscriptionFinder {
  const channelOf = async ({ subscription }: RegisteredSubscription) => {
    const found = await channels.find(subscription.channel)
    return found.kind === 'found' ? found.id : undefined
  }
  const inChannel = async (channel: string) => {
    const listed = registry.all()
    const subscriptions = listed.map(({ subscription }) => subscription)
    const here = new Set(await findSubscriptionsOfChannel(channels, subscriptions, channel))
    return listed.filter(({ subscription }) => here.has(subscription))
  }
  return {
    inChannel,
    async alertsIn(channel) {
      const here = await inChannel(channel)
      const posting = await Promise.all(here.map(mayPost))
      return here.filter((_, at) => posting[at]).map(({ subscription }) => subscription.alert)
    },
    channelOf,
    async find({ name, channel }, askedIn, readable) {
      const here = new Set(await inChannel(channel ?? askedIn))
      const near = readable.filter((one) => here.has(one))
      const everywhere = channel === undefined ? readable : []
      const found =
        name === undefined
          ? near
          : [matchSubscriptions(name, near), matchSubscriptions(name, everywhere)].find(isNotEmpty)
      const [only, ...others] = found ?? []
      if (only !== undefined && others.length === 0)
        return { kind: 'one', listed: only, channel: (await channelOf(only)) ?? only.subscription.channel }
      const choice = [found ?? [], near, readable].find(isNotEmpty) ?? []
      const names = choice.map(({ subscription }) => subscription.name)
      return { kind: only === undefined ? 'none' : 'several', names }
    },
  }
}

const isNotEmpty = (listed: RegisteredSubscription[]) => listed.length > 0

/** Returns a function that returns true for the whole name of a subscription or of its alert. Such a name can have words of a time. */
export function createIsName(listed: RegisteredSubscription[]): (text: string) => boolean {
  const names = listed.flatMap(({ subscription: { alert, name } }) => [alert, name, entryOf(name)])
  // It is asked for each beginning of a long line.
  const keys = new Set(names.map(nameKey))
  return (text) => keys.has(nameKey(text))
}

/** Tries the exact name of a subscription first, because several subscriptions can share an alert. */
function matchSubscriptions(written: string, listed: RegisteredSubscription[]): RegisteredSubscription[] {
  return matchByName(written, listed, ({ subscription }) => ({
    id: subscription.name,
    names: [subscription.alert, subscription.name, entryOf(subscription.name)],
  }))
}

export function matchAlerts(written: WrittenAlert, alerts: Alert[]): Alert[] {
  return matchByName(written, alerts, ({ id, name }) => ({ id, names: [name] }))
}
