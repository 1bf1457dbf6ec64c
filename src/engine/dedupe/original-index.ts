import { hash } from 'node:crypto'
import { canonicalAddress } from '@overheard/base/address'
import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import { itemOf } from '@overheard/mention-client/identity'
import type { Mention } from '@overheard/mention-client/mention'
import type { OriginalCard } from '../../model/card.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { PendingPost } from '../progress/checkpoint-changes.ts'
import {
  contradict,
  coverageOf,
  linksOf,
  ownTitle,
  type SaidText,
  saysOther,
  searchedWords,
  spelledWords,
} from './coverage.ts'
import { type CoverageIndex, createCoverageIndex } from './coverage-index.ts'
import { minSimilarity, type TitleWords, titleSimilarity, titleWords } from './title-similarity.ts'

export type Fingerprint = NonNullable<PendingPost['fingerprint']>

export type Similarity = NonNullable<OriginalCard['duplicates'][number]['similarity']>

export type FingerprintKeys = Pick<Fingerprint, 'keys' | 'title' | 'coverage' | 'searched'>

export type OriginalMatch<T> = { original: T; similarity: Similarity }

export type OriginalIndex<T> = {
  /** If two originals share a key, `find` returns the one that was posted later. */
  add(original: T, fingerprint: FingerprintKeys): void
  remove(original: T): void
  /** Removes the originals that are more than seven days older than `at`. */
  dropOld(at: Time): void
  /**
   * Searches by address, then by title, then by links, then by similar title or by what is said. Ignores originals that are more than seven days older
   * than `at`, and those that are not wanted.
   */
  find(
    fingerprint: FingerprintKeys,
    at: Time,
    isWanted?: (original: T) => boolean,
  ): OriginalMatch<T> | undefined
}

/** Duplicates join an original for this time, in ms. A later duplicate gets its own card. */
export const originalLifetimeMs = 7 * 86_400_000

export type Dedupe = NonNullable<Subscription['dedupe']>

/** Titles with fewer characters ("News", "Weekly update") are not compared, because they do not identify an article. */
const minTitleLength = 20

const maxTitleLength = 1000

/** What is read of a mention. */
type Read = Pick<Mention, 'url' | 'reach' | 'links' | 'sharesAddress' | 'identities'> &
  SaidText &
  Partial<Pick<Mention, 'author' | 'highlights'>>

/** Where a mention is, and what tells it apart if others have its address. */
export function whereOf({
  url,
  reach,
  sharesAddress,
  identities,
}: Pick<Mention, 'url' | 'reach' | 'sharesAddress' | 'identities'>): Where & { reach: number } {
  return { url, reach, ...(sharesAddress && { sharesAddress, ...defined({ item: itemOf(identities) }) }) }
}

type Where = Pick<Fingerprint, 'url' | 'sharesAddress' | 'item'>

export function fingerprintOf(mention: Read, dedupe: Dedupe): Fingerprint {
  const title = ownTitle(mention)
  const page = whereOf(mention)
  const keys = [...addressKeysOf(page), voiceKey(mention), titleKey(mention)].filter(
    (key) => key !== undefined,
  )
  if (dedupe === 'url') return { ...page, keys }
  if (dedupe === 'story') return { ...page, keys, title: titleWords(title) }
  const links = linksOf(mention).map((address) => `${linkPrefix}${address}`)
  const searched = searchedWords(mention.highlights ?? [])
  return { ...page, keys: [...keys, ...links], coverage: coverageOf(mention), searched }
}

/** By the mention. */
export type KnownFingerprints = WeakMap<object, { dedupe: Dedupe; fingerprint: Fingerprint }>

/** Does the same, but reads each mention once, however often it is asked for. */
export function fingerprintOnce(
  known: KnownFingerprints,
  mention: Parameters<typeof fingerprintOf>[0],
  dedupe: Dedupe,
): Fingerprint {
  const read = known.get(mention)
  if (read?.dedupe === dedupe) return read.fingerprint
  const fingerprint = fingerprintOf(mention, dedupe)
  known.set(mention, { dedupe, fingerprint })
  return fingerprint
}

export function addressKey(url: string): string | undefined {
  const address = canonicalAddress(url)
  return address === undefined ? undefined : `${addressPrefix}${address}`
}

/**
 * The address of a page that has several mentions is no key, but its item is, which several alerts may find. With the fingerprint of the mention,
 * its voice is added, too.
 */
export function addressKeysOf(
  { url, sharesAddress, item }: Where,
  { keys }: Pick<Fingerprint, 'keys'> = { keys: [] },
): string[] {
  const itemKey = item === undefined ? undefined : `${itemPrefix}${item}`
  const key = sharesAddress ? itemKey : addressKey(url)
  return key === undefined ? [] : [key, ...keys.filter((one) => one.startsWith(voicePrefix))]
}

