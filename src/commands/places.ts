import { subscriptionsOf } from '../channel-subscriptions.ts'
import type { Channels } from '../deliver/channels.ts'
import type { Listed, Roster } from '../roster.ts'
import { comparableName } from './resolve-alert.ts'

/** Which subscriptions belong to which channel. */
export type Places = {
  /** Those whose cards go to a channel (its id). */
  of(channel: string): Promise<Listed[]>
  /** The id of a subscription's channel; undefined where it cannot be found. */
  channelOf(listed: Listed): Promise<string | undefined>
  /** The one that is meant: by its name or its alert's, in whole or in part; without a name the only one of the channel. */
  pick(wish: { name?: string; channel?: string }, askedIn: string): Promise<Picked>
}

/** Which subscription was meant. `names`: those it could be, or those there are. */
export type Picked =
  | { kind: 'one'; listed: Listed; channel: string }
  | { kind: 'several' | 'none'; names: string[] }

/** Finds subscriptions for people. */
export function createPlaces(roster: Pick<Roster, 'all'>, channels: Pick<Channels, 'find'>): Places {
  const channelOf = async ({ subscription }: Listed) => {
    const found = await channels.find(subscription.channel)
    return found.kind === 'found' ? found.id : undefined
  }
  const of = async (channel: string) => {
    const listed = roster.all()
    const subscriptions = listed.map(({ subscription }) => subscription)
    const here = new Set(await subscriptionsOf(channels, subscriptions, { channel }))
    return listed.filter(({ subscription }) => here.has(subscription))
  }
  return {
    of,
    channelOf,
    async pick({ name, channel }, askedIn) {
      const near = await of(channel ?? askedIn)
      const wide = channel === undefined ? roster.all() : []
      const found = name === undefined ? near : [matches(name, near), matches(name, wide)].find(isFilled)
      const [only, ...others] = found ?? []
      if (only !== undefined && others.length === 0)
        return { kind: 'one', listed: only, channel: (await channelOf(only)) ?? only.subscription.channel }
      const choice = [found ?? [], near, roster.all()].find(isFilled) ?? []
      const names = choice.map(({ subscription }) => subscription.name)
      return { kind: only === undefined ? 'none' : 'several', names }
    },
  }
}

const isFilled = (listed: Listed[]) => listed.length > 0

/** Those of that name; else of that alert; else those that contain the words. */
function matches(written: string, listed: Listed[]): Listed[] {
  const wanted = comparableName(written)
  const steps: ((one: Listed) => boolean)[] = [
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
