import { isDeepStrictEqual } from 'node:util'
import type { RegisteredSubscription, SlackSubscription, Subscription } from '../model/subscription.ts'
import type { Collection } from '../store/store.ts'
import type { PollScheduler } from './poll-scheduler.ts'

/** All subscriptions, and which of them are at work. */
export type SubscriptionRegistry = {
  /** Those that exist, the resting ones included, as of the last `sync`. */
  all(): RegisteredSubscription[]
  find(name: string): RegisteredSubscription | undefined
  /** Reads what was made in Slack, by whichever process, and takes up or lays down what has changed. */
  sync(): Promise<void>
}

/** Joins the file's subscriptions and those made in Slack; the file's go before where a name is taken twice. */
export function createSubscriptionRegistry(
  declared: Subscription[],
  made: Pick<Collection<SlackSubscription>, 'all'>,
  watching: Pick<PollScheduler, 'put' | 'remove'>,
): SubscriptionRegistry {
  const atWork = new Map<string, Subscription>()
  let listed: RegisteredSubscription[] = declared.map((subscription) => ({ subscription }))
  return {
    all: () => listed,
    find: (name) => listed.find(({ subscription }) => subscription.name === name),
    async sync() {
      const names = new Set(declared.map(({ name }) => name))
      const own = (await made.all()).filter(
        ({ ended, subscription }) => ended === undefined && !names.has(subscription.name),
      )
      listed = [
        ...declared.map((subscription) => ({ subscription })),
        ...own.map((one) => ({ subscription: one.subscription, fromSlack: one })),
      ]
      const wanted = new Map(
        listed.filter(isActive).map(({ subscription }) => [subscription.name, subscription]),
      )
      for (const name of [...atWork.keys()].filter((known) => !wanted.has(known))) {
        atWork.delete(name)
        watching.remove(name)
      }
      for (const [name, subscription] of wanted) {
        if (isDeepStrictEqual(atWork.get(name), subscription)) continue
        atWork.set(name, subscription)
        void watching.put(subscription)
      }
    },
  }
}

const isActive = ({ fromSlack: made }: RegisteredSubscription) =>
  made?.paused === undefined && made?.askedCatchUp === undefined
