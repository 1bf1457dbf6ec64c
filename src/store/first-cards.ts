import { z } from 'zod'
import type { BookmarkKey } from '../model/bookmark.ts'
import type { FirstCard } from '../model/first-card.ts'
import { type Id, isId } from '../model/id.ts'
import type { Kind, Records } from './records.ts'

/** The cards that later mentions join. */
export type FirstCards = {
  /** The card of one of these fingerprints, as last heard of; those too old are left out. */
  find(of: BookmarkKey, keys: string[]): FirstCard | undefined
  /** The first card that stands for this mention, joined ones and all; undefined where it is none. */
  cardOf(of: BookmarkKey, mention: Id): Promise<FirstCard | undefined>
  keep(first: FirstCard): Promise<void>
  /** Notes what joins, once however often it is said; undefined where the card is not known any more. */
  join(first: FirstCard, also: FirstCard['also'][number]): Promise<FirstCard | undefined>
  forget(first: FirstCard): Promise<void>
  /** Hears of what other processes have kept, and forgets what is too old. */
  refresh(): Promise<void>
}

/** How long it is remembered what joined a card, in ms: as long as what people made of it. */
const remembered = 90 * 86_400_000

const id = z.string().refine(isId)

const kind: Kind<FirstCard> = {
  name: 'first-cards',
  shape: z.object({
    subscription: z.string(),
    alert: id,
    mention: id,
    channel: z.string(),
    ts: z.string(),
    at: z.number(),
    keys: z.array(z.string()),
    also: z.array(z.object({ id, url: z.string() })),
  }),
}

/** The first cards as the records have them, and their fingerprints in memory. `lives`: how long one is first, in ms. */
export function createFirstCards(records: Records, now: () => number, lives: number): FirstCards {
  const byKey = new Map<string, FirstCard>()
  const remember = (first: FirstCard) => {
    for (const key of first.keys) byKey.set(placeOf(first, key), first)
  }
  const isYoung = ({ at }: FirstCard) => now() - at <= lives
  return {
    find(of, keys) {
      const found = keys.map((key) => byKey.get(placeOf(of, key)))
      return found.find((first) => first !== undefined && isYoung(first))
    },
    cardOf: (of, mention) => records.find(kind, placeOf(of, mention)),
    async keep(first) {
      await records.change(kind, placeOf(first, first.mention), (known) => known ?? first)
      remember(first)
    },
    async join(first, also) {
      const joined = await records.change(kind, placeOf(first, first.mention), (known) => {
        if (known === undefined || known.also.some((one) => one.id === also.id)) return known
        return { ...known, also: [...known.also, also] }
      })
      if (joined !== undefined) remember(joined)
      return joined
    },
    async forget(first) {
      await records.change(kind, placeOf(first, first.mention), () => undefined)
      for (const key of first.keys) byKey.delete(placeOf(first, key))
    },
    async refresh() {
      const all = await records.all(kind)
      byKey.clear()
      for (const { key, value } of all) {
        if (isYoung(value)) remember(value)
        // A card keeps what joined it as long as its buttons are of use; one that nothing joined has nothing to keep.
        else if (value.also.length === 0 || now() - value.at > remembered)
          await records.change(kind, key, () => undefined)
      }
    },
  }
}

const placeOf = ({ subscription, alert }: BookmarkKey, rest: string) =>
  JSON.stringify([subscription, alert, rest])
