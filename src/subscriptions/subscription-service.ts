import { isDeepStrictEqual } from 'node:util'
import { createKeyedMutex, type KeyedMutex } from '@overheard/base/serial'
import type { Time } from '@overheard/base/time'
import type { WrittenAlert } from '@overheard/mention-client/id'
import type { z } from 'zod'
import { replyTexts } from '../messages/replies.ts'
import { changeTexts } from '../messages/subscription-notices.ts'
import { subscriptionChangeSchema } from '../model/change.ts'
import type { Collection } from '../model/collection.ts'
import type { Post } from '../model/outbox.ts'
import { longPauseMs } from '../model/pause.ts'
import {
  ownMessages,
  type SlackSubscription,
  type Subscription,
  subscriptionNameOf,
} from '../model/subscription.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import { type AnyChangeKind, changeKind, type UndoOutcome } from './change-kind.ts'
import type { ChangeLog, Did } from './change-log.ts'
import { alertSharedNotice, changedSettings, say } from './change-texts.ts'
import type { PrivateAlerts } from './private-alerts.ts'

export type SubscriptionChange = z.infer<typeof subscriptionChangeSchema>

export type SubscriptionRequest = { user: string; channel: string; name: string }

/** Each change is announced in its channel and can be undone there. */
export type SubscriptionService = {
  /**
   * Calls `stored` when the subscription survives the end of this process. If the channel of the settings is `ownMessages`, the request names the
   * direct messages with the person. Returns the name; undefined if the person may make no more. The same request again, shortly afterwards,
   * finds the subscription and announces nothing.
   */
  subscribe(
    request: { user: string; channel: string },
    settings: Omit<Subscription, 'name'>,
    stored?: () => Promise<void>,
  ): Promise<string | undefined>
  /** Returns false, and announces nothing, if no setting differs, or if the subscription has ended. */
  edit(
    request: SubscriptionRequest,
    settings: Omit<Subscription, 'name'>,
    stored?: () => Promise<void>,
  ): Promise<boolean>
  unsubscribe(request: SubscriptionRequest): Promise<void>
}

/**
 * One person may make this many subscriptions, so that nobody can fill the store or use up the requests to the mention
 * service.
 */
const maxPerPerson = 100

export const tooManySubscriptionsText = () => replyTexts.tooManySubscriptions(maxPerPerson)

/** Each change is atomic in the store, so the second of two people sees the change of the first. */
export function createSubscriptionService(deps: SubscriptionServiceDeps): SubscriptionService {
  const { now } = deps
  const inTurn = createKeyedMutex()
  /** Stored, but not announced, because that failed. The next press announces them. */
  const untold = new Set<string>()
  const changeAndAnnounce = async (
    { user, channel, name }: SubscriptionRequest,
    did: Did,
    next: (current: SlackSubscription) => SlackSubscription,
    stored: () => Promise<void> = async () => undefined,
  ) => {
    const change = await changeSubscription(deps, name, next)
    if (change === undefined) return false
    await stored()
    await deps.registry.sync()
    await deps.changes.announce(channel, user, did, change)
    return true
  }
  return {
    subscribe: (request, settings, stored) =>
      addSubscription({ ...deps, inTurn, untold }, request, settings, stored),
    async edit(request, settings, stored) {
      const { name } = request
      const before = (await deps.slackSubscriptions.find(name))?.subscription
      const { mark, tell } = await sharing(deps, request, settings.alert)
      const did = () =>
        changeTexts.changed(name, before === undefined ? '' : changedSettings(before, settings))
      const next = (current: SlackSubscription) => ({
        ...current,
        ...mark,
        subscription: { ...settings, channel: current.subscription.channel, name },
      })
      const isChanged = await changeAndAnnounce(request, did, next, stored)
      if (isChanged) await tell()
      return isChanged
    },
    async unsubscribe(request) {
      const did = () => changeTexts.unsubscribed(request.name)
      await changeAndAnnounce(request, did, (current) => ({
        ...current,
        ended: { by: request.user, at: now() },
      }))
    },
  }
}

