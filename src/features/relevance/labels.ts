import type { Time } from '../../async/time.ts'
import { type CardChange, isFoundByPerson, type PostedCard, shownMention } from '../../model/card.ts'
import type { Collection } from '../../model/collection.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import { learnedOf } from './filter.ts'
import type { StoredLabel } from './model.ts'
import { aboutOf, nameIn } from './settings.ts'

type LabelDeps = {
  now: () => Time
  registry: { find(name: string): RegisteredSubscription | undefined }
  labels: Pick<Collection<StoredLabel>, 'change'>
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

/** Learns from what people do: with cards, with messages that they track, and with mentions that they bring back. */
export function createLabels({ now, registry, labels }: LabelDeps) {
  async function note(
    subscription: Subscription,
    alert: Id,
    mention: Mention,
    isRelevant: boolean,
  ): Promise<void> {
    const about = aboutOf(subscription)
    if (about === undefined) return
    await labels.change(keyOf(alert, mention.id), (before) =>
      before?.isRelevant === isRelevant
        ? before
        : { alert, at: now(), isRelevant, mention: learnedOf(mention, nameIn(about)) },
    )
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
        if (meaning === 'unknown') await labels.change(keyOf(card.alert, id), () => undefined)
        else await note(subscription, card.alert, mention, meaning)
      }
    },
    /** A message that a person tracked is relevant. */
    async posted({ subscription, card }: { subscription: Subscription; card: PostedCard }): Promise<void> {
      if (card.shows.kind === 'card' && isFoundByPerson(card))
        await note(subscription, card.alert, card.shows.mention, true)
    },
  }
}
