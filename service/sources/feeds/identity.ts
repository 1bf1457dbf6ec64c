import { createHash } from 'node:crypto'
import { canonicalAddress } from '../../../src/address/index.ts'
import { areTextsAlike, areTitlesAlike } from '../../fields/alike.ts'
import { maxTitle } from '../../fields/content.ts'
import { tidy } from '../../fields/plain-text.ts'
import type { Entry } from './feed.ts'

/*
 * Which entry is which. Everything that decides it within a feed is here: given the entries of a document and what the feed has given before, each
 * entry is new, or the same as one of before. Feeds break every rule, so an id, an address, a title, a time and a text count only as far as
 * they tell entries apart in this feed. A lost entry is worse than a doubled one, so doubt makes an entry new. docs/listening-feeds.md, "Which
 * entry is which", has the rules in their order, and what no rule can decide. `rootOf` of the store decides between feeds.
 */

/** An entry that the channel has given before, as it is stored. `text` reads it, because few are compared. */
export type KnownEntry = {
  key: string
  /** Canonical. */
  address: string
  title: string
  /** UTC ms; undefined if it had none. */
  publishedAt: number | undefined
  text: () => string
}

/** `key` is unique in the channel and stays. `sharesAddress`: other entries have the address, too. */
export type Identified = { key: string; entry: Entry; sharesAddress?: boolean }

export type IdentifyOptions = {
  /** Of the page that belongs to the feed. */
  page?: string | undefined
  /** The newest first. */
  known?: readonly KnownEntry[]
  /** The text of an entry as it would be stored. */
  textOf: (entry: Entry) => string
}

/** This share of the entries makes ids suspicious. */
const suspiciousShare = 0.8
/** The same for entries that come again with other ids, addresses and times, because some of them were edited in between. */
const repeatedShare = 0.5
/** Fewer entries tell nothing about the ids of a feed. */
const leastSuspicious = 3
/** A text of this length (characters) belongs to one entry. Shorter ones, such as "Read more", come again. */
const leastText = 40
const maxKey = 300
/** So many known entries with one title are compared with an entry, the newest first. */
const maxCompared = 20

type Facts = {
  entry: Entry
  address: string | undefined
  title: string
  ownKey: string
  hasId: boolean
  sharesId: boolean
  sharesAddress: boolean
  text: () => string
}

export function identify(
  entries: readonly Entry[],
  { page, known: given = [], textOf }: IdentifyOptions,
): Identified[] {
  const known = given.map((one) => ({ ...one, text: once(one.text) }))
  const facts = factsOf(withoutCopies(entries), { page, known, textOf })
  const claims = new Map<Facts, KnownEntry>()
  const free = new Set(known)
  const open = () => facts.filter((one) => !claims.has(one))
  function claimEach(find: (one: Facts) => KnownEntry | undefined) {
    for (const one of open()) {
      const found = find(one)
      if (found !== undefined && free.delete(found)) claims.set(one, found)
    }
  }

  const [atAddress, ofTitle] = [
    Map.groupBy(known, ({ address }) => address),
    Map.groupBy(known, ({ title }) => title),
  ]
  /** The free ones, of which few are compared, because a feed may give one title to everything. */
  const titled = ({ title }: Facts) =>
    (ofTitle.get(title) ?? []).filter((found) => free.has(found)).slice(0, maxCompared)
  const byKey = new Map(known.map((one) => [one.key, one]))
  const byName = Map.groupBy(known, ({ key }) => withoutScheme(key))
  const ofId = (one: Facts) =>
    [
      byKey.get(one.ownKey),
      byKey.get(withAddress(one)),
      only(byName.get(withoutScheme(one.ownKey)) ?? []),
    ].filter((found) => found !== undefined)
  const areReused = idsWander(facts, known, byKey)
  claimEach((one) => ofId(one).find((found) => !(areReused ? isOther(one, found) : isReused(one, found))))
  const atKnown = open().filter((one) => one.hasId && ofOneAddress(one, atAddress, free) !== undefined)
  const idsSayNothing = isMost(atKnown, facts)
  claimEach((one) => {
    const found = ofOneAddress(one, atAddress, free)
    if (found === undefined || isReused(one, found)) return undefined
    if (isRevision(one.ownKey, found.key) || !one.hasId || !hasOwnId(found)) return found
    const isSame = idsSayNothing || areTitlesAlike(found.title, one.title)
    return isSame && !isComment(one, found) ? found : undefined
  })
  claimEach((one) => titled(one).find((found) => isMoved(one, found)))
  claimEach((one) => titled(one).find((found) => hasTitleAndTime(one, found) && hasText(one, found)))
  const [loneTime, loneTitle, loneText] = [
    loneBy(facts, known, { of: ({ entry }) => entry.publishedAt, ofKnown: (one) => one.publishedAt }),
    loneBy(facts, known, { of: ({ title }) => title, ofKnown: (one) => one.title }),
    loneBy(facts, known, { of: ({ text }) => text(), ofKnown: (one) => one.text() }),
  ]
  claimEach((one) => {
    const found = loneTitle(one)
    return found !== undefined && hasTitleAndTime(one, found) && isSameTitled(one, found) ? found : undefined
  })
  claimEach((one) => sameButEdited(one, loneTime(one)))
  if (facts.length >= leastSuspicious)
    claimEach((one) => {
      const isLong = one.entry.publishedAt === undefined && one.text().length >= leastText
      return isLong ? loneText(one) : undefined
    })
  const repeated = (one: Facts) => titled(one).find((found) => isRepeated(one, found))
  const areWorthless = areReused || facts.filter(({ sharesId }) => sharesId).length > facts.length / 2
  if (areWorthless || isMost(open().filter(repeated), facts, repeatedShare)) claimEach(repeated)

  const taken = new Set(known.map(({ key }) => key))
  return facts.map((one) => {
    const { entry, sharesAddress } = one
    const found = claims.get(one)
    if (found !== undefined) return { key: found.key, entry, sharesAddress }
    const key = [one.ownKey, withAddress(one)].find((name) => !taken.has(name)) ?? withAll(one)
    taken.add(key)
    return { key, entry, sharesAddress }
  })
}