async function changeSubscription(
  { slackSubscriptions }: SubscriptionServiceDeps,
  name: string,
  next: (current: SlackSubscription) => SlackSubscription,
): Promise<SubscriptionChange | undefined> {
  let change: SubscriptionChange | undefined
  await slackSubscriptions.change(name, (current) => {
    if (current === undefined || current.ended !== undefined) return current
    const after = next(current)
    if (isDeepStrictEqual(after, current)) return current
    change = { kind: 'subscription', name, before: current, after }
    return after
  })
  return change
}

type SubscriptionServiceDeps = {
  now: () => Time
  slackSubscriptions: Pick<Collection<SlackSubscription>, 'all' | 'find' | 'change'>
  registry: { find(name: string): unknown; sync(): Promise<void> }
  changes: Pick<ChangeLog, 'announce' | 'tell'>
  alertName: (written: WrittenAlert) => string
  privateAlerts: Pick<PrivateAlerts, 'allows' | 'channelsOf'>
  post: Post
  nameOf: (user: string) => Promise<string>
  speakTo: Pick<SpeakTo, 'channel'>
}

/**
 * Changes a subscription of a private alert to a channel that is none of its channels. Only an admin may do that. The record then says so, and
 * the alert's channels are told.
 */
async function sharing(
  { privateAlerts, now, post, nameOf, alertName, changes, speakTo }: SubscriptionServiceDeps,
  { user, channel }: { user: string; channel: string },
  alert: WrittenAlert,
): Promise<{ mark: Pick<SlackSubscription, 'sharedBy'>; tell: () => Promise<void> }> {
  if (await privateAlerts.allows(alert, channel)) return { mark: {}, tell: async () => undefined }
  const [told = []] = await privateAlerts.channelsOf([alert], 'known')
  return {
    mark: { sharedBy: { by: user, at: now() } },
    async tell() {
      await changes.tell(channel, user, () => changeTexts.shared(alertName(alert)), { alerts: [alert] })
      const by = await nameOf(user)
      const draw = () => alertSharedNotice({ by, alert: alertName(alert), channel })
      for (const one of told) await post({ channel: one, content: await speakTo.channel(one, draw) })
    },
  }
}

/** The second press of a form, after a slow answer, comes within this time (ms), by the clock of another process, too. */
const pressedAgainMs = 2 * 60_000

/** True if both were made by one press, or by two presses of one form. */
function isPressedAgain(known: SlackSubscription, { subscription, created, direct }: SlackSubscription) {
  const { name } = subscription
  return (
    known.ended === undefined &&
    known.created.by === created.by &&
    Math.abs(known.created.at - created.at) <= pressedAgainMs &&
    known.direct === direct &&
    isDeepStrictEqual({ ...known.subscription, name }, subscription)
  )
}

type StoreDeps = Pick<SubscriptionServiceDeps, 'slackSubscriptions' | 'registry'>

/**
 * Returns the stored subscription, or an equal one that the person made just before; undefined if they may make no more. If the name was used
 * before, appends a number, because the checkpoint and the receipts of the old subscription still exist under its name.
 */
async function storeOnce(
  { slackSubscriptions, registry }: StoreDeps,
  wanted: SlackSubscription,
): Promise<{ known: SlackSubscription[]; stored: SlackSubscription; isNew: boolean } | undefined> {
  const known = await slackSubscriptions.all()
  const again = known.find((one) => isPressedAgain(one, wanted))
  if (again !== undefined) return { known, stored: again, isNew: false }
  const own = known.filter(({ created, ended }) => created.by === wanted.created.by && ended === undefined)
  if (own.length >= maxPerPerson) return undefined
  const first = wanted.subscription.name
  for (let count = 1; ; count++) {
    const name = count === 1 ? first : `${first}-${count}`
    if (registry.find(name) !== undefined) continue
    const fresh = { ...wanted, subscription: { ...wanted.subscription, name } }
    const stored = await slackSubscriptions.change(name, (current) => current ?? fresh)
    if (isDeepStrictEqual(stored, fresh)) return { known, stored: fresh, isNew: true }
    if (stored !== undefined && isPressedAgain(stored, fresh)) return { known, stored, isNew: false }
  }
}

