import type { Firsts, Known, Match } from '../decide/firsts.ts'
import type { BookmarkKey } from '../model/bookmark.ts'
import type { FirstCard } from '../model/first-card.ts'
import type { Id } from '../model/id.ts'
import { firstCardShape } from './first-card-shape.ts'
import { inGroups } from './in-groups.ts'
import { partOf } from './part-of.ts'
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
  /** Hears of what other processes have kept since the last time, or at first of everything. */
  refresh(): Promise<void>
  /** Forgets what is too old. */
  prune(): Promise<void>
}

/** How cards are looked for. `lives`: how long one is first, in ms; `takesMore`: whether others may still join it. */
type Looking = {
  createFirsts: () => Firsts<FirstCard>
  lives: number
  takesMore: (first: FirstCard) => boolean
}

/** How long it is remembered what joined a card, in ms: as long as what people made of it. */
const remembered = 90 * 86_400_000

const kind: Kind<FirstCard> = {
  name: 'first-cards',
  shape: firstCardShape,
  part: (key) => partOf(key.slice(0, key.lastIndexOf(',')), key),
}

/** The first cards as the records have them, and what they are known by in memory: that is read once, then only what is new. */
export function createFirstCards(
  records: Records,
  now: () => number,
  { createFirsts, lives, takesMore }: Looking,
): FirstCards {
  const memory = createMemory(createFirsts)
  /** Until when each card is kept, UTC, ms: nothing has to be read to know what is too old. */
  const ends = new Map<string, number>()
  let mark: string | undefined
  /** What has changed while the records are read: it is newer than they are. */
  let meanwhile: FirstCard[] | undefined
  /** A card keeps what it tells of others as long as its buttons are of use; one that tells nothing has nothing to keep. */
  const endOf = ({ also, story, at }: FirstCard) =>
    at + (also.length + (story?.before.length ?? 0) === 0 ? lives : remembered)
  const remember = (first: FirstCard) => {
    meanwhile?.push(first)
    ends.set(keyOf(first, first.mention), endOf(first))
    const isJoined = now() - first.at <= lives && takesMore(first)
    if (isJoined) memory.of(first).add(first, { keys: first.keys, ...titleOf(first) })
    else memory.of(first).remove(first.mention)
  }
  async function forgetSpent(key: string): Promise<void> {
    const left = await records.change(kind, key, (kept) => (kept && endOf(kept) < now() ? undefined : kept))
    if (left === undefined) ends.delete(key)
    else ends.set(key, endOf(left))
  }
  return {
    find: (of, known) => memory.of(of).find(known, now()),
    cardOf: (of, mention) => records.find(kind, keyOf(of, mention)),
    async keep(first) {
      const kept = await records.change(kind, keyOf(first, first.mention), (known) => known ?? first)
      if (kept !== undefined) remember(kept)
    },
    async change(first, next) {
      const changed = await records.change(kind, keyOf(first, first.mention), (kept) => kept && next(kept))
      if (changed !== undefined) remember(changed)
      return changed
    },
    async forget(first) {
      await records.change(kind, keyOf(first, first.mention), () => undefined)
      memory.of(first).remove(first.mention)
    },
    async refresh() {
      meanwhile = []
      const heard = await records.since(kind, mark)
      const newer = meanwhile
      meanwhile = undefined
      for (const { value } of heard.changed) remember(value)
      for (const first of newer) remember(first)
      mark = heard.mark
    },
    async prune() {
      memory.dropOld(now())
      const spent = [...ends].filter(([, end]) => end < now()).map(([key]) => key)
      await inGroups(spent, forgetSpent)
    },
  }
}

/** What cards are known by, apart for each subscription and alert. */
function createMemory(createFirsts: Looking['createFirsts']) {
  const places = new Map<string, Firsts<FirstCard>>()
  return {
    of(key: BookmarkKey): Firsts<FirstCard> {
      const place = keyOf(key, '')
      const known = places.get(place) ?? createFirsts()
      places.set(place, known)
      return known
    },
    dropOld(at: number): void {
      for (const firsts of places.values()) firsts.dropOld(at)
    },
  }
}

const titleOf = ({ story }: FirstCard) => (story === undefined ? {} : { title: story.title })

const keyOf = ({ subscription, alert }: BookmarkKey, rest: string) =>
  JSON.stringify([subscription, alert, rest])
