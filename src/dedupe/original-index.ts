import type {
  Fingerprint,
  FingerprintKeys,
  OriginalIndex,
  OriginalMatch,
  Similarity,
  TitleWords,
} from '../model/card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Subscription } from '../model/subscription.ts'
import { canonicalUrl } from './canonical-url.ts'
import { leastSimilarity, titleSimilarity, titleWords } from './title-similarity.ts'

/** How long a mention is the first of its kind, in ms: what is the same after it gets a card of its own again. */
export const originalLifetimeMs = 7 * 86_400_000

/** What a subscription takes for the same. */
export type Dedupe = NonNullable<Subscription['dedupe']>

/** A shorter title ("News", "Weekly update") says too little to tell two articles from one. Characters. */
const shortestTitle = 20

/** Longer titles are the same where so much of them is. UTF-16 units. */
const longestTitle = 1000

/** What a mention is known by: its address, its title where that says enough, and for stories the words of its title. */
export function fingerprintOf(
  { url, title, reach }: Pick<Mention, 'url' | 'title' | 'reach'>,
  dedupe: Dedupe,
): Fingerprint {
  const whole = titleKey(title)
  const keys = [addressKey(url), whole].filter((key) => key !== undefined)
  return { url, reach, keys, ...(dedupe === 'story' ? { title: titleWords(title) } : {}) }
}

/** The fingerprint of an address; undefined where it is none of the web. */
export function addressKey(url: string): string | undefined {
  const address = canonicalUrl(url)
  return address === undefined ? undefined : `address ${address}`
}

/** By what two mentions with this fingerprint are the same. */
function similarityOfKey(key: string): Similarity {
  return { by: key.startsWith('address ') ? 'address' : 'title' }
}

function titleKey(title: string): string | undefined {
  const words = title
    .slice(0, longestTitle)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.length < shortestTitle ? undefined : `title ${words}`
}

/** The reason of a mention that joins the card of `first`: which card, and by what. */
export function duplicateReason(first: Id, same: Similarity): { reason: string; detail: string } {
  const figure = same.by === 'likeness' ? `, likeness ${same.likeness.toFixed(2)}` : ''
  return { reason: `duplicate.${same.by}`, detail: `${first}${figure}` }
}

/** Among so many of the newest firsts is looked for a title that is alike: a thousand comparisons take less than a millisecond. */
export const mostCompared = 1000

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