/** Leaves out older versions with the same id and address, and all but the first with the same address, title and time. */
function withoutCopies(entries: readonly Entry[]): Entry[] {
  const ofId = Map.groupBy(entries, ({ id }) => id)
  const versionName = ({ id, address }: Entry) =>
    id === undefined || isWorthless(ofId.get(id) ?? []) ? undefined : JSON.stringify([id, address])
  const copyName = (entry: Entry) => JSON.stringify([entry.address ?? keyOf(entry), titleAndTime(entry)])
  const newest = newestOfEach(entries, (entry) => versionName(entry) ?? copyName(entry))
  return newestOfEach(newest, (entry) =>
    entry.address === undefined ? (versionName(entry) ?? copyName(entry)) : copyName(entry),
  )
}

/** True if an id that these entries of one document share is the id of none of them, and they are not versions of one. */
function isWorthless(sharing: readonly Entry[]): boolean {
  const [first, second] = sharing
  if (first === undefined || second === undefined) return false
  if (sharing.length >= leastSuspicious) return new Set(sharing.map(titleOf)).size > 1
  return first.publishedAt !== second.publishedAt && !areTitlesAlike(titleOf(first), titleOf(second))
}

/** The one that was updated last of those with the same name, or the first. */
function newestOfEach(entries: readonly Entry[], nameOf: (entry: Entry) => string): Entry[] {
  const found = new Map<string, Entry>()
  for (const entry of entries) {
    const name = nameOf(entry)
    const other = found.get(name)
    if (other === undefined || (entry.updatedAt ?? 0) > (other.updatedAt ?? 0)) found.set(name, entry)
  }
  return [...found.values()]
}

