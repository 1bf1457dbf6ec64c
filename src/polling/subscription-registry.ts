import { isDeepStrictEqual } from 'node:util'
import type { Collection } from '../model/collection.ts'
import type { RegisteredSubscription, SlackSubscription, Subscription } from '../model/subscription.ts'
import type { PollScheduler } from './poll-scheduler.ts'

export type SubscriptionRegistry = {
  /** Returns the subscriptions as of the last `sync`, including paused ones. */
  all(): RegisteredSubscription[]
  find(name: string): RegisteredSubscription | undefined
  sync(): Promise<void>
}

/** If a name exists in the file and in Slack, the subscription of the file wins. */
export function createSubscriptionRegistry(
  declared: Subscription[],
  slackSubscriptions: Pick<Collection<SlackSubscription>, 'all'>,
  polls: Pick<PollScheduler, 'put' | 'remove'>,
): SubscriptionRegistry {
  const polled = new Map<string, Subscription>()
  let listed: RegisteredSubscription[] = declared.map((subscription) => ({ subscription }))
  return {
    all: () => listed,
    find: (name) => listed.find(({ subscription }) => subscription.name === name),
    async sync() {
      const names = new Set(declared.map(({ name }) => name))
      const fromSlack = (await slackSubscriptions.all()).filter(
        ({ ended, subscription }) => ended === undefined && !names.has(subscription.name),
      )
      listed = [
        ...declared.map((subscription) => ({ subscription })),
        ...fromSlack.map((one) => ({ subscription: one.subscription, fromSlack: one })),
      ]
      const wanted = new Map(
        listed.filter(isActive).map(({ subscription }) => [subscription.name, subscription]),
      )
      for (const name of [...polled.keys()].filter((known) => !wanted.has(known))) {
        polled.delete(name)
        polls.remove(name)
      }
      for (const [name, subscription] of wanted) {
        if (isDeepStrictEqual(polled.get(name), subscription)) continue
        polled.set(name, subscription)
        void polls.put(subscription)
      }
    },
  }
}

const isActive = ({ fromSlack }: RegisteredSubscription) =>
  fromSlack?.paused === undefined && fromSlack?.askedCatchUp === undefined
