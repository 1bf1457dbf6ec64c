import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import {
  acceptsDuplicates,
  addressKeysOf,
  createOriginalIndex,
  type FingerprintKeys,
  type OriginalIndex,
  type OriginalMatch,
  originalLifetimeMs,
  storyMembers,
  whereOf,
  wordsOf,
} from '../engine/index.ts'
import type { OriginalCard, PostedCard } from '../model/card.ts'
import type { CheckpointKey } from '../model/checkpoint.ts'
import type { MessageKey, MessageRecords } from '../model/collection.ts'
import { followRecords } from './follow-records.ts'

export type OriginalCardStore = {
  /** Searches only the cards that this process knows. Another process may know a newer card. */
  find(of: CheckpointKey, known: FingerprintKeys): OriginalMatch<OriginalCard> | undefined
  /** Does the same among the cards of all subscriptions in a channel. */
  findIn(channel: string, known: FingerprintKeys): OriginalMatch<OriginalCard> | undefined
  /** Returns undefined if the mention has no card of the last seven days. */
  cardOf(of: CheckpointKey, mention: Id): Promise<OriginalCard | undefined>
  /** Stores a posted card unless a record of it exists. */
  keep(card: PostedCard): Promise<void>
  change(
    original: OriginalCard,
    next: (kept: OriginalCard) => OriginalCard,
  ): Promise<OriginalCard | undefined>
  forget(original: OriginalCard): Promise<void>
  refresh(): Promise<void>
  prune(time: Time): void
}

/**
 * Keeps the keys of cards in memory. The first refresh reads all cards that mentions can join; later refreshes read
 * only changed cards.
 */
export function createOriginalCards(
  cards: MessageRecords<PostedCard>,
  now: () => Time,
  caution: (alert: Id) => number = () => 0,
): OriginalCardStore {
  const indexes = new Map<string, OriginalIndex<OriginalCard>>()
  /** The indexes of the subscriptions with cards in a channel. */
  const inChannels = new Map<string, Set<OriginalIndex<OriginalCard>>>()
  const places = new Map<string, MessageKey & { at: Time }>()
  const { refresh } = followRecords(cards, () => now() - originalLifetimeMs, remember)

  function indexOf(of: CheckpointKey): OriginalIndex<OriginalCard> {
    const key = originalKeyOf(of, '')
    const known = indexes.get(key) ?? createOriginalIndex<OriginalCard>(() => caution(of.alert))
    indexes.set(key, known)
    return known
  }

  function remember(card: Pick<PostedCard, 'shows' | 'original'>): void {
    const { original } = card
    if (original === undefined) return
    const { mention, channel, ts, at } = original
    places.set(originalKeyOf(original, mention), { channel, ts, at })
    const index = indexOf(original)
    inChannels.set(channel, (inChannels.get(channel) ?? new Set()).add(index))
    const canBeJoined = now() - at <= originalLifetimeMs && acceptsDuplicates(original)
    if (!canBeJoined) index.remove(original)
    else index.add(original, { keys: keysOf(original, card), ...wordsOf(original) })
  }

  async function changeOriginal(
    place: MessageKey,
    next: (kept: OriginalCard | undefined) => OriginalCard | undefined,
  ): Promise<PostedCard | undefined> {
    return cards.change(place, (card) => {
      if (card === undefined) return undefined
      const { original: before, ...rest } = card
      const after = next(before)
      if (after === before) return card
      return after === undefined ? rest : { ...rest, original: after }
    })
  }

  return {
    refresh,
    find: (of, known) => indexOf(of).find(known, now()),
    findIn(channel, known) {
      const isHere = (original: OriginalCard) => original.channel === channel
      const all = [...(inChannels.get(channel) ?? [])]
      return surest(all.flatMap((index) => index.find(known, now(), isHere) ?? []))
    },
    async cardOf(of, mention) {
      const key = originalKeyOf(of, mention)
      // Another process may have posted the card since the last refresh.
      if (!places.has(key)) await refresh()
      const place = places.get(key)
      return place && (await cards.find(place))?.original
    },
    async keep(card) {
      remember(await cards.add(card, card))
    },
    async change(original, next) {
      const changed = await changeOriginal(original, (kept) => kept && next(kept))
      if (changed !== undefined) remember(changed)
      return changed?.original
    },
    async forget(original) {
      await changeOriginal(original, () => undefined)
      indexOf(original).remove(original)
      places.delete(originalKeyOf(original, original.mention))
    },
    prune(time) {
      for (const index of indexes.values()) index.dropOld(time)
      for (const [key, { at }] of places) if (time - at > originalLifetimeMs) places.delete(key)
    },
  }
}

/** What is the same in an address or a title is surer than what is only similar; then the newest card counts. */
function surest(found: OriginalMatch<OriginalCard>[]): OriginalMatch<OriginalCard> | undefined {
  const isByKey = ({ similarity: { by } }: OriginalMatch<OriginalCard>) =>
    Number(['address', 'title', 'link'].includes(by))
  return found.toSorted((a, b) => isByKey(b) - isByKey(a) || b.original.at - a.original.at)[0]
}

/** An earlier version may have stored the keys with other rules for addresses, so those of the addresses are added. */
function keysOf(original: OriginalCard, { shows }: Pick<PostedCard, 'shows'>): string[] {
  const shown = shows.kind === 'card' ? [whereOf(shows.mention)] : []
  const also = original.story === undefined ? [] : storyMembers(original)
  return [...new Set([...original.keys, ...[...shown, ...also].flatMap((one) => addressKeysOf(one))])]
}

const originalKeyOf = ({ subscription, alert }: CheckpointKey, rest: string) =>
  JSON.stringify([subscription, alert, rest])