const linkPrefix = 'link '
const addressPrefix = 'address '
const itemPrefix = 'item '
const titlePrefix = 'title '
/** Such a key tells who says what at an address. */
const voicePrefix = 'voice '

const hashOf = (length: number, text: string) => hash('sha256', text, 'base64url').slice(0, length)

/** Hashes of the address, the author, the title and the text. Undefined if one is missing. */
function voiceKey(mention: Read): string | undefined {
  const { author, title, snippet } = mention
  const address = mention.sharesAddress ? undefined : addressKey(mention.url)
  if (address === undefined || !author?.name || title === '' || snippet === '') return undefined
  const said = [author.name, title, snippet].map((one) => hashOf(6, one))
  return `${voicePrefix}${[hashOf(8, address), ...said].join(' ')}`
}

/**
 * Somebody else says something else at the same address: the reviews or the comments of a page. A page that was edited has the same author, and one
 * that was found twice has the same title or text.
 */
function isOtherVoice(asked: FingerprintKeys, found: FingerprintKeys, address: string): boolean {
  const page = `${voicePrefix}${hashOf(8, address)} `
  const voicesIn = ({ keys }: FingerprintKeys) =>
    keys.filter((key) => key.startsWith(page)).map((key) => key.slice(page.length).split(' '))
  const [voice] = voicesIn(asked)
  const known = voicesIn(found)
  const isSame = (other: string[]) => voice?.some((part, place) => part === other[place])
  return voice !== undefined && known.length > 0 && !known.some(isSame)
}

/** A mention also belongs to the page that it links to, to pages that link to its page, and to pages with the same link. */
function keysToSearch(key: string): string[] {
  if (key.startsWith(addressPrefix)) return [key, `${linkPrefix}${key.slice(addressPrefix.length)}`]
  return key.startsWith(linkPrefix) ? [`${addressPrefix}${key.slice(linkPrefix.length)}`, key] : [key]
}

function similarityOfKey(asked: string, found: string): Similarity {
  if (asked.startsWith(linkPrefix) || found.startsWith(linkPrefix)) return { by: 'link' }
  return { by: found.startsWith(titlePrefix) ? 'title' : 'address' }
}

/** Many reviews of one thing have the same title, so they also need the same text. */
function titleKey(mention: Read): string | undefined {
  const words = ownTitle(mention)
    .slice(0, maxTitleLength)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (words.length < minTitleLength) return undefined
  return `${titlePrefix}${words}${mention.sharesAddress ? ` ${hashOf(6, mention.snippet)}` : ''}`
}

export function duplicateReason(original: Id, similarity: Similarity): { reason: string; detail: string } {
  const more =
    similarity.by === 'likeness'
      ? [similarity.likeness.toFixed(2)]
      : similarity.by === 'words'
        ? similarity.words
        : []
  return { reason: `duplicate.${similarity.by}`, detail: [original, ...more].join(', ') }
}

const maxReasonWords = 6

/** The index knows only the beginnings of words. */
export function spelledSimilarity(
  mention: Pick<Mention, 'title' | 'snippet'>,
  similarity: Similarity,
): Similarity {
  if (similarity.by !== 'words') return similarity
  return { by: 'words', words: spelledWords(mention, similarity.words.slice(0, maxReasonWords)) }
}

export const maxCompared = 1000

type IndexEntry<T> = { original: T; fingerprint: FingerprintKeys; title: TitleWords | undefined }

/** The mentions of one subscription, so an id names one original. `caution` is that of the words. */
export function createOriginalIndex<T extends { mention: Id; at: Time }>(
  caution?: () => number,
): OriginalIndex<T> {
  const byId = new Map<Id, IndexEntry<T>>()
  const byKey = createKeyIndex<T>()
  const titled: IndexEntry<T>[] = []
  /** Undefined until a mention wants to be compared by its words. */
  let covered: CoverageIndex<IndexEntry<T>> | undefined

  function forgetTitle(entry: IndexEntry<T>): void {
    const place = entry.title === undefined ? -1 : titled.indexOf(entry)
    if (place >= 0) titled.splice(place, 1)
  }

  function remove({ mention }: T): void {
    const entry = byId.get(mention)
    if (entry === undefined) return
    byId.delete(mention)
    byKey.forget(entry)
    forgetTitle(entry)
    covered?.remove(mention)
  }

  function add(original: T, fingerprint: FingerprintKeys): void {
    const { title, keys, coverage } = fingerprint
    const known = byId.get(original.mention)
    const entry = known ?? { original, fingerprint, title }
    if (known !== undefined) {
      // A story that grows keeps its keys and adds some.
      const grows =
        known.original.at === original.at && known.fingerprint.keys.every((key, at) => key === keys[at])
      if (!grows) byKey.forget(known)
      forgetTitle(known)
      Object.assign(known, { original, fingerprint, title })
    }
    byId.set(original.mention, entry)
    byKey.put(entry)
    if (coverage === undefined) covered?.remove(original.mention)
    else {
      covered ??= createCoverageIndex(caution)
      covered.put(original.mention, entry, coverage)
    }
    if (title === undefined) return
    const place = titled.findLastIndex((one) => one.original.at <= original.at) + 1
    titled.splice(place, 0, entry)
    if (titled.length > maxCompared) titled.shift()
  }

  return {
    add,
    remove,
    dropOld(at) {
      for (const { original } of byId.values()) if (at - original.at > originalLifetimeMs) remove(original)
    },
    find(known, at, isWanted = () => true) {
      const isEligible = ({ original }: IndexEntry<T>) =>
        at - original.at <= originalLifetimeMs && isWanted(original)
      const byKeys = findByKeys({ byKey, covered }, known, isEligible)
      if (byKeys !== undefined) return byKeys
      const { title, coverage } = known
      if (coverage !== undefined) {
        const found = covered?.find(coverage, isEligible)
        return found && { original: found.story.original, similarity: { by: 'words', words: found.words } }
      }
      return title === undefined ? undefined : mostSimilar(titled.filter(isEligible), title)
    },
  }
}

