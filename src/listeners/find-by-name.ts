import type { Alert } from '../model/alert.ts'
import type { RegisteredSubscription, SubscriptionRegistry } from '../polling/subscription-registry.ts'
import type { Channels } from '../slack/channels.ts'
import { findSubscriptionsOfChannel } from '../subscriptions/subscriptions-by-channel.ts'

/** Which subscriptions belong to which channel. */
export type SubscriptionFinder = {
  /** Those whose cards go to a channel (its id). */
  inChannel(channel: string): Promise<RegisteredSubscription[]>
  /** The id of a subscription's channel; undefined where it cannot be found. */
  channelOf(listed: RegisteredSubscription): Promise<string | undefined>
  /** The one that is meant: by its name or its alert's, in whole or in part; without a name the only one of the channel. */
  find(request: { name?: string; channel?: string }, askedIn: string): Promise<FoundSubscription>
}

/** Which subscription was meant. `names`: those it could be, or those there are. */
export type FoundSubscription =
  | { kind: 'one'; listed: RegisteredSubscription; channel: string }
  | { kind: 'several' | 'none'; names: string[] }

/** Finds subscriptions for people. */
export function createSubscriptionFinder(
  registry: Pick<SubscriptionRegistry, 'all'>,
  channels: Pick<Channels, 'find'>,
): SubscriptionFinder {
  const channelOf = async ({ subscription }: RegisteredSubscription) => {
    const found = await channels.find(subscription.channel)
    return found.kind === 'found' ? found.id : undefined
  }
  const of = async (channel: string) => {
    const listed = registry.all()
    const subscriptions = listed.map(({ subscription }) => subscription)
    const here = new Set(await findSubscriptionsOfChannel(channels, subscriptions, { channel }))
    return listed.filter(({ subscription }) => here.has(subscription))
  }
  return {
    inChannel: of,
    channelOf,
    async find({ name, channel }, askedIn) {
      const near = await of(channel ?? askedIn)
      const wide = channel === undefined ? registry.all() : []
      const found =
        name === undefined
          ? near
          : [matchSubscriptions(name, near), matchSubscriptions(name, wide)].find(isNotEmpty)
      const [only, ...others] = found ?? []
      if (only !== undefined && others.length === 0)
        return { kind: 'one', listed: only, channel: (await channelOf(only)) ?? only.subscription.channel }
      const choice = [found ?? [], near, registry.all()].find(isNotEmpty) ?? []
      const names = choice.map(({ subscription }) => subscription.name)
      return { kind: only === undefined ? 'none' : 'several', names }
    },
  }
}

const isNotEmpty = (listed: RegisteredSubscription[]) => listed.length > 0

/** Those of that name; else of that alert; else those that contain the words. */
function matchSubscriptions(written: string, listed: RegisteredSubscription[]): RegisteredSubscription[] {
  const wanted = comparableName(written)
  const steps: ((one: RegisteredSubscription) => boolean)[] = [
    ({ subscription }) => comparableName(subscription.name) === wanted,
    ({ subscription }) => comparableName(subscription.alert) === wanted,
    ({ subscription }) =>
      comparableName(`${subscription.name} ${subscription.alert}`).includes(wanted) && wanted !== '',
  ]
  for (const fits of steps) {
    const found = listed.filter(fits)
    if (found.length > 0) return found
  }
  return []
}

/** Which alert is meant. */
type ResolvedAlert = { kind: 'one'; alert: Alert } | { kind: 'several'; alerts: Alert[] } | { kind: 'none' }

/** The alert of that id; else of that name; else those whose name has all the words, in whole or in part. Case and quotes are ignored. */
export function resolveAlert(text: string, alerts: Alert[]): ResolvedAlert {
  const wanted = comparableName(text)
  if (wanted === '') return { kind: 'none' }
  const words = wanted.split(' ')
  const steps = [
    (alert: Alert) => alert.id === wanted,
    (alert: Alert) => comparableName(alert.name) === wanted,
    (alert: Alert) => words.every((word) => comparableName(alert.name).includes(word)),
  ]
  for (const fits of steps) {
    const found = alerts.filter(fits)
    const [first] = found
    if (first) return found.length === 1 ? { kind: 'one', alert: first } : { kind: 'several', alerts: found }
  }
  return { kind: 'none' }
}

/** A name as people may write it: case, quotes and blanks do not matter. */
function comparableName(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/["'“”„«»‘’]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
