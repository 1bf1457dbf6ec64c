import { isSameName } from '@overheard/base/name'
import type { Alert } from '@overheard/mention-client/alert'
import type { WrittenAlert } from '@overheard/mention-client/id'
import { textMessage } from '../messages/kit/block-kit.ts'
import { refusalText } from '../messages/replies.ts'
import type { PostedCard } from '../model/card.ts'
import type { Content } from '../model/message.ts'
import { type RegisteredSubscription, recipientOf } from '../model/subscription.ts'
import {
  checkPermission,
  isOfMembers,
  type Operation,
  type PersonFacts,
  type PersonKind,
} from '../people/permission.ts'
import type { PrivateAlerts } from '../subscriptions/private-alerts.ts'
import type { SubscriptionFinder } from './find-subscription.ts'
import type { Asker, Reply } from './reply.ts'

type Permission = ReturnType<typeof checkPermission>

/**
 * A person and the channel id of their request. The channel is `''` on the home tab. With `byValue`, a value of a control or a form names the
 * channel, or the bot itself asks. So the channel proves nothing: only Slack says if the person is in it.
 */
export type Asking = { user: string; channel: string; byValue?: true }

/**
 * People decide alone what they get in their own direct messages. With `forEverybody`, the operation is about more than that, and the direct
 * messages are only the place where the person asks.
 */
type RefusalSubject = { channel?: string | undefined; alerts?: WrittenAlert[]; forEverybody?: true }

export type Access = {
  /** Returns, as one sentence, why the person may not perform the operation; undefined if the person may. */
  refusal(asking: Asking, operation: Operation, subject: RefusalSubject): Promise<string | undefined>
  /**
   * Returns, as one sentence, why the person may not use the home tab; undefined if the person may. Guests and external people may not,
   * because the home tab belongs to no channel.
   */
  homeRefusal(user: string): Promise<string | undefined>
  /** Tells if a person may see a posted card; `unknown` if Slack does not answer who the person is. */
  maySee(user: string, card: Pick<PostedCard, 'channel' | 'alert'>): Promise<'yes' | 'no' | 'unknown'>
  /**
   * Tells if a person may get an alert in their direct messages (`channel` is their id); `unknown` if Slack or the mention service does not say
   * enough to refuse it for good.
   */
  mayGet(user: string, subject: Pick<PostedCard, 'channel' | 'alert'>): Promise<'yes' | 'no' | 'unknown'>
  /** True if the channel is the direct messages of the bot with the person. False if Slack does not say which these are. */
  isOwnMessages(asking: Asking): Promise<boolean>
  /** Leaves out what other people get in their direct messages, unless an admin asks. */
  readableSubscriptions(asking: Asking, listed: RegisteredSubscription[]): Promise<RegisteredSubscription[]>
  readableAlerts(asking: Asking, all: Alert[]): Promise<Alert[]>
}

/** Checks the permission in the asker's channel. If the asker has no permission, sends them the reason. */
export async function isRefused(
  { access, reply }: { access: Pick<Access, 'refusal'>; reply: Reply },
  asker: Asker,
  operation: Operation,
  alerts: WrittenAlert[] = [],
): Promise<boolean> {
  const refusal = await access.refusal(asker, operation, { channel: asker.channel, alerts })
  if (refusal !== undefined) await reply(asker, textMessage(refusal), 'beside')
  return refusal !== undefined
}

type FindCard = (message: { channel: string; ts: string }) => Promise<Pick<PostedCard, 'alert'> | undefined>

type AtCard = { access: Pick<Access, 'refusal'>; findCard: FindCard }

/** Does the same for the card of a message. */
export async function isRefusedAtCard(
  { reply, ...deps }: AtCard & { reply: Reply },
  place: Asker & { ts: string },
  operation: Operation,
): Promise<boolean> {
  const refusal = await refusalAtCard(deps, place, operation)
  if (refusal !== undefined) await reply(place, refusal, 'beside')
  return refusal !== undefined
}

/**
 * Returns why the person may not perform the operation on the card of a message. If the card is not stored any more, no alert is checked, and
 * nothing of it can be shown.
 */
export async function refusalAtCard(
  { access, findCard }: AtCard,
  place: Asker & { ts: string },
  operation: Operation,
): Promise<Content | undefined> {
  const card = await findCard(place)
  const alerts = card === undefined ? [] : [card.alert]
  const refusal = await access.refusal(place, operation, { channel: place.channel, alerts })
  return refusal === undefined ? undefined : textMessage(refusal)
}

type AccessDeps = {
  settings: {
    admins: string[] | undefined
  }
  privateAlerts: Pick<PrivateAlerts, 'isUsed' | 'channelsOf' | 'lookUp'>
  users: {
    kindOf(user: string): Promise<PersonKind>
    channelsOf(user: string): Promise<ReadonlySet<string> | undefined>
    openDirect(user: string): Promise<string>
  }
  finder: Pick<SubscriptionFinder, 'inChannel' | 'alertsIn'>
}

