import type { FingerprintKeys, OriginalIndex, OriginalMatch } from '../model/card.ts'
import { type OriginalCard, originalCardSchema } from '../model/card.ts'
import type { CheckpointKey } from '../model/checkpoint.ts'
import type { Id } from '../model/id.ts'
import { inGroups, shardOf } from './file/record-files.ts'
import type { RecordStore, RecordType } from './records.ts'

/** The cards that later mentions join. */
export type OriginalCardStore = {
  /** The card of what is the same, as last heard of: another process may know more. */
  find(of: CheckpointKey, known: FingerprintKeys): OriginalMatch<OriginalCard> | undefined
  /** The first card that stands for this mention, as it is kept; undefined where it is none. */
  cardOf(of: CheckpointKey, mention: Id): Promise<OriginalCard | undefined>
  /** Keeps a card once: said again, it stays as it is. */
  keep(first: OriginalCard): Promise<void>
  /** Changes a card in one step, as it is kept by then; undefined where it is not known any more. */
  change(first: OriginalCard, next: (kept: OriginalCard) => OriginalCard): Promise<OriginalCard | undefined>
  forget(first: OriginalCard): Promise<void>
  /** Hears of what other processes have kept since the last time, or at first of everything. */
  refresh(): Promise<void>
  /** Forgets what is too old. */
  prune(): Promise<void>
}

/** How cards are looked for. `lives`: how long one is first, in ms; `takesMore`: whether others may still join it. */
type OriginalCardsOptions = {
  createFirsts: () => OriginalIndex<OriginalCard>
  lives: number
  takesMore: (first: OriginalCard) => boolean
}

/** How long it is remembered what joined a card, in ms: as long as what people made of it. */
const originalsKeptMs = 90 * 86_400_000

const originalCardType: RecordType<OriginalCard> = {
  name: 'first-cards',
  shape: originalCardSchema,
  part: (key) => shardOf(key.slice(0, key.lastIndexOf(',')), key),
}

/** The first cards as the records have them, and what they are known by in memory: that is read once, then only what is new. */
export function createOriginalCards(
  records: RecordStore,
  now: () => number,
  { createFirsts, lives, takesMore }: OriginalCardsOptions,
): OriginalCardStore {
  const state = createMemory(createFirsts)
  /** Until when each card is kept, UTC, ms: nothing has to be read to know what is too old. */
  const ends = new Map<string, number>()
  let mark: string | undefined
  /** What has changed while the records are read: it is newer than they are. */
  let meanwhile: OriginalCard[] | undefined
  /** A card keeps what it tells of others as long as its buttons are of use; one that tells nothing has nothing to keep. */
  const endOf = ({ duplicates: also, story, at }: OriginalCard) =>
    at + (also.length + (story?.earlier.length ?? 0) === 0 ? lives : originalsKeptMs)
  const remember = (first: OriginalCard) => {
    meanwhile?.push(first)
    ends.set(originalKeyOf(first, first.mention), endOf(first))
    const isJoined = now() - first.at <= lives && takesMore(first)
    if (isJoined) state.of(first).add(first, { keys: first.keys, ...titleOf(first) })
    else state.of(first).remove(first.mention)
  }
  async function forgetSpent(key: string): Promise<void> {
    const left = await records.change(originalCardType, key, (kept) =>
      kept && endOf(kept) < now() ? undefined : kept,
    )
    if (left === undefined) ends.delete(key)
    else ends.set(key, endOf(left))
  }
  return {
    find: (of, known) => state.of(of).find(known, now()),
    cardOf: (of, mention) => records.find(originalCardType, originalKeyOf(of, mention)),
    async keep(first) {
      const kept = await records.change(
        originalCardType,
        originalKeyOf(first, first.mention),
        (known) => known ?? first,
      )
      if (kept !== undefined) remember(kept)
    },
    async change(first, next) {
      const changed = await records.change(
        originalCardType,
        originalKeyOf(first, first.mention),
        (kept) => kept && next(kept),
      )
      if (changed !== undefined) remember(changed)
      return changed
    },
    async forget(first) {
      await records.change(originalCardType, originalKeyOf(first, first.mention), () => undefined)
      state.of(first).remove(first.mention)
    },
    async refresh() {
      meanwhile = []
      const heard = await records.since(originalCardType, mark)
      const newer = meanwhile
      meanwhile = undefined
      for (const { value } of heard.changed) remember(value)
      for (const first of newer) remember(first)
      mark = heard.mark
    },
    async prune() {
      state.dropOld(now())
      const spent = [...ends].filter(([, end]) => end < now()).map(([key]) => key)
      await inGroups(spent, forgetSpent)
    },
  }
}

/** What cards are known by, apart for each subscription and alert. */
function createMemory(createFirsts: OriginalCardsOptions['createFirsts']) {
  const places = new Map<string, OriginalIndex<OriginalCard>>()
  return {
    of(key: CheckpointKey): OriginalIndex<OriginalCard> {
      const place = originalKeyOf(key, '')
      const known = places.get(place) ?? createFirsts()
      places.set(place, known)
      return known
    },
    dropOld(at: number): void {
      for (const firsts of places.values()) firsts.dropOld(at)
    },
  }
}

const titleOf = ({ story }: OriginalCard) => (story === undefined ? {} : { title: story.title })

const originalKeyOf = ({ subscription, alert }: CheckpointKey, rest: string) =>
  JSON.stringify([subscription, alert, rest])
