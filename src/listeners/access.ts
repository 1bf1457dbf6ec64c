import { textMessage } from '../messages/block-kit.ts'
import { refusalText } from '../messages/replies.ts'
import type { Alert } from '../model/alert.ts'
import type { Log } from '../model/log.ts'
import { isBriefMute, type Mute, type MuteTerm, muteTerms } from '../model/mute.ts'
import { isSameName, nameKey } from '../model/name.ts'
import {
  alertsOfDigest,
  type Digest,
  type RegisteredSubscription,
  type Subscription,
} from '../model/subscription.ts'
import {
  checkPermission,
  type Operation,
  type Permission,
  type PersonFacts,
  type PersonKind,
} from '../rules/permission.ts'
import type { Channels } from '../slack/channels.ts'
import type { SubscriptionFinder } from './find-subscription.ts'
import type { Asker, Reply } from './reply.ts'

/** A person and the channel id of their request. The channel is `''` on the home tab. */
export type Asking = { user: string; channel: string }

type Subject = { channel?: string | undefined; alerts?: string[] }

export type Access = {
  /** Returns, as one sentence, why the person may not perform the operation; undefined if the person may. */
  refusal(asking: Asking, operation: Operation, subject: Subject): Promise<string | undefined>
  /**
   * Returns, as one sentence, why the person may not use the home tab; undefined if the person may. Guests and external people may not,
   * because the home tab belongs to no channel.
   */
  homeRefusal(user: string): Promise<string | undefined>
  readableSubscriptions(asking: Asking, listed: RegisteredSubscription[]): Promise<RegisteredSubscription[]>
  readableAlerts(asking: Asking, all: Alert[]): Promise<Alert[]>
}

/** Checks the permission in the asker's channel. If the asker has no permission, sends them the reason. */
export async function isRefused(
  { access, reply }: { access: Pick<Access, 'refusal'>; reply: Reply },
  asker: Asker,
  operation: Operation,
  alerts: string[] = [],
): Promise<boolean> {
  const refusal = await access.refusal(asker, operation, { channel: asker.channel, alerts })
  if (refusal !== undefined) await reply(asker, textMessage(refusal), 'beside')
  return refusal !== undefined
}

type AccessDeps = {
  settings: {
    admins: string[] | undefined
    privateAlerts: string[]
    /** The subscriptions and digests of the configuration file. Only these give a channel access to a private alert. */
    subscriptions: Pick<Subscription, 'alert' | 'channel'>[]
    digests: Pick<Digest, 'alerts' | 'channel'>[]
  }
  users: {
    kindOf(user: string): Promise<PersonKind>
    channelsOf(user: string): Promise<ReadonlySet<string> | undefined>
  }
  channels: Pick<Channels, 'find'>
  alerts: { all(): Promise<Alert[]>; known(): Alert[] }
  finder: Pick<SubscriptionFinder, 'inChannel' | 'alertsIn'>
  log: Pick<Log, 'warn'>
}

export function operationOfMutes(mutes: Pick<Mute, 'at' | 'until'>[]): 'mute' | 'mute-briefly' {
  return mutes.every(isBriefMute) ? 'mute-briefly' : 'mute'
}

export function operationOfTerm(term: MuteTerm): 'mute' | 'mute-briefly' {
  const length = muteTerms[term]
  return operationOfMutes([length === undefined ? { at: 0 } : { at: 0, until: length }])
}