export function createAccess(deps: AccessDeps): Access {
  const { settings, privateAlerts } = deps
  const { admins } = settings

  /** Asks Slack for the person's channels only if the decision can depend on them. */
  async function personOf(user: string, needsChannels: boolean): Promise<PersonFacts & { isSure: boolean }> {
    if (admins?.includes(user)) return { kind: 'member', isAdmin: true, channels: undefined, isSure: true }
    const kind = await deps.users.kindOf(user)
    const isNeeded = kind !== 'unknown' && (kind !== 'member' || needsChannels)
    const channels = isNeeded ? await deps.users.channelsOf(user) : undefined
    const isSure = kind !== 'unknown' && (!isNeeded || channels !== undefined)
    return { kind, isAdmin: false, channels, isSure }
  }

  async function isOwnMessages({ user, channel }: Asking): Promise<boolean> {
    if (!channel.startsWith('D')) return false
    return (await deps.users.openDirect(user).catch(() => undefined)) === channel
  }

  async function decide(
    asking: Asking,
    operation: Operation,
    { channel, alerts = [], forEverybody }: RefusalSubject,
  ): Promise<{ permission: Permission; isSure: boolean }> {
    const privateTo = await privateAlerts.channelsOf(alerts, 'newest')
    const needsChannels = privateTo.length > 0 || isOfMembers(operation)
    const person = await personOf(asking.user, needsChannels)
    const askedIn = asking.channel === '' ? undefined : asking.channel
    const channels = channel === undefined ? [] : [channel]
    const isOwn =
      channel !== undefined &&
      forEverybody === undefined &&
      (await isOwnMessages({ user: asking.user, channel }))
    const subject = {
      ...{ askedIn, channels, privateTo, isOwnMessages: isOwn },
      isThere: asking.byValue === undefined,
    }
    // Not even an admin lets other people get an alert.
    const isOfOther = operation === 'subscribe' && channel?.startsWith('D') === true && !isOwn
    const permission: Permission = isOfOther
      ? { kind: 'refused', reason: 'channel-members-only' }
      : checkPermission(person, operation, subject, admins !== undefined)
    return { permission, isSure: person.isSure }
  }

  async function filterReadable<T>(
    { user, channel }: Asking,
    items: T[],
    subjectOf: (item: T) => { alert: WrittenAlert; isHere: () => Promise<boolean> },
  ): Promise<T[]> {
    const person = await personOf(user, privateAlerts.isUsed)
    const askedIn = channel === '' ? undefined : channel
    const readable: T[] = []
    for (const item of items) {
      const { alert, isHere } = subjectOf(item)
      const channels = person.kind === 'member' ? [] : (await isHere()) ? [channel] : []
      const subject = { askedIn, channels, privateTo: await privateAlerts.channelsOf([alert], 'known') }
      if (checkPermission(person, 'read', subject, admins !== undefined).kind === 'allowed')
        readable.push(item)
    }
    return readable
  }

  return {
    async refusal(asking, operation, subject) {
      const { permission } = await decide(asking, operation, subject)
      return permission.kind === 'allowed' ? undefined : refusalText(permission.reason)
    },
    async maySee(user, { channel, alert }) {
      const asked = await decide({ user, channel, byValue: true }, 'handle', { channel, alerts: [alert] })
      if (asked.permission.kind === 'allowed') return 'yes'
      return asked.isSure ? 'no' : 'unknown'
    },
    async mayGet(user, { channel, alert }) {
      const { privateTo, isSure } = await privateAlerts.lookUp(alert)
      const person = await personOf(user, privateTo.length > 0)
      const subject = { askedIn: channel, channels: [channel], privateTo, isOwnMessages: true }
      const { kind } = checkPermission(person, 'subscribe', subject, admins !== undefined)
      if (kind === 'allowed') return 'yes'
      return isSure && person.isSure ? 'no' : 'unknown'
    },
    isOwnMessages,
    async homeRefusal(user) {
      const { kind } = await personOf(user, false)
      if (kind === 'member') return undefined
      return refusalText(kind === 'unknown' ? 'unknown-person' : 'outside-own-channels')
    },
    async readableSubscriptions(asking, all) {
      const isAdmin = admins?.includes(asking.user) === true
      const listed = all.filter((one) => isAdmin || [undefined, asking.user].includes(recipientOf(one)))
      const here = lazily(async () => new Set(await deps.finder.inChannel(asking.channel)))
      return filterReadable(asking, listed, (one) => ({
        alert: one.subscription.alert,
        isHere: async () => (await here()).has(one),
      }))
    },
    async readableAlerts(asking, all) {
      const here = lazily(() => deps.finder.alertsIn(asking.channel))
      return filterReadable(asking, all, (alert) => ({
        alert: alert.id,
        isHere: async () => (await here()).some((written) => isAlert(alert, written)),
      }))
    },
  }
}

function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

const isAlert = ({ id, name }: Alert, written: WrittenAlert) => id === written || isSameName(name, written)
