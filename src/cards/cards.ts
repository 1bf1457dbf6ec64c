import { createKeyedMutex } from '../async/keyed-mutex.ts'
import { mentionsOf, type OriginalCard } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { spikeCardRecordSchema } from '../model/spike-card.ts'
import type { Subscription } from '../model/subscription.ts'
import { notifiedBy } from '../rules/rules.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { MessageKey, Store } from '../store/store.ts'
import { createApplyCardAction, createFindShownMention } from './card-actions.ts'
import { createCardRecords, postedCards } from './card-records.ts'
import { createOriginalCards } from './original-cards.ts'
import { createRedrawCard } from './posted-cards.ts'
import { createSpikeCards } from './spike-cards.ts'

/** How many days cards are kept. */
const cardDaysKept = 90
const dayMs = 86_400_000

type CardsDeps = {
  store: Pick<Store, 'messages'>
  messages: Messages
  /** Undefined if the mention service has no such mention, or cannot say. */
  findMention: (alert: Id, id: Id) => Promise<Mention | undefined>
  /** Finds a subscription by its name. */
  findSubscription: (name: string) => Subscription | undefined
  nameOf: (user: string) => Promise<string>
  now: () => number
}

/** Keeps posted cards up to date: people's actions change them, and so do duplicates that join them. */
export function createCards(deps: CardsDeps) {
  const { messages, findMention, now } = deps
  const posted = postedCards(deps.store)
  const spikeRecords = deps.store.messages('spike-cards', spikeCardRecordSchema)
  const records = createCardRecords(posted)
  const stored = createOriginalCards(posted, now)
  const redraw = createRedrawCard({ messages, withLock: createKeyedMutex(), cards: posted })
  const originalCards = {
    ...stored,
    async draw({ channel, ts }: OriginalCard) {
      const drawn = await redraw({ channel, ts })
      if (drawn.kind !== 'failed' || !drawn.refused) return drawn.kind
      return drawn.unclear ? 'unclear' : 'gone'
    },
    async isDismissed({ channel, ts, mention }: OriginalCard) {
      return (await records.find({ channel, ts, mention }))?.state === 'not-relevant'
    },
    link: ({ channel, ts }: OriginalCard) => messages.permalink({ channel, ts }),
  }
  return {
    originalCards,
    spikeCards: createSpikeCards({ now, records: spikeRecords, messages, withLock: createKeyedMutex() }),
    /** What people did with the mentions of a channel since a moment (UTC, ms). Never rejects. */
    since: (channel: string, at: number) => records.since(at, channel).catch(() => []),
    applyAction: createApplyCardAction({
      now,
      cards: posted,
      redraw,
      nameOf: deps.nameOf,
      async recoverCard({ subscription, alert }, id) {
        const mention = await findMention(alert, id)
        if (mention === undefined) return undefined
        const settings = deps.findSubscription(subscription)
        const { style = 'full' } = settings ?? {}
        return { kind: 'card', mention, style, ...(settings && notifiedBy(settings, [mention])) }
      },
    }),
    /** Finds a mention that a message shows. Asks the mention service only if the message has no record. */
    findShownMention: createFindShownMention(posted, findMention),
    /** The mentions that a message shows, in its order; empty if it has no record. */
    async mentionsIn({ channel, ts }: MessageKey) {
      const shows = (await posted.find({ channel, ts }))?.shows
      return shows === undefined ? [] : mentionsOf(shows)
    },
    /** What people did with the kept cards of a channel. */
    actionsIn: (channel: string) => records.since(now() - cardDaysKept * dayMs, channel),
    /** Removes cards that are too old. */
    async prune() {
      stored.prune()
      const before = now() - cardDaysKept * dayMs
      await Promise.all([posted.prune(before), spikeRecords.prune(before)])
    },
  }
}
