import { isDeepStrictEqual } from 'node:util'
import { changedSettings } from '../../messages/subscriptions/changed-settings.ts'
import type { Change } from '../../model/change.ts'
import type { MadeSubscription } from '../../model/made-subscription.ts'
import type { Subscription } from '../../model/subscription.ts'
import { type SubscribeDeps, subscribe } from './subscribe.ts'

/** Who changes what, and the id of the channel in which it is told. */
export type Wish = { user: string; channel: string; name: string }

/** Changes of the subscriptions that were made in Slack; each is told in the channel and can be undone there. */
export type Subscribing = {
  /** Makes one; returns the name it got. */
  subscribe(wish: { user: string; channel: string }, settings: Omit<Subscription, 'name'>): Promise<string>
  /** False where nothing is different, or it is there no more: then nothing is told. */
  edit(wish: Wish, settings: Omit<Subscription, 'name'>): Promise<boolean>
  pause(wish: Wish): Promise<void>
  /** Goes on. After a long pause it is asked first what to do with what came meanwhile: `ask` says so in the channel. */
  resume(wish: Wish, ask: (pausedAt: number) => Promise<void>): Promise<'resumed' | 'asked'>
  unsubscribe(wish: Wish): Promise<void>
  /** The answer to that question. False where somebody has answered already. */
  answer(wish: Wish, answer: 'catch-up' | 'from-now'): Promise<boolean>
}

/** A pause longer than this ends with a question, in ms: what came in a day is a batch, what came in a week may be a flood. */
const longPause = 86_400_000

/** Makes the changes: each is one step in the store, so that of two people at once the second sees what the first did. */
export function createSubscribing(deps: SubscribeDeps): Subscribing {
  const { now, roster } = deps
  const alter = async (
    { user, channel, name }: Wish,
    did: string,
    next: (current: MadeSubscription) => MadeSubscription,
  ) => {
    const change = await changed(deps, name, next)
    if (change === undefined) return false
    await roster.sync()
    await deps.changes.tell(channel, user, did, change)
    return true
  }
  return {
    subscribe: (wish, settings) => subscribe(deps, wish, settings),
    async edit(wish, settings) {
      const { name } = wish
      const before = (await deps.made.find(name))?.subscription
      const what = before === undefined ? '' : changedSettings(before, settings)
      return alter(wish, `changed ${name}${what}`, (current) => ({
        ...current,
        subscription: { ...settings, name },
      }))
    },
    async pause(wish) {
      const did = `paused ${wish.name}; what comes meanwhile waits`
      await alter(wish, did, (current) => ({ ...current, paused: { by: wish.user, at: now() } }))
    },
    async resume(wish, ask) {
      const at = (await deps.made.find(wish.name))?.paused?.at ?? now()
      if (now() - at <= longPause) {
        await alter(wish, `resumed ${wish.name}`, withoutRest)
        return 'resumed'
      }
      await deps.made.change(wish.name, (current) =>
        current === undefined ? undefined : { ...current, asked: { by: wish.user, at: now() } },
      )
      await ask(at)
      return 'asked'
    },
    async unsubscribe(wish) {
      const did = `unsubscribed ${wish.name}: nothing more is posted for it`
      await alter(wish, did, (current) => ({ ...withoutRest(current), ended: { by: wish.user, at: now() } }))
    },
    async answer(wish, answer) {
      const found = await deps.made.find(wish.name)
      if (found === undefined || found.ended !== undefined || (!found.asked && !found.paused)) return false
      if (answer === 'catch-up')
        return alter(wish, `resumed ${wish.name}: what came meanwhile follows`, withoutRest)
      const isOurs = await end(deps, wish)
      if (isOurs) await subscribe(deps, wish, found.subscription)
      return isOurs
    },
  }
}

async function end({ made, now }: SubscribeDeps, { user, name }: Wish): Promise<boolean> {
  let isOurs = false
  await made.change(name, (current) => {
    isOurs = current !== undefined && current.ended === undefined
    return isOurs && current ? { ...withoutRest(current), ended: { by: user, at: now() } } : current
  })
  return isOurs
}

async function changed(
  { made }: SubscribeDeps,
  name: string,
  next: (current: MadeSubscription) => MadeSubscription,
): Promise<Change | undefined> {
  let change: Change | undefined
  await made.change(name, (current) => {
    if (current === undefined || current.ended !== undefined) return current
    const after = next(current)
    if (isDeepStrictEqual(after, current)) return current
    change = { kind: 'subscription', name, before: current, after }
    return after
  })
  return change
}

/** The same one where it does not rest: of two who end a pause at once, the second changes nothing. */
function withoutRest(current: MadeSubscription): MadeSubscription {
  const { paused, asked, ...rest } = current
  return paused === undefined && asked === undefined ? current : rest
}