function factsOf(entries: readonly Entry[], { page, known = [], textOf }: IdentifyOptions): Facts[] {
  const ofFeed = page === undefined ? undefined : canonicalAddress(page)
  const addressOf = ({ address }: Entry) =>
    address === undefined ? undefined : (canonicalAddress(address) ?? address)
  const inDocument = Map.groupBy(entries, addressOf)
  const before = Map.groupBy(known, ({ address }) => address)
  const byId = Map.groupBy(entries, ({ id }) => id)
  const isShared = (address: string) =>
    address === ofFeed ||
    !/[/?#]/.test(address) ||
    (inDocument.get(address)?.length ?? 0) > 1 ||
    new Set(before.get(address)?.map((one) => `${one.title} ${one.publishedAt}`)).size > 1
  return entries.map((entry) => {
    const address = addressOf(entry)
    const sharesAddress = address !== undefined && isShared(address)
    const sharesId = entry.id !== undefined && (byId.get(entry.id)?.length ?? 0) > 1
    return {
      ...{ entry, address, sharesAddress, hasId: entry.id !== undefined, sharesId, title: titleOf(entry) },
      ownKey: ownKeyOf(entry, { sharesAddress, sharesId }),
      text: once(() => textOf(entry)),
    }
  })
}

/** What others share says nothing, so the title and the time are added. */
function ownKeyOf(entry: Entry, { sharesAddress, sharesId }: { sharesAddress: boolean; sharesId: boolean }) {
  const hasAddress = entry.address !== undefined && !sharesAddress
  const addsTitle = sharesId ? !hasAddress : sharesAddress && entry.id === undefined
  const parts = [
    keyOf(entry),
    ...(sharesId ? [entry.address ?? ''] : []),
    ...(addsTitle ? [titleAndTime(entry)] : []),
  ]
  const key = parts.join(' ')
  return key.length > maxKey ? digest(key) : key
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** True if entries have the titles of known ones with other ids, as when an id is the place in the document. */
function idsWander(
  facts: readonly Facts[],
  known: readonly KnownEntry[],
  byKey: ReadonlyMap<string, KnownEntry>,
): boolean {
  const titles = new Set(known.map(({ title }) => title))
  const wandering = facts.filter(({ ownKey, title, hasId }) => {
    const found = byKey.get(ownKey)
    return hasId && found !== undefined && found.title !== title && titles.has(title)
  })
  return wandering.length >= 2
}

const isOther = (one: Facts, found: KnownEntry) =>
  !areTitlesAlike(one.title, found.title) &&
  (one.address === undefined || one.sharesAddress || one.address !== found.address)

/** True if only the id is the same: the address, the title, the time and the text are others. */
function isReused(one: Facts, found: KnownEntry): boolean {
  const { entry, address, title, hasId, sharesAddress } = one
  const isElsewhere = address !== found.address || sharesAddress || !hasId
  const isSameTime = entry.publishedAt !== undefined && entry.publishedAt === found.publishedAt
  if (!isElsewhere || isSameTime || areTitlesAlike(title, found.title)) return false
  const isDated = entry.publishedAt !== undefined && found.publishedAt !== undefined
  if (!isDated && address === found.address && !haveOtherTexts(one, found)) return false
  return !areTextsAlike(one.text(), found.text())
}

/** True if the time and the text are others, as those of a comment on the same page are. */
function isComment(one: Facts, found: KnownEntry): boolean {
  const { publishedAt } = one.entry
  if (publishedAt === undefined || found.publishedAt === undefined || publishedAt === found.publishedAt)
    return false
  return haveOtherTexts(one, found)
}

const haveOtherTexts = (one: Facts, found: KnownEntry) =>
  one.text() !== '' && found.text() !== '' && !areTextsAlike(one.text(), found.text())

/** True if most entries of a document are among these. */
const isMost = (some: readonly Facts[], all: readonly Facts[], share = suspiciousShare) =>
  some.length >= leastSuspicious && some.length > share * all.length

const withAddress = ({ ownKey, address = '' }: Facts) => `${ownKey.slice(0, maxKey)} ${digest(address)}`
const withAll = (one: Facts) => `${withAddress(one)} ${titleAndTime(one.entry)}`

const withoutScheme = (id: string) => id.replace(/^https?:\/\/(www\.)?/i, '')

/** False if the entry had no id when it was stored, or its address for one. */
function hasOwnId({ key, address, title, publishedAt, text }: KnownEntry): boolean {
  if ((canonicalAddress(key) ?? key) === address) return false
  const made = [`${title} ${publishedAt ?? text()}`, `${title} ${publishedAt ?? ''}`].map(digest)
  return !made.some((name) => key === name || key.endsWith(` ${name}`))
}

/** The free known entry at the address, if the address belongs to one entry only. */
function ofOneAddress(
  { address, sharesAddress }: Facts,
  atAddress: ReadonlyMap<string, KnownEntry[]>,
  free: ReadonlySet<KnownEntry>,
): KnownEntry | undefined {
  if (address === undefined || sharesAddress) return undefined
  return atAddress.get(address)?.find((found) => free.has(found))
}

/** True for ids such as `…/77#0` and `…/77#1`. */
function isRevision(a: string, b: string): boolean {
  const base = (id: string) => /^(.*?[#;@?]\w*?[=:]?)\d+$/.exec(id)?.[1]
  return base(a) !== undefined && base(a) === base(b)
}

const hasTitle = ({ title }: Facts, found: KnownEntry) => title !== '' && title === found.title
/** An entry without a time may have got that of its document when it was stored. */
const hasTitleAndTime = (one: Facts, found: KnownEntry) =>
  hasTitle(one, found) && [undefined, found.publishedAt].includes(one.entry.publishedAt)

/** Without a time, no text at all tells nothing. */
function hasText(one: Facts, found: KnownEntry): boolean {
  const text = one.text()
  return text === found.text() && (text !== '' || one.entry.publishedAt !== undefined)
}

/** The same title and text. Without a text, a time that differs tells the issues of a series apart. */
function isRepeated(one: Facts, found: KnownEntry): boolean {
  if (!hasTitle(one, found) || one.text() !== found.text()) return false
  const isDated = one.entry.publishedAt !== undefined && found.publishedAt !== undefined
  return !isDated || one.text().length >= leastText
}

/** The same title and path, on another host. */
function isMoved(one: Facts, found: KnownEntry): boolean {
  if (one.address === undefined || one.address === found.address || one.sharesAddress) return false
  if (!hasTitle(one, found) || haveOtherTexts(one, found)) return false
  const path = (address: string) => /\/.+/.exec(address)?.[0]
  return path(one.address) !== undefined && path(one.address) === path(found.address)
}

/** Finds the only known entry with the same value, if no other entry of the document has it. */
function loneBy<Value>(
  all: readonly Facts[],
  known: readonly KnownEntry[],
  { of, ofKnown }: { of: (one: Facts) => Value; ofKnown: (one: KnownEntry) => Value },
): (one: Facts) => KnownEntry | undefined {
  const inDocument = Map.groupBy(all, of)
  let before: Map<Value, KnownEntry[]> | undefined
  return (one) => {
    const value = of(one)
    if (value === undefined || value === '' || inDocument.get(value)?.length !== 1) return undefined
    before ??= Map.groupBy(known, ofKnown)
    return only(before.get(value) ?? [])
  }
}

/** True for entries with one title and time, if the text was edited or one of the two has no id. */
function isSameTitled(one: Facts, found: KnownEntry): boolean {
  if (haveOtherTexts(one, found)) return false
  return !one.hasId || !hasOwnId(found) || one.text().length >= leastText
}

/** The known entry with the same time, if the title or the text is much the same, too. */
function sameButEdited(one: Facts, found: KnownEntry | undefined): KnownEntry | undefined {
  if (found === undefined || haveOtherTexts(one, found)) return undefined
  const isSame =
    areTitlesAlike(one.title, found.title) ||
    (one.text().length >= leastText && one.text() === found.text()) ||
    (one.sharesAddress && !one.hasId && one.address === found.address)
  return isSame ? found : undefined
}

const only = <One>(list: readonly One[]): One | undefined => (list.length === 1 ? list[0] : undefined)

/** As it is stored. */
const titleOf = ({ title = '' }: Entry) => tidy(title).slice(0, maxTitle).toWellFormed()
const titleAndTime = (entry: Entry) => digest(`${titleOf(entry)} ${entry.publishedAt ?? bodyOf(entry)}`)
const bodyOf = ({ text }: Entry) => ('html' in text ? text.html : text.plain)

/** What tells an entry from others, by its own id if it has one. */
function keyOf(entry: Entry): string {
  const { id, address, enclosure, title = '', publishedAt = '' } = entry
  return id ?? address ?? enclosure ?? digest(title === '' ? bodyOf(entry) : `${title} ${publishedAt}`)
}

/** What is kept of the last document of a feed, to notice that entries may have come and gone. */
export type Memory = {
  /** Digests of the first entries. */
  ids: string[]
  addresses: string[]
}

/** Enough to recognise a document by. */
const maxRemembered = 100

export function remember(entries: readonly Entry[]): Memory {
  const first = entries.slice(0, maxRemembered)
  return {
    ids: first.map((entry) => digest(keyOf(entry))),
    addresses: first.flatMap(({ address }) => (address === undefined ? [] : digest(address))),
  }
}

/** Whether entries may have come and gone between two documents: not one of the last document is left. */
export function isDisjoint(entries: readonly Entry[], before: Memory): boolean {
  const [ids, addresses] = [new Set(before.ids), new Set(before.addresses)]
  const isKnown = (entry: Entry) =>
    ids.has(digest(keyOf(entry))) || addresses.has(digest(entry.address ?? ''))
  return before.ids.length > 0 && entries.length > 0 && !entries.some(isKnown)
}

export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12)
