import { isDeepStrictEqual } from 'node:util'
import { replyTexts } from '../messages/replies.ts'
import { changedSettings } from '../messages/subscription-form.ts'
import { changeTexts } from '../messages/subscription-notices.ts'
import type { Change } from '../model/change.ts'
import type { Collection } from '../model/collection.ts'
import { type SlackSubscription, type Subscription, subscriptionNameOf } from '../model/subscription.ts'
import { type ChangeLog, longStopMs } from './change-log.ts'

export type SubscriptionRequest = { user: string; channel: string; name: string }

/** Each change is announced in its channel and can be undone there. */
export type SubscriptionService = {
  subscribe(
    request: { user: string; channel: string },
    settings: Omit<Subscription, 'name'>,
  ): Promise<string | undefined>
  /** Returns false, and announces nothing, if no setting differs, or if the subscription has ended. */
  edit(request: SubscriptionRequest, settings: Omit<Subscription, 'name'>): Promise<boolean>
  pause(request: SubscriptionRequest): Promise<void>
  /**
   * After a pause of more than a day, does not resume but calls `ask`, which asks the channel if the missed mentions
   * shall be posted.
   */
  resume(request: SubscriptionRequest, ask: (pausedAt: number) => Promise<void>): Promise<'resumed' | 'asked'>
  unsubscribe(request: SubscriptionRequest): Promise<void>
  /** Applies the answer to the question that `ask` posted. Returns false if another person has answered already. */
  answerCatchUp(request: SubscriptionRequest, answer: 'catch-up' | 'from-now'): Promise<boolean>
}

/**
 * One person may make this many subscriptions, so that nobody can fill the store or use up the requests to the mention
 * service.
 */
const maxPerPerson = 100

export const tooManySubscriptionsText = replyTexts.tooManySubscriptions(maxPerPerson)

/** Each change is atomic in the store, so the second of two people sees the change of the first. */
export function createSubscriptionService(deps: SubscriptionServiceDeps): SubscriptionService {
  const { now } = deps
  const changeAndAnnounce = async (
    { user, channel, name }: SubscriptionRequest,
    did: string,
    next: (current: SlackSubscription) => SlackSubscription,
  ) => {
    const change = await changeSubscription(deps, name, next)
    if (change === undefined) return false
    await deps.registry.sync()
    await deps.changes.announce(channel, user, did, change)
    return true
  }
  return {
    async subscribe(request, settings) {
      const all = await deps.slackSubscriptions.all()
      const own = all.filter(({ created, ended }) => created.by === request.user && ended === undefined)
      return own.length < maxPerPerson ? addSubscription(deps, request, settings) : undefined
    },
    async edit(request, settings) {
      const { name } = request
      const before = (await deps.slackSubscriptions.find(name))?.subscription
      const what = before === undefined ? '' : changedSettings(before, settings)
      return changeAndAnnounce(request, changeTexts.changed(name, what), (current) => ({
        ...current,
        subscription: { ...settings, name },
      }))
    },
    async pause(request) {
      const did = changeTexts.paused(request.name)
      await changeAndAnnounce(request, did, (current) => ({
        ...current,
        paused: { by: request.user, at: now() },
      }))
    },
    async resume(request, ask) {
      const at = (await deps.slackSubscriptions.find(request.name))?.paused?.at ?? now()
      if (now() - at <= longStopMs) {
        await changeAndAnnounce(request, changeTexts.resumed(request.name), withoutPause)
        return 'resumed'
      }
      await deps.slackSubscriptions.change(request.name, (current) =>
        current === undefined ? undefined : { ...current, askedCatchUp: { by: request.user, at: now() } },
      )
      await ask(at)
      return 'asked'
    },
    async unsubscribe(request) {
      const did = changeTexts.unsubscribed(request.name)
      await changeAndAnnounce(request, did, (current) => ({
        ...withoutPause(current),
        ended: { by: request.user, at: now() },
      }))
    },
    async answerCatchUp(request, answer) {
      const found = await deps.slackSubscriptions.find(request.name)
      if (found === undefined || found.ended !== undefined || (!found.askedCatchUp && !found.paused))
        return false
      if (answer === 'catch-up')
        return changeAndAnnounce(request, changeTexts.caughtUp(request.name), withoutPause)
      const hasEnded = await endSubscription(deps, request)
      if (hasEnded) await addSubscription(deps, request, found.subscription)
      return hasEnded
    },
  }
}

async function endSubscription(
  { slackSubscriptions, now }: SubscriptionServiceDeps,
  { user, name }: SubscriptionRequest,
): Promise<boolean> {
  let hasEnded = false
  await slackSubscriptions.change(name, (current) => {
    hasEnded = current !== undefined && current.ended === undefined
    return hasEnded && current ? { ...withoutPause(current), ended: { by: user, at: now() } } : current
  })
  return hasEnded
}

async function changeSubscription(
  { slackSubscriptions }: SubscriptionServiceDeps,
  name: string,
  next: (current: SlackSubscription) => SlackSubscription,
): Promise<Change | undefined> {
  let change: Change | undefined
  await slackSubscriptions.change(name, (current) => {
    if (current === undefined || current.ended !== undefined) return current
    const after = next(current)
    if (isDeepStrictEqual(after, current)) return current
    change = { kind: 'subscription', name, before: current, after }
    return after
  })
  return change
}

/**
 * Returns the same object if there is no pause to end. So if two people resume at once, the second press changes
 * nothing.
 */
function withoutPause(current: SlackSubscription): SlackSubscription {
  const { paused, askedCatchUp: asked, ...rest } = current
  return paused === undefined && asked === undefined ? current : rest
}

type SubscriptionServiceDeps = {
  now: () => number
  slackSubscriptions: Pick<Collection<SlackSubscription>, 'all' | 'find' | 'change'>
  registry: { find(name: string): unknown; sync(): Promise<void> }
  changes: Pick<ChangeLog, 'announce'>
  alertName: (written: string) => string
}

/**
 * If the name was used before, appends a number, because the checkpoint and the receipts of the old subscription still
 * exist under its name.
 */
async function addSubscription(
  { slackSubscriptions, registry, changes, now, alertName }: SubscriptionServiceDeps,
  { user, channel }: { user: string; channel: string },
  settings: Omit<Subscription, 'name'>,
): Promise<string> {
  const createdBy = { by: user, at: now() }
  const alert = alertName(settings.alert)
  const existedBefore = (await slackSubscriptions.all()).some(
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
    const stored = await slackSubscriptions.change(name, (current) => current ?? fresh)
    if (!isDeepStrictEqual(stored, fresh)) continue
    await registry.sync()
    const did = changeTexts.subscribed(name, { alert, existedBefore })
    await changes.announce(channel, user, did, { kind: 'subscription', name, after: fresh })
    return name
  }
}

/**
 * Removes the filters of subscriptions that ended before `before` (UTC, ms), because filters can name authors. The
 * subscription names stay reserved.
 */
export async function emptyEnded(
  slackSubscriptions: Pick<Collection<SlackSubscription>, 'all' | 'change'>,
  before: number,
): Promise<void> {
  for (const { subscription, ended } of await slackSubscriptions.all()) {
    if (ended === undefined || ended.at >= before) continue
    const { quiet: _quiet, notify: _notify, ...rest } = subscription
    const emptied = { ...rest, only: {}, except: {} }
    await slackSubscriptions.change(subscription.name, (current) =>
      current?.ended === undefined || isDeepStrictEqual(current.subscription, emptied)
        ? current
        : { ...current, subscription: emptied },
    )
  }
}
