import { createHash } from 'node:crypto'
import { isSameName, nameKey } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import type { Decide } from '../../engine/index.ts'
import type { PostedCard } from '../../model/card.ts'
import type { Collection } from '../../model/collection.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { Mute, MuteKind } from '../../model/mute.ts'
import type { RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import { isSameMute } from '../../subscriptions/change-log.ts'
import type { PrivateAlerts } from '../../subscriptions/private-alerts.ts'
import { asksFor, createMuteCount } from './count.ts'
import type { ChannelProposals, MuteProposal, ShownProposal } from './model.ts'

export type MuteProposals = {
  /** Counts again for channels whose last count is a week old. Rejects if the store fails. */
  update(): Promise<void>
  /** Returns the proposals of a channel, largest first, without muted and declined names. */
  of(channel: string): Promise<ShownProposal[]>
  /** Returns the proposals of all channels. */
  all(): Promise<ShownProposal[]>
  decline(proposal: Pick<ShownProposal, 'channel' | 'kind' | 'name'>): Promise<void>
}

type MuteProposalsDeps = {
  now: () => Time
  /** Lets other work run. */
  pause: () => Promise<unknown>
  decisions: { entries(since: Time): AsyncIterable<DecisionRecord> }
  cardsIn: (channel: string, since: Time) => AsyncIterable<PostedCard>
  registry: { all(): RegisteredSubscription[] }
  channelOf: (subscription: RegisteredSubscription) => Promise<string | undefined>
  privateAlerts: Pick<PrivateAlerts, 'mayPost'>
  mutes: (channel: string) => Mute[]
  decideFor: (subscription: Subscription) => Decide
  stored: Collection<ChannelProposals>
  /** The leader stores its counts with these. */
  led: Pick<Collection<ChannelProposals>, 'change'>
}

const dayMs = 86_400_000
const countedEveryMs = 7 * dayMs
const declinedForMs = 90 * dayMs

/** A count that is older than this (ms) is not shown, because no process has counted since. */
const shownForMs = 2 * countedEveryMs

/** The log is read once for this many channels, and the posts of all of them are in memory. */
const channelsAtOnce = 20

/** The log has entries for 28 days before the last two, and a card can be posted shortly before its log entry. */
const readBackMs = 31 * dayMs

const recordsBetweenPauses = 200

export function createMuteProposals(deps: MuteProposalsDeps): MuteProposals {
  const { now, stored, led } = deps
  const isDeclined = ({ declined }: Pick<ChannelProposals, 'declined'>, kind: MuteKind, name: string) =>
    declined.some((one) => one.kind === kind && isSameName(one.name, name) && one.at > now() - declinedForMs)

  /** Counts what mutes would have held back in each channel, and stores the proposals. Keeps what people have declined. */
  async function countAndStore(channels: Map<string, Subscription[]>): Promise<void> {
    const counts = new Map<string, ReturnType<typeof createMuteCount>>()
    for (const [channel, subscriptions] of channels) {
      const known = await stored.find(channel)
      const isKept = (kind: MuteKind, name: string) =>
        (known !== undefined && isDeclined(known, kind, name)) ||
        subscriptions.some((one) => asksFor(one, kind, name))
      counts.set(
        channel,
        createMuteCount({ now: now(), isSettled: settledBy(deps, channel, subscriptions), isKept }),
      )
    }
    const since = now() - readBackMs
    for await (const entry of withPauses(deps, deps.decisions.entries(since)))
      if (entry.channel !== undefined) counts.get(entry.channel)?.addEntry(entry)
    for (const [channel, one] of counts) {
      for await (const card of withPauses(deps, deps.cardsIn(channel, since))) one.addCard(card)
      const counted = { channel, at: now(), ...one.result() }
      await led.change(channel, (current) => ({ ...counted, declined: stillDeclined(current) }))
      counts.delete(channel)
    }
  }

  function shownOf(found: ChannelProposals): ShownProposal[] {
    const { channel, at, since, until, total } = found
    if (at <= now() - shownForMs) return []
    const mutes = deps.mutes(channel).filter((mute) => mute.until === undefined || mute.until > now())
    return found.proposals
      .filter(({ kind, name }) => !isDeclined(found, kind, name) && !mutes.some(isMuteOf(kind, name)))
      .map((proposal) => ({ ...proposal, id: proposalId(proposal), channel, since, until, total }))
  }

  const stillDeclined = (current: ChannelProposals | undefined) =>
    (current?.declined ?? []).filter(({ at }) => at > now() - declinedForMs)

  return {
    async update() {
      const present = await subscriptionsByChannel(deps)
      const known = new Map((await stored.all()).map((one) => [one.channel, one]))
      for (const [channel, { at }] of known)
        if (!present.has(channel) && at <= now() - declinedForMs) await led.change(channel, () => undefined)
      const due = [...present]
        .map(([channel, subscriptions]) => ({ channel, subscriptions, at: known.get(channel)?.at ?? 0 }))
        .filter(({ at }) => at <= now() - countedEveryMs)
        .toSorted((a, b) => a.at - b.at)
        .slice(0, channelsAtOnce)
      if (due.length > 0)
        await countAndStore(new Map(due.map(({ channel, subscriptions }) => [channel, subscriptions])))
    },
    async of(channel) {
      const found = await stored.find(channel)
      return found === undefined ? [] : shownOf(found)
    },
    all: async () => (await stored.all()).flatMap(shownOf),
    async decline({ channel, kind, name }) {
      await stored.change(channel, (current) => {
        if (current === undefined || isDeclined(current, kind, name)) return current
        return { ...current, declined: [...stillDeclined(current), { kind, name, at: now() }] }
      })
    },
  }
}

const isMuteOf = (kind: MuteKind, name: string) => (mute: Mute) => isSameMute(mute, { ...mute, kind, name })

/** The name itself would be too long for the value of a button. */
const proposalId = ({ kind, name }: Pick<MuteProposal, 'kind' | 'name'>) =>
  createHash('sha256')
    .update(`${kind} ${nameKey(name)}`)
    .digest('hex')
    .slice(0, 16)

/** Mentions of ended subscriptions and our own are settled, too. The limit of their age is not, because it depends on the time of the post. */
function settledBy({ now, decideFor }: MuteProposalsDeps, channel: string, subscriptions: Subscription[]) {
  const at = now()
  const decisions = new Map(
    subscriptions.map(({ maxAge: _, ...subscription }) => [subscription.name, decideFor(subscription)]),
  )
  return (mention: Mention, subscription: string) => {
    const decision = decisions.get(subscription)?.(mention, at, channel)
    return decision === undefined || decision.kind === 'skip' || decision.reason === 'own'
  }
}

/** Each written channel is looked up once, and all together, because a first look-up writes to the store. */
async function subscriptionsByChannel({ registry, channelOf, privateAlerts }: MuteProposalsDeps) {
  const posting: RegisteredSubscription[] = []
  for (const one of registry.all()) if (await privateAlerts.mayPost(one)) posting.push(one)
  const places = await Promise.all(
    [...Map.groupBy(posting, ({ subscription }) => subscription.channel).values()].map(async (there) => {
      const channel = there[0] && (await channelOf(there[0]))
      return { channel, subscriptions: there.map(({ subscription }) => subscription) }
    }),
  )
  const found = new Map<string, Subscription[]>()
  for (const { channel, subscriptions } of places)
    if (channel !== undefined) found.set(channel, [...(found.get(channel) ?? []), ...subscriptions])
  return found
}

async function* withPauses<T>({ pause }: MuteProposalsDeps, records: AsyncIterable<T>): AsyncGenerator<T> {
  let read = 0
  for await (const record of records) {
    yield record
    if (++read % recordsBetweenPauses === 0) await pause()
  }
}