export function createAccess(deps: AccessDeps): Access & { isPrivate(alert: string): Promise<boolean> } {
  const { admins } = deps.settings
  const privacy = createPrivacy(deps)

  /** Asks Slack for the person's channels only if the decision can depend on them. */
  async function personOf(user: string, needsChannels: boolean): Promise<PersonFacts> {
    if (admins?.includes(user)) return { kind: 'member', isAdmin: true, channels: undefined }
    const kind = await deps.users.kindOf(user)
    const isNeeded = kind !== 'unknown' && (kind !== 'member' || needsChannels)
    return { kind, isAdmin: false, channels: isNeeded ? await deps.users.channelsOf(user) : undefined }
  }

  async function decide(
    asking: Asking,
    operation: Operation,
    { channel, alerts = [] }: Subject,
  ): Promise<Permission> {
    const privateTo = await privacy.configuredChannelsOf(alerts)
    const needsChannels =
      privateTo.length > 0 || operation === 'change' || operation === 'mute' || operation === 'mute-briefly'
    const person = await personOf(asking.user, needsChannels)
    const askedIn = asking.channel === '' ? undefined : asking.channel
    const channels = channel === undefined ? [] : [channel]
    return checkPermission(person, operation, { askedIn, channels, privateTo }, admins !== undefined)
  }

  async function filterReadable<T>(
    { user, channel }: Asking,
    items: T[],
    subjectOf: (item: T) => { alert: string; isHere: () => Promise<boolean> },
  ): Promise<T[]> {
    const person = await personOf(user, privacy.isUsed)
    const askedIn = channel === '' ? undefined : channel
    const readable: T[] = []
    for (const item of items) {
      const { alert, isHere } = subjectOf(item)
      const channels = person.kind === 'member' ? [] : (await isHere()) ? [channel] : []
      const subject = { askedIn, channels, privateTo: await privacy.configuredChannelsOf([alert], 'known') }
      if (checkPermission(person, 'read', subject, admins !== undefined).kind === 'allowed')
        readable.push(item)
    }
    return readable
  }

  return {
    async refusal(asking, operation, subject) {
      const decision = await decide(asking, operation, subject)
      return decision.kind === 'allowed' ? undefined : refusalText(decision.reason)
    },
    async homeRefusal(user) {
      const { kind } = await personOf(user, false)
      if (kind === 'member') return undefined
      return refusalText(kind === 'unknown' ? 'unknown-person' : 'outside-own-channels')
    },
    async readableSubscriptions(asking, listed) {
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
    isPrivate: privacy.isPrivate,
  }
}

function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

const isAlert = ({ id, name }: Alert, written: string) => id === written || isSameName(name, written)

type AlertIndex = { idsOf(written: string): string[] }

function indexAlerts(all: Alert[]): AlertIndex {
  const ids = new Set<string>(all.map(({ id }) => id))
  const byName = Map.groupBy(all, ({ name }) => nameKey(name))
  return {
    idsOf: (written) => [
      ...(ids.has(written) ? [written] : []),
      ...(byName.get(nameKey(written)) ?? []).map(({ id }) => id),
    ],
  }
}

function createPrivacy({ settings, channels, alerts, log }: AccessDeps) {
  const { privateAlerts, subscriptions, digests } = settings
  const warned = new Set<string>()
  let last: { all: Alert[]; index: AlertIndex } | undefined

  /** With `known`, asks the mention service only if no list is loaded yet, because polls keep the loaded list fresh. */
  async function loadIndex(which: 'known' | 'newest'): Promise<AlertIndex> {
    const known = alerts.known()
    const isEnough = which === 'known' && known.length > 0
    const all = isEnough ? known : await alerts.all().catch(() => alerts.known())
    if (last?.all === all) return last.index
    const index = indexAlerts(all)
    last = { all, index }
    for (const written of privateAlerts) {
      if (all.length === 0 || warned.has(written) || index.idsOf(written).length > 0) continue
      warned.add(written)
      log.warn(
        { alert: written },
        'the configuration key "private" names an alert that does not exist; correct the name',
      )
    }
    return index
  }

  /** Leaves out channels that Slack does not know, because nobody can be a member of them. */
  async function configuredChannelsOfAlert(isMeant: (written: string) => boolean): Promise<string[]> {
    const written = [
      ...subscriptions.filter(({ alert }) => isMeant(alert)),
      ...digests.filter((digest) => alertsOfDigest(digest).some(isMeant)),
    ].map(({ channel }) => channel)
    const found = await Promise.all([...new Set(written)].map((channel) => channels.find(channel)))
    return found.flatMap((one) => (one.kind === 'found' ? one.id : []))
  }

  async function createIsPrivate(which: 'known' | 'newest') {
    const { idsOf } = await loadIndex(which)
    const privateIds = new Set(privateAlerts.flatMap(idsOf))
    const privateNames = new Set(privateAlerts.map(nameKey))
    return (alert: string) => {
      const ids = idsOf(alert)
      // A name that no alert has counts as private, because it may be another spelling of a private alert's name.
      return ids.length === 0 || ids.some((id) => privateIds.has(id)) || privateNames.has(nameKey(alert))
    }
  }

  return {
    isUsed: privateAlerts.length > 0,
    isPrivate: async (alert: string) => privateAlerts.length > 0 && (await createIsPrivate('known'))(alert),
    /** Returns, for each private alert among `written`, the channels (ids) to which the configuration file sends it. */
    async configuredChannelsOf(written: string[], which: 'known' | 'newest' = 'newest'): Promise<string[][]> {
      if (privateAlerts.length === 0 || written.length === 0) return []
      const isPrivate = await createIsPrivate(which)
      const { idsOf } = await loadIndex(which)
      const granted: string[][] = []
      for (const alert of new Set(written)) {
        if (!isPrivate(alert)) continue
        const ids = idsOf(alert)
        granted.push(
          await configuredChannelsOfAlert(
            (other) => isSameName(other, alert) || idsOf(other).some((id) => ids.includes(id)),
          ),
        )
      }
      return granted
    },
  }
}
