import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { type CardChange, isFoundByPerson, type PostedCard, shownMention } from '../../model/card.ts'
import type { Collection, MessageKey } from '../../model/collection.ts'
import type { Mute } from '../../model/mute.ts'
import type { RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import { isSameMute } from '../../subscriptions/change-log.ts'
import { learnedOf, mostLabels } from './filter.ts'
import type { StoredLabel } from './model.ts'
import { aboutOf, nameIn } from './settings.ts'

type LabelDeps = {
  now: () => Time
  registry: { find(name: string): RegisteredSubscription | undefined }
  labels: Pick<Collection<StoredLabel>, 'change' | 'entries'>
  mutes: { of(channel: string): Mute[] }
  findCard: (place: MessageKey) => Promise<PostedCard | undefined>
}

const keyOf = (alert: Id, mention: Id) => `${alert} ${mention}`

/** What a change of a card says about its mention. A mention that is open again says nothing. */
const meanings: Partial<Record<CardChange['to'], boolean | 'unknown'>> = {
  claimed: true,
  assigned: true,
  snoozed: true,
  done: true,
  linked: true,
  'not-relevant': false,
  released: 'unknown',
  reopened: 'unknown',
}

/** A shorter mute says that there is too much of something now. A muted source says nothing about one mention. */
const shortestMuteMs: Ms = 7 * 86_400_000
const teaches = ({ kind, at, until = Infinity }: Mute) =>
  (kind === 'author' || kind === 'domain') && until - at >= shortestMuteMs

/** Learns from what people do: with cards, with messages that they track, and with mentions that they bring back. */
export function createLabels({ now, registry, labels, mutes, findCard }: LabelDeps) {
  async function note(
    subscription: Subscription,
    alert: Id,
    mention: Mention,
    isRelevant: boolean,
  ): Promise<void> {
    const about = aboutOf(subscription)
    if (about === undefined) return
    await labels.change(keyOf(alert, mention.id), (before) =>
      before?.isRelevant === isRelevant && before.mute === undefined
        ? before
        : { alert, at: now(), isRelevant, mention: learnedOf(mention, nameIn(about)) },
    )
  }

  /** What people say about a mention itself counts more. */
  async function learnFrom(mute: Mute): Promise<void> {
    if (mute.card === undefined || !teaches(mute)) return
    const { channel, kind, name, until, at } = mute
    const card = await findCard({ channel, ts: mute.card.ts })
    const mention = card && shownMention(card, mute.card.mention)
    const subscription = card && registry.find(card.subscription)?.subscription
    const about = subscription && aboutOf(subscription)
    if (card === undefined || mention === undefined || about === undefined) return
    const label: StoredLabel = {
      ...{ alert: card.alert, at, isRelevant: false, mention: learnedOf(mention, nameIn(about)) },
      mute: { channel, kind, name, ...defined({ until }) },
    }
    await labels.change(keyOf(card.alert, mention.id), (before) => before ?? label)
  }

  return {
    note,
    /** What a rule did says nothing. Rejects if the store fails. */
    async handled({ card, changes }: { card: PostedCard; changes: CardChange[] }): Promise<void> {
      const subscription = registry.find(card.subscription)?.subscription
      if (subscription === undefined) return
      for (const { mention: id, to, rule } of changes) {
        const meaning = meanings[to]
        const mention = shownMention(card, id)
        if (meaning === undefined || rule !== undefined || mention === undefined) continue
        if (meaning === 'unknown')
          await labels.change(keyOf(card.alert, id), (before) =>
            before?.mute === undefined ? undefined : before,
          )
        else await note(subscription, card.alert, mention, meaning)
      }
    },
    /** Learns from the mutes of a channel, and forgets what it learned from those that were undone. A mute that has ended still counts. */
    async changed({ channel }: { channel: string }): Promise<void> {
      const present = mutes.of(channel)
      const isUndone = (mute: StoredLabel['mute']) =>
        mute?.channel === channel &&
        !present.some((one) => isSameMute(one, mute)) &&
        (mute.until ?? Infinity) > now()
      for (const { key, value } of await labels.entries())
        if (isUndone(value.mute))
          await labels.change(key, (current) => (current?.mute === undefined ? current : undefined))
      for (const mute of present) await learnFrom(mute)
    },
    async prune(): Promise<void> {
      const byAlert = Map.groupBy(await labels.entries(), ({ value }) => value.alert)
      for (const own of byAlert.values())
        for (const { key } of own.toSorted((a, b) => b.value.at - a.value.at).slice(mostLabels))
          await labels.change(key, () => undefined)
    },
    /** A message that a person tracked is relevant. */
    async posted({ subscription, card }: { subscription: Subscription; card: PostedCard }): Promise<void> {
      if (card.shows.kind === 'card' && isFoundByPerson(card))
        await note(subscription, card.alert, card.shows.mention, true)
    },
  }
}