type KeyIndex<T> = {
  /** Returns the newest first. At an address of several voices, each may have an original. */
  get(key: string): readonly IndexEntry<T>[]
  put(entry: IndexEntry<T>): void
  forget(entry: IndexEntry<T>): void
}

function createKeyIndex<T extends { at: Time }>(): KeyIndex<T> {
  const byKey = new Map<string, IndexEntry<T>[]>()
  const get = (key: string) => byKey.get(key) ?? []
  return {
    get,
    put(entry) {
      for (const key of entry.fingerprint.keys) {
        const entries = get(key)
        if (entries.includes(entry)) continue
        const older = entries.findIndex((one) => one.original.at <= entry.original.at)
        const place = older < 0 ? entries.length : older
        byKey.set(key, entries.toSpliced(place, 0, entry).slice(0, maxCompared))
      }
    },
    forget(entry) {
      for (const key of entry.fingerprint.keys) {
        const left = get(key).filter((one) => one !== entry)
        if (left.length > 0) byKey.set(key, left)
        else byKey.delete(key)
      }
    },
  }
}

type Indexed<T> = {
  byKey: Pick<KeyIndex<T>, 'get'>
  covered: CoverageIndex<IndexEntry<T>> | undefined
}

function findByKeys<T extends { mention: Id }>(
  { byKey, covered }: Indexed<T>,
  known: FingerprintKeys,
  isEligible: (entry: IndexEntry<T>) => boolean,
): OriginalMatch<T> | undefined {
  for (const asked of known.keys)
    for (const key of keysToSearch(asked)) {
      const similarity = similarityOfKey(asked, key)
      const isLink = similarity.by === 'link'
      const entries = byKey.get(key).filter(isEligible)
      // Many pages have the same link, and each comparison by links takes long.
      const entry = (isLink ? entries.slice(0, 1) : entries).find((one) =>
        isLink ? isAboutSame(known, one, { asked, key, covered }) : belongs(known, one.fingerprint, key),
      )
      if (entry !== undefined) return { original: entry.original, similarity }
    }
  return undefined
}

/** `key` is that of the original which the mention has, too. */
function belongs(mention: FingerprintKeys, original: FingerprintKeys, key: string): boolean {
  if (key.startsWith(voicePrefix) || key.startsWith(itemPrefix)) return true
  if (key.startsWith(addressPrefix)) return !isOtherVoice(mention, original, key)
  const [said, other] = [mention.coverage, original.coverage]
  return said === undefined || other === undefined || !(contradict(said, other) || saysOther(said, other))
}

/** A page with more links is not about each of them. */
const maxTellingLinks = 2

/**
 * A mention that links to the page of a story, or a story that links to the page of a mention, is about it. Two pages with the same link, and pages with many
 * links, must also say something alike, because sites link to the same page below everything. `key` is the key of the original, and `asked` that of the mention.
 */
function isAboutSame<T extends { mention: Id }>(
  mention: FingerprintKeys,
  { original, fingerprint }: IndexEntry<T>,
  { asked, key, covered }: { asked: string; key: string; covered: Indexed<T>['covered'] },
): boolean {
  const { coverage, searched = [] } = mention
  if (coverage === undefined || fingerprint.coverage === undefined) return false
  const linking = asked.startsWith(linkPrefix) ? mention : fingerprint
  if (asked !== key && !hasManyLinks(linking)) return !contradict(coverage, fingerprint.coverage)
  return covered?.isLinked(original.mention, coverage, searched) === true
}

const hasManyLinks = ({ keys, coverage }: FingerprintKeys) =>
  keys.filter((one) => one.startsWith(linkPrefix)).length > maxTellingLinks * (coverage?.places ?? 1)

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
