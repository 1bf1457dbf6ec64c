import { isSameName, nameKey } from '@overheard/base/name'
import type { Alert } from '@overheard/mention-client/alert'
import { type Id, isId, type WrittenAlert } from '@overheard/mention-client/id'
import type { Log } from '../model/log.ts'
import {
  alertsOfDigest,
  type Digest,
  type RegisteredSubscription,
  type Subscription,
} from '../model/subscription.ts'
import type { Channels } from '../slack/channels.ts'

/**
 * Private alerts, and the channels to which they may be posted: those to which the configuration file sends them, and those with which an
 * admin shares them. Only the members of these channels, and admins, may see the alert. An alert is written by name or id.
 */
export type PrivateAlerts = {
  isUsed: boolean
  /** True if `private` means an alert with this name, or this id. An alert that loses such a name is not private any more. */
  names(nameOrId: WrittenAlert): boolean
  isPrivate(alert: WrittenAlert): Promise<boolean>
  /**
   * Returns, for each private alert among `written`, the ids of its channels. With `known`, asks the mention service only if no list of alerts
   * is loaded yet, because polls keep the loaded list fresh.
   */
  channelsOf(written: WrittenAlert[], which: 'known' | 'newest'): Promise<string[][]>
  /**
   * Does the same for one alert, with the newest list. `isSure` is false if the list has no such alert, or if Slack does not say now which
   * channel a name means: then a person whom the channels do not let see the alert may still be allowed to.
   */
  lookUp(written: WrittenAlert): Promise<{ privateTo: string[][]; isSure: boolean }>
  /**
   * True if the alert is not private, or if the channel (an id) is one of its channels, or the direct messages of a person who is subscribed to
   * it: whether that person may see the alert is checked before each post.
   */
  allows(alert: WrittenAlert, channel: string): Promise<boolean>
  /** False for a subscription from Slack that would post a private alert to a channel that is none of its channels. */
  mayPost(listed: RegisteredSubscription): Promise<boolean>
}

type PrivateAlertsDeps = {
  privateAlerts: WrittenAlert[]
  /** The subscriptions and digests of the configuration file. */
  subscriptions: Pick<Subscription, 'alert' | 'channel'>[]
  digests: Pick<Digest, 'alerts' | 'compare' | 'channel'>[]
  registry: { all(): RegisteredSubscription[] }
  channels: Pick<Channels, 'find'>
  alerts: { all(): Promise<Alert[]>; known(): Alert[] }
  log: Pick<Log, 'warn'>
}

