import { createKeyedMutex } from '../async/keyed-mutex.ts'
import { createOriginalIndex, originalLifetimeMs } from '../dedupe/original-index.ts'
import { acceptsDuplicates } from '../dedupe/story.ts'
import type { OriginalCard } from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Messages } from '../slack/posted-messages.ts'
import { cardRecords } from '../store/collections.ts'
import { createOriginalCards } from '../store/original-cards.ts'
import type { RecordStore } from '../store/records.ts'
import { spikeCardRecords } from '../store/spike-card-records.ts'
import { createApplyCardAction } from './card-actions.ts'
import { createPostedCards } from './posted-cards.ts'
import { createSpikeCards } from './spike-cards.ts'

type CardsDeps = {
  records: RecordStore
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
  const records = cardRecords(deps.records, now)
  const stored = createOriginalCards(deps.records, now, {
    createFirsts: createOriginalIndex,
    lives: originalLifetimeMs,
    takesMore: acceptsDuplicates,
  })
  const spikeRecords = spikeCardRecords(deps.records, now)
  const cards = createPostedCards({
    messages,
    withLock: createKeyedMutex(),
    records,
    mention: findMention,
    subscription: deps.findSubscription,
    originalCards: stored,
  })
  const originalCards = {
    ...stored,
    async draw({ subscription, alert, mention, channel, ts }: OriginalCard) {
      const drawn = await cards.redrawCard({ channel, ts }, { subscription, alert, mentions: [mention] })
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
    since: (channel: string, at: number) => records.postedTo(channel, at).catch(() => []),
    applyAction: createApplyCardAction({ cards, records, mention: findMention, now, nameOf: deps.nameOf }),
    /** Forgets cards that are too old. */
    async prune() {
      await Promise.all([records.prune(), stored.prune(), spikeRecords.prune()])
    },
  }
}
