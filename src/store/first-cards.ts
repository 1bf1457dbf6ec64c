import type { Firsts, Known, Match } from '../decide/firsts.ts'
import type { BookmarkKey } from '../model/bookmark.ts'
import type { FirstCard } from '../model/first-card.ts'
import type { Id } from '../model/id.ts'
import { firstCardShape } from './first-card-shape.ts'
import type { Kind, Records } from './records.ts'

/** The cards that later mentions join. */
export type FirstCards = {
  /** The card of what is the same, as last heard of: another process may know more. */
  find(of: BookmarkKey, known: Known): Match<FirstCard> | undefined
  /** The first card that stands for this mention, as it is kept; undefined where it is none. */
  cardOf(of: BookmarkKey, mention: Id): Promise<FirstCard | undefined>
  /** Keeps a card once: said again, it stays as it is. */
  keep(first: FirstCard): Promise<void>
  /** Changes a card in one step, as it is kept by then; undefined where it is not known any more. */
  change(first: FirstCard, next: (kept: FirstCard) => FirstCard): Promise<FirstCard | undefined>
  forget(first: FirstCard): Promise<void>
  /** Hears of what other processes have kept, and forgets what is too old. */
  refresh(): Promise<void>
}

/** How cards are looked for. `lives`: how long one is first, in ms; `takesMore`: whether others may still join it. */
export type Looking = {
  createFirsts: () => Firsts<FirstCard>
  lives: number
  takesMore: (first: FirstCard) => boolean
}

/** How long it is remembered what joined a card, in ms: as long as what people made of it. */
const remembered = 90 * 86_400_000

const kind: Kind<FirstCard> = { name: 'first-cards', shape: firstCardShape }

/** The first cards as the records have them, and what they are known by in memory. */
export function createFirstCards(
  records: Records,
  now: () => number,
  { createFirsts, lives, takesMore }: Looking,
): FirstCards {
  let memory = createMemory(createFirsts)
  /** What has changed while the records are read: it is newer than they are. */
  let meanwhile: FirstCard[] | undefined
  const remember = (first: FirstCard) => {
    meanwhile?.push(first)
    if (takesMore(first)) memory.of(first).add(first, { keys: first.keys, ...titleOf(first) })
    else memory.of(first).remove(first.mention)
  }
  return {
    find: (of, known) => memory.of(of).find(known, now()),
    cardOf: (of, mention) => records.find(kind, placeOf(of, mention)),
    async keep(first) {
      const kept = await records.change(kind, placeOf(first, first.mention), (known) => known ?? first)
      if (kept !== undefined) remember(kept)
    },
    async change(first, next) {
      const changed = await records.change(kind, placeOf(first, first.mention), (kept) => kept && next(kept))
      if (changed !== undefined) remember(changed)
      return changed
    },
    async forget(first) {
      await records.change(kind, placeOf(first, first.mention), () => undefined)
      memory.of(first).remove(first.mention)
    },
    async refresh() {
      meanwhile = []
      const all = await records.all(kind)
      const isYoung = ({ at }: FirstCard) => now() - at <= lives
      memory = createMemory(createFirsts)
      const heard = [...all.map(({ value }) => value), ...meanwhile]
      meanwhile = undefined
      for (const first of heard.filter(isYoung).toSorted((a, b) => a.at - b.at)) remember(first)
      // A card keeps what it tells of others as long as its buttons are of use; one that tells nothing has nothing to keep.
      const isSpent = ({ also, story, at }: FirstCard) =>
        also.length + (story?.before.length ?? 0) === 0 || now() - at > remembered
      for (const { key, value } of all)
        if (!isYoung(value) && isSpent(value)) await records.change(kind, key, () => undefined)
    },
  }
}

/** What cards are known by, apart for each subscription and alert. */
function createMemory(createFirsts: Looking['createFirsts']) {
  const places = new Map<string, Firsts<FirstCard>>()
  return {
    of(key: BookmarkKey): Firsts<FirstCard> {
      const place = placeOf(key, '')
      const known = places.get(place) ?? createFirsts()
      places.set(place, known)
      return known
    },
  }
}

const titleOf = ({ story }: FirstCard) => (story === undefined ? {} : { title: story.title })

const placeOf = ({ subscription, alert }: BookmarkKey, rest: string) =>
  JSON.stringify([subscription, alert, rest])