async function addSubscription(
  deps: SubscriptionServiceDeps & { inTurn: KeyedMutex; untold: Set<string> },
  { user, channel }: { user: string; channel: string },
  settings: Omit<Subscription, 'name'>,
  stored: () => Promise<void> = async () => undefined,
): Promise<string | undefined> {
  const { registry, changes, now, alertName, inTurn, untold } = deps
  const alert = alertName(settings.alert)
  const isPersonal = settings.channel === ownMessages || channel.startsWith('D')
  const place = isPersonal ? ownMessages : settings.channel
  const { mark, tell } = isPersonal
    ? { mark: { direct: channel }, tell: async () => undefined }
    : await sharing(deps, { user, channel }, settings.alert)
  const wanted: SlackSubscription = {
    subscription: { ...settings, channel: place, name: subscriptionNameOf(alert) || 'alert' },
    created: { by: user, at: now() },
    ...mark,
  }
  const made = await inTurn(user, () => storeOnce(deps, wanted))
  if (made === undefined) return undefined
  const { name } = made.stored.subscription
  const existedBefore = made.known.some(
    ({ ended, subscription, created }) =>
      ended !== undefined &&
      subscription.alert === settings.alert &&
      subscription.channel === place &&
      (!isPersonal || created.by === user),
  )
  const did = () => changeTexts.subscribed(name, { alert, existedBefore, isPersonal })
  const change: SubscriptionChange = { kind: 'subscription', name, after: made.stored }
  const tells = made.isNew || untold.delete(name)
  try {
    await stored()
    await registry.sync()
    if (!tells) return name
    await changes.announce(channel, user, did, change)
    await tell()
  } catch (error) {
    if (tells) untold.add(name)
    throw error
  }
  return name
}

/**
 * Removes the filters, quiet hours and notifications of subscriptions that ended before `before`, because these settings can name
 * people. The subscription names stay reserved.
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

type SubscriptionChangesDeps = {
  now: () => Time
  slackSubscriptions: Pick<Collection<SlackSubscription>, 'change'>
  /** Makes a subscription that did not run since `since` ask before it is polled again. */
  askAfterStop: (request: { name: string; user: string; since: Time }) => Promise<void>
  syncSubscriptions: () => Promise<void>
  privateAlerts: Pick<PrivateAlerts, 'allows'>
}

export const subscriptionChanges = (deps: SubscriptionChangesDeps): AnyChangeKind =>
  changeKind('subscription', subscriptionChangeSchema, {
    // Undoing a new subscription ends it; every other undo lets the channel have the alert again.
    permissionToUndo: ({ before, after }) => ({
      operation: before === undefined ? 'change' : 'subscribe',
      alerts: [after.subscription.alert],
    }),
    alerts: ({ before, after }) => [
      ...new Set([before ?? after, after].map(({ subscription }) => subscription.alert)),
    ],
    undo: (change, user) => revertSubscription(deps, change, user),
    afterUndo({ name, before, after }) {
      if (before === undefined) return say.noLongerPosted({ name })
      return after.ended === undefined ? say.earlierSettings({ name }) : say.activeAgain({ name })
    },
    // A subscription that an admin shared with its channel may be announced there, also when it ends.
    // A person may read in their direct messages about what they got there.
    mayBeAnnounced: async ({ after: { subscription, sharedBy, direct } }, channel) =>
      sharedBy !== undefined || direct === channel || deps.privateAlerts.allows(subscription.alert, channel),
  })

async function revertSubscription(
  deps: SubscriptionChangesDeps,
  change: SubscriptionChange,
  user: string,
): Promise<UndoOutcome> {
  const by = { by: user, at: deps.now() }
  const since = longStopEndedBy(change, by.at)
  if (since !== undefined) await deps.askAfterStop({ name: change.name, user, since })
  let reverted = false
  await deps.slackSubscriptions.change(change.name, (current) => {
    reverted = isDeepStrictEqual(current, change.after)
    if (!reverted) return current
    if (change.before === undefined) return { ...change.after, ended: by }
    return change.before
  })
  if (!reverted) return 'changed-since'
  await deps.syncSubscriptions()
  return 'undone'
}

/** Returns when the subscription ended (UTC, ms), if an undo would restart it after more than `longPauseMs`; undefined otherwise. */
function longStopEndedBy({ before, after }: SubscriptionChange, now: Time): number | undefined {
  const since = after.ended?.at
  return before !== undefined && since !== undefined && now - since > longPauseMs ? since : undefined
}
