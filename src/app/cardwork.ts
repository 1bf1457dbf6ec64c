import { createPostedCards } from '../cards.ts'
import { originalLifetimeMs } from '../decide/duplicate.ts'
import { createOriginalIndex } from '../decide/firsts.ts'
import { acceptsDuplicates } from '../decide/folded-story.ts'
import { createKeyedMutex } from '../deliver/one-at-a-time.ts'
import { fetchMention } from '../mentions/one.ts'
import type { MentionService } from '../mentions/service.ts'
import type { OriginalCard } from '../model/first-card.ts'
import type { Id } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import { cardRecords } from '../store/card-records.ts'
import { createOriginalCards } from '../store/first-cards.ts'
import type { Store } from '../store/open-store.ts'
import type { createSlack } from './slack.ts'

type CardParts = {
  service: Pick<MentionService, 'mentionsSince'>
  store: Pick<Store, 'records'>
  slack: Pick<ReturnType<typeof createSlack>, 'messages'>
  now: () => number
  /** A subscription by its name; undefined where it does not exist (any more). */
  subscription: (name: string) => Subscription | undefined
}

/** What keeps posted cards up to date: presses change them, and so do mentions that join them. */
export type Cardwork = ReturnType<typeof createCardwork>

/** Makes the drawing of cards, their records and the cards that others join, all on one store and one way to Slack. */
export function createCardwork({ service, store, slack, now, subscription }: CardParts) {
  const records = cardRecords(store.records, now)
  const originalCards = createOriginalCards(store.records, now, {
    createFirsts: createOriginalIndex,
    lives: originalLifetimeMs,
    takesMore: acceptsDuplicates,
  })
  const mention = (alert: Id, id: Id) => fetchMention(service, alert, id).catch(() => undefined)
  const { messages } = slack
  const cards = createPostedCards({
    messages,
    withLock: createKeyedMutex(),
    records,
    mention,
    subscription,
    originalCards,
  })
  return {
    cards,
    records,
    mention,
    firstCards: {
      ...originalCards,
      async draw({ subscription: name, alert, mention: id, channel, ts }: OriginalCard) {
        const target = { subscription: name, alert, mentions: [id] }
        const drawn = await cards.redrawCard({ channel, ts }, target)
        if (drawn.kind !== 'failed' || !drawn.refused) return drawn.kind
        return drawn.unclear ? 'unclear' : 'gone'
      },
      async isDismissed({ channel, ts, mention: id }: OriginalCard) {
        return (await records.find({ channel, ts, mention: id }))?.state === 'not-relevant'
      },
      link: ({ channel, ts }: OriginalCard) => messages.permalink({ channel, ts }),
    },
  }
}
