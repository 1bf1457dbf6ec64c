import type { Fingerprint, Similarity, TitleWords } from '../model/first-card.ts'
import type { Id } from '../model/id.ts'
import { originalLifetimeMs, similarityOfKey } from './duplicate.ts'
import { leastSimilarity, titleSimilarity } from './title-likeness.ts'

/** Among so many of the newest firsts is looked for a title that is alike: a thousand comparisons take less than a millisecond. */
export const mostCompared = 1000

/** What others are known by: the keys of the same address or title and, for stories, a title. */
export type FingerprintKeys = Pick<Fingerprint, 'keys' | 'title'>

/** The first that a mention is the same as, and by what. */
export type OriginalMatch<T> = { original: T; similarity: Similarity }

/** The mentions that others can be the same as. `at`: UTC, ms. */
export type OriginalIndex<T> = {
  /** Takes one up, or takes it up anew. Where two have a key in common, the younger one has it. */
  add(first: T, known: FingerprintKeys): void
  remove(mention: Id): void
  /** Removes what is too old to be found at this moment. */
  dropOld(at: number): void
  /** The one with the same address, else with the same title, else with the title most alike, which is at most seven days older. */
  find(fingerprint: FingerprintKeys, at: number): OriginalMatch<T> | undefined
}

type IndexEntry<T> = { original: T; fingerprint: FingerprintKeys; title: TitleWords | undefined }

/** Makes a place for firsts, in memory. */
export function createOriginalIndex<T extends { mention: Id; at: number }>(): OriginalIndex<T> {
  const byMention = new Map<Id, IndexEntry<T>>()
  const byKey = new Map<string, IndexEntry<T>>()
  /** In the order in which they went up. */
  const titled: IndexEntry<T>[] = []

  function remove(mention: Id): void {
    const entry = byMention.get(mention)
    if (entry === undefined) return
    byMention.delete(mention)
    for (const key of entry.fingerprint.keys) if (byKey.get(key) === entry) byKey.delete(key)
    const place = titled.indexOf(entry)
    if (place >= 0) titled.splice(place, 1)
  }

  function add(first: T, known: FingerprintKeys): void {
    remove(first.mention)
    const entry = { original: first, fingerprint: known, title: known.title }
    byMention.set(first.mention, entry)
    for (const key of known.keys) if (!isYounger(byKey.get(key), entry)) byKey.set(key, entry)
    if (known.title === undefined) return
    const place = titled.findLastIndex((one) => one.original.at <= first.at) + 1
    titled.splice(place, 0, entry)
    if (titled.length > mostCompared) titled.shift()
  }

  const isYoungAt = (at: number) => (entry: IndexEntry<T>) => at - entry.original.at <= originalLifetimeMs

  return {
    add,
    remove,
    dropOld(at) {
      const isYoung = isYoungAt(at)
      for (const [mention, entry] of byMention) if (!isYoung(entry)) remove(mention)
    },
    find({ keys, title }, at) {
      const isYoung = isYoungAt(at)
      for (const key of keys) {
        const entry = byKey.get(key)
        if (entry !== undefined && isYoung(entry))
          return { original: entry.original, similarity: similarityOfKey(key) }
      }
      return title === undefined ? undefined : mostSimilar(titled.filter(isYoung), title)
    },
  }
}

/** Of several that are equally alike, the youngest. */
function mostSimilar<T>(among: IndexEntry<T>[], wanted: TitleWords): OriginalMatch<T> | undefined {
  let found: OriginalMatch<T> | undefined
  let most = leastSimilarity
  for (const { original: first, title } of among) {
    const likeness = title === undefined ? 0 : titleSimilarity(title, wanted, most)
    if (likeness < most) continue
    most = likeness
    found = { original: first, similarity: { by: 'likeness', likeness } }
  }
  return found
}

function isYounger<T extends { at: number }>(one: IndexEntry<T> | undefined, other: IndexEntry<T>): boolean {
  return one !== undefined && one.original.at > other.original.at
}
