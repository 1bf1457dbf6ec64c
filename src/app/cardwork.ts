import { createCards } from '../cards.ts'
import { staysFirst } from '../decide/duplicate.ts'
import { createFirsts } from '../decide/firsts.ts'
import { takesMore } from '../decide/folded-story.ts'
import { createOneAtATime } from '../deliver/one-at-a-time.ts'
import { oneMention } from '../mentions/one.ts'
import type { MentionService } from '../mentions/service.ts'
import type { FirstCard } from '../model/first-card.ts'
import type { Id } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import { cardRecords } from '../store/card-records.ts'
import { createFirstCards } from '../store/first-cards.ts'
import type { Store } from '../store/open-store.ts'
import type { createSlack } from './slack.ts'

type Parts = {
  service: Pick<MentionService, 'forward'>
  store: Pick<Store, 'records'>
  slack: Pick<ReturnType<typeof createSlack>, 'messages'>
  now: () => number
  /** A subscription by its name; undefined where it does not exist (any more). */
  subscription: (name: string) => Subscription | undefined
}

/** What keeps posted cards up to date: presses change them, and so do mentions that join them. */
export type Cardwork = ReturnType<typeof createCardwork>

/** Makes the drawing of cards, their records and the cards that others join, all on one store and one way to Slack. */
export function createCardwork({ service, store, slack, now, subscription }: Parts) {
  const records = cardRecords(store.records, now)
  const firstCards = createFirstCards(store.records, now, {
    createFirsts,
    lives: staysFirst,
    takesMore,
  })
  const mention = (alert: Id, id: Id) => oneMention(service, alert, id).catch(() => undefined)
  const { messages } = slack
  const cards = createCards({
    messages,
    inTurn: createOneAtATime(),
    records,
    mention,
    subscription,
    firstCards,
  })
  return {
    cards,
    records,
    mention,
    firstCards: {
      ...firstCards,
      async draw({ subscription: name, alert, mention: id, channel, ts }: FirstCard) {
        const target = { subscription: name, alert, mentions: [id] }
        const drawn = await cards.drawCard({ channel, ts }, target)
        if (drawn.kind !== 'failed' || !drawn.refused) return drawn.kind
        return drawn.unclear ? 'unclear' : 'gone'
      },
      async isDismissed({ channel, ts, mention: id }: FirstCard) {
        return (await records.find({ channel, ts, mention: id }))?.state === 'not-relevant'
      },
      link: ({ channel, ts }: FirstCard) => messages.permalink({ channel, ts }),
    },
  }
}
