import { isDeepStrictEqual } from 'node:util'
import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Collection } from '../model/collection.ts'
import { type Pause, pauseState, plannedPause, presentPause } from '../model/pause.ts'
import {
  entryOf,
  isPolled,
  type RegisteredSubscription,
  type SlackSubscription,
  type Subscription,
} from '../model/subscription.ts'

export type SubscriptionRegistry = {
  /** Returns the subscriptions as of the last `sync`, including paused ones: the same list until one of them changes. */
  all(): RegisteredSubscription[]
  /** Finds a subscription by its name, or the first one of the entry of the configuration file with this name. */
  find(name: string): RegisteredSubscription | undefined
  startOver(name: string): string | undefined
  /** Reads the subscriptions, and applies the changes after `before`. A new subscription is polled at once. */
  sync(before?: Promise<unknown>): Promise<void>
  /** From the next `sync` on, `polls` polls the subscriptions. */
  pollWith(polls: Polls): void
}

/** What polls the subscriptions. */
type Polls = { put(subscription: Subscription): Promise<void>; remove(name: string): void }

/**
 * If a name exists in the file and in Slack, the subscription of the file wins. A pause counts for the name, wherever the subscription
 * comes from.
 */
export function createSubscriptionRegistry(
  declared: Subscription[],
  slackSubscriptions: Pick<Collection<SlackSubscription>, 'all'>,
  pauses: Pick<Collection<Pause>, 'readAll'>,
  now: () => Time,
  /** What a subscription from Slack does not say itself. */
  defaults: Partial<Subscription> = {},
): SubscriptionRegistry {
  let polls: Polls | undefined
  /** What has got the subscriptions that are listed now. */
  let told: Polls | undefined
  const polled = new Map<string, Subscription>()
  const nameOf = (one: RegisteredSubscription) => one.subscription.name
  const inFile: RegisteredSubscription[] = declared.map((subscription) => ({ subscription }))
  const namesInFile = new Set(inFile.map(nameOf))
  let listed = inFile
  let byName = new Map(listed.map((one) => [nameOf(one), one]))
  let startsOver = new Map<string, string>()
  return {
    all: () => listed,
    find: (name) =>
      byName.get(name) ?? listed.find(({ subscription }) => entryOf(subscription.name) === name),
    startOver: (name) => startsOver.get(name),
    pollWith(found) {
      polls = found
    },
    async sync(before) {
      const [paused, inSlack] = await Promise.all([pauses.readAll(), slackSubscriptions.all(), before])
      const stored = new Map(paused.entries.map(({ key, value }) => [key, value]))
      const isDamaged = (name: string) => paused.damaged.some(({ key }) => key === undefined || key === name)
      startsOver = new Map(
        [...stored].flatMap(([name, { startOver }]) => (startOver === undefined ? [] : [[name, startOver]])),
      )
      const withPause = (one: RegisteredSubscription): RegisteredSubscription => {
        if (isDamaged(one.subscription.name)) return { ...one, pauseIsDamaged: true }
        const record = stored.get(one.subscription.name)
        if (record === undefined) return one
        const pause = presentPause(record, now())
        const state = pauseState(pause, now())
        const plan = plannedPause(record, now())
        return {
          ...one,
          ...defined({ plannedPause: plan }),
          ...(pause === undefined || state === 'none' ? {} : { pause: { ...pause, state } }),
        }
      }
      const fromSlack = inSlack.filter(
        ({ ended, subscription }) => ended === undefined && !namesInFile.has(subscription.name),
      )
      const next = [
        ...inFile,
        ...fromSlack.map((one) => ({
          subscription: {
            ...defaults,
            ...one.subscription,
            ...(one.direct !== undefined && { channel: one.direct }),
          },
          fromSlack: one,
        })),
      ].map(withPause)
      const isSame = isDeepStrictEqual(next, listed)
      if (!isSame) {
        listed = next
        byName = new Map(listed.map((one) => [nameOf(one), one]))
      }
      if (polls === undefined || (isSame && told === polls)) return
      told = polls
      const active = listed.filter(isPolled)
      const wanted = new Map(active.map(({ subscription }) => [subscription.name, subscription]))
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