export function createPrivateAlerts(deps: PrivateAlertsDeps): PrivateAlerts {
  const { privateAlerts, channels, alerts, log } = deps
  const isUsed = privateAlerts.length > 0
  const warned = new Set<string>()
  let last: { all: Alert[]; index: AlertIndex } | undefined

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

  function isPrivateIn({ idsOf }: AlertIndex, alert: WrittenAlert): boolean {
    const ids = idsOf(alert)
    // A name that no alert has counts as private, because it may be another spelling of a private alert's name.
    if (ids.length === 0) return true
    const privateIds = new Set(privateAlerts.flatMap(idsOf))
    return ids.some((id) => privateIds.has(id)) || privateAlerts.some((written) => isSameName(written, alert))
  }

  function meansAlert({ idsOf }: AlertIndex, alert: WrittenAlert): (other: string) => boolean {
    const ids = idsOf(alert)
    return (other) => isSameName(other, alert) || idsOf(other).some((id) => ids.includes(id))
  }

  /** Leaves out a channel that Slack does not show, because its name says nothing about the channel that has the name now. */
  async function channelsOfAlert(
    index: AlertIndex,
    alert: WrittenAlert,
  ): Promise<{ ids: string[]; isSure: boolean }> {
    const isMeant = meansAlert(index, alert)
    const shared = deps.registry
      .all()
      .flatMap(({ subscription, fromSlack }) => (fromSlack?.sharedBy === undefined ? [] : [subscription]))
    const written = [
      ...[...deps.subscriptions, ...shared].filter((one) => isMeant(one.alert)),
      ...deps.digests.filter((digest) => alertsOfDigest(digest).some(isMeant)),
    ].map(({ channel }) => channel)
    const found = await Promise.all([...new Set(written)].map((channel) => channels.find(channel)))
    return {
      ids: [...new Set(found.flatMap((one) => (one.kind === 'found' ? one.id : [])))],
      isSure: !found.some(({ kind }) => kind === 'unreachable' || kind === 'refused'),
    }
  }

  async function channelsOf(written: WrittenAlert[], which: 'known' | 'newest'): Promise<string[][]> {
    if (!isUsed || written.length === 0) return []
    const index = await loadIndex(which)
    const found = [...new Set(written)].filter((alert) => isPrivateIn(index, alert))
    const places = await Promise.all(found.map((alert) => channelsOfAlert(index, alert)))
    return places.map(({ ids }) => ids)
  }

  async function lookUp(alert: WrittenAlert): Promise<{ privateTo: string[][]; isSure: boolean }> {
    if (!isUsed) return { privateTo: [], isSure: true }
    const index = await loadIndex('newest')
    if (!isPrivateIn(index, alert)) return { privateTo: [], isSure: true }
    const { ids, isSure } = await channelsOfAlert(index, alert)
    return { privateTo: [ids], isSure: isSure && index.idsOf(alert).length > 0 }
  }

  /** True if a person is subscribed to the alert and gets it in these direct messages. */
  async function isDirectOf(alert: WrittenAlert, channel: string): Promise<boolean> {
    const direct = deps.registry.all().filter(({ fromSlack }) => fromSlack?.direct === channel)
    if (direct.length === 0) return false
    const isMeant = meansAlert(await loadIndex('known'), alert)
    return direct.some(({ subscription }) => isMeant(subscription.alert))
  }

  async function allows(alert: WrittenAlert, channel: string): Promise<boolean> {
    const found = await channelsOf([alert], 'known')
    return found.every((ids) => ids.includes(channel)) || isDirectOf(alert, channel)
  }

  return {
    isUsed,
    names: (nameOrId) =>
      privateAlerts.some((written) => written === nameOrId || isSameName(written, nameOrId)),
    isPrivate: async (alert) => isUsed && isPrivateIn(await loadIndex('known'), alert),
    channelsOf,
    lookUp,
    allows,
    mayPost: async ({ subscription, fromSlack }) =>
      fromSlack === undefined || (await allows(subscription.alert, subscription.channel)),
  }
}

type Configured = {
  private?: WrittenAlert[] | undefined
  subscriptions: Pick<Subscription, 'name' | 'alert' | 'channel'>[]
  digests: Pick<Digest, 'name' | 'alerts' | 'compare' | 'channel'>[]
}

/**
 * Returns the subscriptions and digests of the configuration file that send a private alert to a channel that is written by its name. Without
 * `all`, an alert that is written once by its name and once by its id is not recognised.
 */
export function privateByChannelName(
  { private: privateAlerts = [], subscriptions, digests }: Configured,
  all: Alert[] = [],
): { name: string; alert: WrittenAlert; channel: string }[] {
  const { idsOf } = indexAlerts(all)
  const privateIds = new Set(privateAlerts.flatMap(idsOf))
  const isPrivate = (alert: WrittenAlert) =>
    privateAlerts.some((written) => isSameName(written, alert)) ||
    idsOf(alert).some((id) => privateIds.has(id))
  return [
    ...subscriptions.map(({ name, alert, channel }) => ({ name, channel, alerts: [alert] })),
    ...digests.map((digest) => ({ ...digest, alerts: alertsOfDigest(digest) })),
  ].flatMap(({ name, channel, alerts }) => {
    const alert = alerts.find(isPrivate)
    return alert === undefined || !channel.startsWith('#') ? [] : [{ name, alert, channel }]
  })
}

type AlertIndex = { idsOf(written: WrittenAlert): Id[] }

function indexAlerts(all: Alert[]): AlertIndex {
  const ids = new Set(all.map(({ id }) => id))
  const byName = Map.groupBy(all, ({ name }) => nameKey(name))
  return {
    idsOf: (written) => [
      ...(isId(written) && ids.has(written) ? [written] : []),
      ...(byName.get(nameKey(written)) ?? []).map(({ id }) => id),
    ],
  }
}
