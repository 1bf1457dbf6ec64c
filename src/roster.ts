import { isDeepStrictEqual } from 'node:util'
import type { MadeSubscription } from './model/made-subscription.ts'
import type { Subscription } from './model/subscription.ts'
import type { MadeSubscriptions } from './store/made-subscriptions.ts'
import type { Watching } from './watching.ts'

/** A subscription that exists: declared in the file, or made in Slack (`made`). */
export type Listed = { subscription: Subscription; made?: MadeSubscription }

/** All subscriptions, and which of them are at work. */
export type Roster = {
  /** Those that exist, the resting ones included, as of the last `sync`. */
  all(): Listed[]
  find(name: string): Listed | undefined
  /** Reads what was made in Slack, by whichever process, and takes up or lays down what has changed. */
  sync(): Promise<void>
}

/** Joins the file's subscriptions and those made in Slack; the file's go before where a name is taken twice. */
export function createRoster(
  declared: Subscription[],
  made: Pick<MadeSubscriptions, 'all'>,
  watching: Pick<Watching, 'put' | 'remove'>,
): Roster {
  const atWork = new Map<string, Subscription>()
  let listed: Listed[] = declared.map((subscription) => ({ subscription }))
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
        ...own.map((one) => ({ subscription: one.subscription, made: one })),
      ]
      const wanted = new Map(
        listed.filter(works).map(({ subscription }) => [subscription.name, subscription]),
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

const works = ({ made }: Listed) => made?.paused === undefined && made?.asked === undefined
