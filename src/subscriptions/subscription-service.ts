import { isDeepStrictEqual } from 'node:util'
import { changedSettings } from '../messages/subscription-form.ts'
import { cut, isolate } from '../messages/text.ts'
import type { Change } from '../model/change.ts'
import { type SlackSubscription, type Subscription, subscriptionNameOf } from '../model/subscription.ts'
import type { SubscriptionRegistry } from '../polling/subscription-registry.ts'
import type { SlackSubscriptions } from '../store/slack-subscriptions.ts'
import type { ChangeLog } from './change-log.ts'

/** Who changes what, and the id of the channel in which it is told. */
export type SubscriptionRequest = { user: string; channel: string; name: string }

/** Changes of the subscriptions that were made in Slack; each is told in the channel and can be undone there. */
export type SubscriptionService = {
  /** Makes one; returns the name it got. */
  subscribe(request: { user: string; channel: string }, settings: Omit<Subscription, 'name'>): Promise<string>
  /** False where nothing is different, or it is there no more: then nothing is told. */
  edit(request: SubscriptionRequest, settings: Omit<Subscription, 'name'>): Promise<boolean>
  pause(request: SubscriptionRequest): Promise<void>
  /** Goes on. After a long pause it is asked first what to do with what came meanwhile: `ask` says so in the channel. */
  resume(request: SubscriptionRequest, ask: (pausedAt: number) => Promise<void>): Promise<'resumed' | 'asked'>
  unsubscribe(request: SubscriptionRequest): Promise<void>
  /** The answer to that question. False where somebody has answered already. */
  answerCatchUp(request: SubscriptionRequest, answer: 'catch-up' | 'from-now'): Promise<boolean>
}

/** A pause longer than this ends with a question, in ms: what came in a day is a batch, what came in a week may be a flood. */
const longPause = 86_400_000

/** Makes the changes: each is one step in the store, so that of two people at once the second sees what the first did. */
export function createSubscriptionService(deps: SubscriptionServiceDeps): SubscriptionService {
  const { now, registry } = deps
  const changeAndAnnounce = async (
    { user, channel, name }: SubscriptionRequest,
    did: string,
    next: (current: SlackSubscription) => SlackSubscription,
  ) => {
    const change = await changeSubscription(deps, name, next)
    if (change === undefined) return false
    await registry.sync()
    await deps.changes.announce(channel, user, did, change)
    return true
  }
  return {
    subscribe: (request, settings) => addSubscription(deps, request, settings),
    async edit(request, settings) {
      const { name } = request
      const before = (await deps.made.find(name))?.subscription
      const what = before === undefined ? '' : changedSettings(before, settings)
      return changeAndAnnounce(request, `changed ${name}${what}`, (current) => ({
        ...current,
        subscription: { ...settings, name },
      }))
    },
    async pause(request) {
      const did = `paused ${request.name}; what comes meanwhile waits`
      await changeAndAnnounce(request, did, (current) => ({
        ...current,
        paused: { by: request.user, at: now() },
      }))
    },
    async resume(request, ask) {
      const at = (await deps.made.find(request.name))?.paused?.at ?? now()
      if (now() - at <= longPause) {
        await changeAndAnnounce(request, `resumed ${request.name}`, withoutPause)
        return 'resumed'
      }
      await deps.made.change(request.name, (current) =>
        current === undefined ? undefined : { ...current, askedCatchUp: { by: request.user, at: now() } },
      )
      await ask(at)
      return 'asked'
    },
    async unsubscribe(request) {
      const did = `unsubscribed ${request.name}: nothing more is posted for it`
      await changeAndAnnounce(request, did, (current) => ({
        ...withoutPause(current),
        ended: { by: request.user, at: now() },
      }))
    },
    async answerCatchUp(request, answer) {
      const found = await deps.made.find(request.name)
      if (found === undefined || found.ended !== undefined || (!found.askedCatchUp && !found.paused))
        return false
      if (answer === 'catch-up')
        return changeAndAnnounce(
          request,
          `resumed ${request.name}: what came meanwhile follows`,
          withoutPause,
        )
      const isOurs = await endSubscription(deps, request)
      if (isOurs) await addSubscription(deps, request, found.subscription)
      return isOurs
    },
  }
}

async function endSubscription(
  { made, now }: SubscriptionServiceDeps,
  { user, name }: SubscriptionRequest,
): Promise<boolean> {
  let isOurs = false
  await made.change(name, (current) => {
    isOurs = current !== undefined && current.ended === undefined
    return isOurs && current ? { ...withoutPause(current), ended: { by: user, at: now() } } : current
  })
  return isOurs
}

async function changeSubscription(
  { made }: SubscriptionServiceDeps,
  name: string,
  next: (current: SlackSubscription) => SlackSubscription,
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
function withoutPause(current: SlackSubscription): SlackSubscription {
  const { paused, askedCatchUp: asked, ...rest } = current
  return paused === undefined && asked === undefined ? current : rest
}

/** What making and changing subscriptions takes. */
type SubscriptionServiceDeps = {
  now: () => number
  made: SlackSubscriptions
  registry: SubscriptionRegistry
  changes: Pick<ChangeLog, 'announce'>
  /** What people call an alert that is written so. */
  alertName: (written: string) => string
}

/**
 * Makes a subscription and tells of it in its channel; returns its name. It has a number behind it where that name was used before:
 * bookmark and receipts of the old one hang on the old name.
 */
async function addSubscription(
  { made, registry, changes, now, alertName }: SubscriptionServiceDeps,
  { user, channel }: { user: string; channel: string },
  settings: Omit<Subscription, 'name'>,
): Promise<string> {
  const createdBy = { by: user, at: now() }
  const alert = alertName(settings.alert)
  const existedBefore = (await made.all()).some(
    ({ ended, subscription }) =>
      ended !== undefined &&
      subscription.alert === settings.alert &&
      subscription.channel === settings.channel,
  )
  const first = subscriptionNameOf(alert) || 'alert'
  for (let count = 1; ; count++) {
    const name = count === 1 ? first : `${first}-${count}`
    if (registry.find(name) !== undefined) continue
    const fresh: SlackSubscription = { subscription: { ...settings, name }, created: createdBy }
    const stored = await made.change(name, (current) => current ?? fresh)
    if (!isDeepStrictEqual(stored, fresh)) continue
    await registry.sync()
    const did = `subscribed this channel to ${isolate(cut(alert, 100))} as ${name}${existedBefore ? '. It starts afresh: what came before is not posted' : ''}`
    await changes.announce(channel, user, did, { kind: 'subscription', name, after: fresh })
    return name
  }
}
