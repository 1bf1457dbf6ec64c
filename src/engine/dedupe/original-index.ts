import { canonicalAddress } from '../../address/index.ts'
import type { Time } from '../../async/time.ts'
import type { OriginalCard } from '../../model/card.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { PendingPost } from '../progress/checkpoint-changes.ts'
import { minSimilarity, type TitleWords, titleSimilarity, titleWords } from './title-similarity.ts'

export type Fingerprint = NonNullable<PendingPost['fingerprint']>

export type Similarity = NonNullable<OriginalCard['duplicates'][number]['similarity']>

export type FingerprintKeys = Pick<Fingerprint, 'keys' | 'title'>

export type OriginalMatch<T> = { original: T; similarity: Similarity }

export type OriginalIndex<T> = {
  /** If two originals share a key, `find` returns the one that was posted later. */
  add(original: T, fingerprint: FingerprintKeys): void
  remove(original: T): void
  /** Removes the originals that are more than seven days older than `at`. */
  dropOld(at: Time): void
  /**
   * Searches by address, then by title, then by similar title. Ignores originals that are more than seven days older
   * than `at`.
   */
  find(fingerprint: FingerprintKeys, at: Time): OriginalMatch<T> | undefined
}

/** Duplicates join an original for this time, in ms. A later duplicate gets its own card. */
export const originalLifetimeMs = 7 * 86_400_000

export type Dedupe = NonNullable<Subscription['dedupe']>

/** Titles with fewer characters ("News", "Weekly update") are not compared, because they do not identify an article. */
const minTitleLength = 20

const maxTitleLength = 1000

export function fingerprintOf(
  { url, title, reach }: Pick<Mention, 'url' | 'title' | 'reach'>,
  dedupe: Dedupe,
): Fingerprint {
  const whole = titleKey(title)
  const keys = [addressKey(url), whole].filter((key) => key !== undefined)
  return { url, reach, keys, ...(dedupe === 'story' ? { title: titleWords(title) } : {}) }
}

export function addressKey(url: string): string | undefined {
  const address = canonicalAddress(url)
  return address === undefined ? undefined : `address ${address}`
}

function similarityOfKey(key: string): Similarity {
  return { by: key.startsWith('address ') ? 'address' : 'title' }
}

function titleKey(title: string): string | undefined {
  const words = title
    .slice(0, maxTitleLength)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.length < minTitleLength ? undefined : `title ${words}`
}

export function duplicateReason(original: Id, similarity: Similarity): { reason: string; detail: string } {
  const figure = similarity.by === 'likeness' ? `, ${similarity.likeness.toFixed(2)}` : ''
  return { reason: `duplicate.${similarity.by}`, detail: `${original}${figure}` }
}

export const maxCompared = 1000

type IndexEntry<T> = { original: T; fingerprint: FingerprintKeys; title: TitleWords | undefined }

/** `nameOf` returns a name that only this original has. By default that is the id of its mention. */
export function createOriginalIndex<T extends { mention: Id; at: Time }>(
  nameOf: (original: T) => string = ({ mention }) => mention,
): OriginalIndex<T> {
  const byName = new Map<string, IndexEntry<T>>()
  const byKey = new Map<string, IndexEntry<T>>()
  const titled: IndexEntry<T>[] = []

  function remove(original: T): void {
    const name = nameOf(original)
    const entry = byName.get(name)
    if (entry === undefined) return
    byName.delete(name)
    for (const key of entry.fingerprint.keys) if (byKey.get(key) === entry) byKey.delete(key)
    const place = titled.indexOf(entry)
    if (place >= 0) titled.splice(place, 1)
  }

  function add(first: T, known: FingerprintKeys): void {
    remove(first)
    const entry = { original: first, fingerprint: known, title: known.title }
    byName.set(nameOf(first), entry)
    for (const key of known.keys) if (!isYounger(byKey.get(key), entry)) byKey.set(key, entry)
    if (known.title === undefined) return
    const place = titled.findLastIndex((one) => one.original.at <= first.at) + 1
    titled.splice(place, 0, entry)
    if (titled.length > maxCompared) titled.shift()
  }

  const isYoungAt = (at: Time) => (entry: IndexEntry<T>) => at - entry.original.at <= originalLifetimeMs

  return {
    add,
    remove,
    dropOld(at) {
      const isYoung = isYoungAt(at)
      for (const entry of byName.values()) if (!isYoung(entry)) remove(entry.original)
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

function mostSimilar<T>(among: IndexEntry<T>[], wanted: TitleWords): OriginalMatch<T> | undefined {
  let found: OriginalMatch<T> | undefined
  let most = minSimilarity
  for (const { original: first, title } of among) {
    const likeness = title === undefined ? 0 : titleSimilarity(title, wanted, most)
    if (likeness < most) continue
    most = likeness
    found = { original: first, similarity: { by: 'likeness', likeness } }
  }
  return found
}

function isYounger<T extends { at: Time }>(one: IndexEntry<T> | undefined, other: IndexEntry<T>): boolean {
  return one !== undefined && one.original.at > other.original.at
}
