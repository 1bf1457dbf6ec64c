import { type CardRecord, type PostedCard, postedCardSchema } from '../model/card.ts'
import type { MessageRecords, Store } from '../store/store.ts'

/** The posted cards of a store. */
export const postedCards = ({ messages }: Pick<Store, 'messages'>) => messages('cards', postedCardSchema)

/** One mention in one message. */
type CardKey = Pick<CardRecord, 'channel' | 'ts' | 'mention'>

/** What people did with mentions. */
export type CardRecords = {
  find(key: CardKey): Promise<CardRecord | undefined>
  /** In messages that were posted at or after `since` (UTC, ms), in one channel or in all. */
  since(since: number, channel?: string): Promise<CardRecord[]>
  /** Changes one atomically: if two people press at once, the second sees what the first did. */
  change(
    key: CardKey,
    next: (current: CardRecord | undefined) => CardRecord | undefined,
  ): Promise<CardRecord | undefined>
}

export function createCardRecords(cards: MessageRecords<PostedCard>): CardRecords {
  const actionIn = (card: PostedCard | undefined, mention: string) =>
    card?.actions.find((action) => action.mention === mention)
  return {
    find: async (key) => actionIn(await cards.find(key), key.mention),
    async since(since, channel) {
      const found: CardRecord[] = []
      for await (const { actions } of cards.since(since, channel)) found.push(...actions)
      return found
    },
    async change({ channel, ts, mention }, next) {
      const changed = await cards.change({ channel, ts }, (card) => {
        const before = actionIn(card, mention)
        const after = next(before)
        if (after === before || after === undefined) return card
        const { subscription, alert } = after
        const kept = card ?? { channel, ts, subscription, alert, actions: [] }
        return { ...kept, actions: [...kept.actions.filter((action) => action !== before), after] }
      })
      return actionIn(changed, mention)
    },
  }
}
