import { createHash } from 'node:crypto'
import { canonicalAddress } from '../../src/address/index.ts'
import type { Text } from '../source.ts'
import { areTextsAlike, areTitlesAlike, isTitlePart, wordsOf } from './alike.ts'
import { maxTitle } from './content.ts'
import { pageOf } from './own-address.ts'
import { tidy } from './plain-text.ts'
import { titleOf as beginningOf } from './snippet.ts'

/*
 * Which entry is which. Feeds break every rule, so no fact identifies an entry alone. Five facts of an entry are compared with those of each known
 * entry that could be the same, and `worth` says what it tells if a fact is the same or another one. A fact that several entries have tells
 * little, and one that changes from look to look in this feed tells nothing. If the sum is too small, the entry is new: a lost entry is worse than
 * a doubled one. docs/listening-feeds.md, "Which entry is which", explains the table and what it cannot decide.
 */

/** What a source says of an entry. */
export type Entry = {
  id?: string | undefined
  address?: string | undefined
  enclosure?: string | undefined
  title?: string | undefined
  text: Text
  publishedAt?: number | undefined
  updatedAt?: number | undefined
}

/** An entry that was given before, as it is stored. `text` reads it, because few are compared. */
export type KnownEntry = {
  /** Of its item. */
  id?: string
  key: string
  /** Canonical. */
  address: string
  title: string
  /** UTC ms; undefined if it had none. */
  publishedAt: number | undefined
  text: () => string
}

/**
 * `key` is unique in the channel and stays. `sharesAddress`: other entries have the address, too. `sameAs`: the entry of another channel that it
 * is.
 */
export type Identified<Given extends Entry = Entry> = {
  key: string
  entry: Given
  sharesAddress?: boolean
  sameAs?: KnownEntry
}

export type IdentifyOptions<Given extends Entry> = {
  /** Of the page that belongs to the feed. */
  page?: string | undefined
  /** Of this channel, the newest first. */
  known?: readonly KnownEntry[]
  /** Of channels that are no longer asked, in which the feed may have been before it moved; likewise. */
  left?: readonly KnownEntry[]
  /** The text of an entry as it would be stored. */
  textOf: (entry: Given) => string
}

/**
 * `repeated`: the same, but other entries have it, too. `near`: an edited title or text, the path of an address on another host, or the version
 * in an id.
 */
type Likeness = 'same' | 'repeated' | 'near' | 'other' | 'unknown'
type Fact = 'id' | 'page' | 'title' | 'time' | 'text'

const worth: Record<Fact, Record<Likeness, number>> = {
  id: { same: 10, repeated: 0, near: 0, other: -4, unknown: 0 },
  page: { same: 8, repeated: 2, near: 5, other: -4, unknown: 0 },
  title: { same: 4, repeated: 1, near: 3, other: -6, unknown: 0 },
  time: { same: 6, repeated: 1, near: 0, other: -3, unknown: 0 },
  text: { same: 8, repeated: 1, near: 5, other: -5, unknown: 0 },
}
/** Another id at the same address: most feeds have ids that last, so it may be the next entry of a page such as `/today`. */
const otherIdAtPage = -8
const least = 2
/** No text changes a sum of this size. */
const sure = 12

/** A text of this length (characters) belongs to one entry. Shorter ones, such as "Read more", come again. */
const leastText = 40
/** So much of a text is compared. */
const maxText = 4000
/** So many entries that have a fact of an entry are compared with it, the newest first. */
const maxCompared = 8
const maxKey = 300
const day = 86_400_000

type Facts<Given extends Entry> = {
  entry: Given
  ownKey: string
  /** Undefined if it is shared, or only another writing of the address. */
  id: string | undefined
  page: string | undefined
  /** The page is that of the feed, or the first one of its host, so it belongs to no entry. */
  isOfFeed: boolean
  sharesAddress: boolean
  title: string
  time: number | undefined
  text: () => string
  words: () => ReadonlySet<string>
  /** Facts that other entries of the document have, too. */
  repeated: ReadonlySet<Fact>
}
type Known = KnownEntry & { words: () => ReadonlySet<string> }

/** Which entry of a document is which, in the order of the document. Copies of an entry are left out. */
export function identify<Given extends Entry>(
  entries: readonly Given[],
  options: IdentifyOptions<Given>,
): Identified<Given>[] {
  const { known = [], left = [] } = options
  const all = factsOf(withoutCopies(entries), options)
  const { claims, copies } = matched(all, known)
  const open = all.filter((one) => !claims.has(one) && !copies.has(one))
  const elsewhere = left.length === 0 ? undefined : matched(open, left).claims
  const taken = new Set(known.map(({ key }) => key))
  return all.flatMap((one): Identified<Given>[] => {
    if (copies.has(one)) return []
    const { entry, sharesAddress } = one
    const found = claims.get(one)
    if (found !== undefined) return [{ key: found.key, entry, sharesAddress }]
    const key = [one.ownKey, withAddress(one)].find((name) => !taken.has(name)) ?? withAll(one)
    taken.add(key)
    const sameAs = elsewhere?.get(one)
    return [{ key, entry, sharesAddress, ...(sameAs && { sameAs }) }]
  })
}

/** An item of any source, as it is compared with those of other channels. `published` is undefined if it has no time. */
export type PlacedItem = {
  source: string
  channel: string
  address: string
  title: string
  published: number | undefined
}

/**
 * True if an item that was stored before is the same as a new one, whatever their ids. Another source that gives the address gives the same item.
 * Another channel of the source does if the title is much the same, or the time is more than a day, because some sites have one page for
 * the entries of several feeds. Within a channel, and if the address belongs to several items, title and time must be the same.
 */
export function isSameItem(item: PlacedItem, stored: PlacedItem): boolean {
  const isTitle = item.title === stored.title
  const { published } = item
  const isTime = published !== undefined && published === stored.published
  const isShared = [item, stored].some(({ address }) => pageOf(address) !== address)
  if (item.source === stored.source && item.channel === stored.channel)
    return !isShared && isTitle && (isTime || stored.published === undefined)
  if (isShared) return isTitle && isTime
  if (item.source !== stored.source || isTitle || isTitlePart(stored.title, item.title)) return true
  return isTime && published % day !== 0
}

type Matched<Given extends Entry> = { claims: Map<Facts<Given>, Known>; copies: Set<Facts<Given>> }

/** Each known entry is claimed once, by the entry that is most like it. */
function matched<Given extends Entry>(
  all: readonly Facts<Given>[],
  given: readonly KnownEntry[],
): Matched<Given> {
  const known = given.map((one) => withWords(one))
  const find = finder(known)
  const isNew = (one: Facts<Given>) => !find.hasKeyOrPage(one)
  const isMadeUp = all.filter(isNew).length > all.length / 2
  const candidates = new Map(all.map((one) => [one, find.candidates(one, isMadeUp)]))
  const changing = changingFacts(all, (one) => candidates.get(one) ?? [], find.isRepeated)
  const scored = all.flatMap((one) =>
    (candidates.get(one) ?? []).flatMap((found) => {
      const score = scoreOf(one, found, { changing, isRepeated: find.isRepeated })
      return score < least ? [] : { one, found, score }
    }),
  )
  const claims = new Map<Facts<Given>, Known>()
  const free = new Set(known)
  const copies = new Set<Facts<Given>>()
  for (const { one, found } of scored.toSorted((a, b) => b.score - a.score))
    if (!claims.has(one) && free.delete(found)) claims.set(one, found)
  // An entry that is twice in a document cannot be told by ids and addresses that are new at each look.
  if (changing.has('page'))
    for (const { one } of scored)
      if (!claims.has(one) && all.some((other) => claims.has(other) && isCopy(one, other))) copies.add(one)
  return { claims, copies }
}

const isCopy = (a: Facts<Entry>, b: Facts<Entry>) =>
  a.title === b.title && a.time === b.time && a.text() === b.text()

/** Finds the known entries that have a fact of an entry, by which each fact is looked up once. */
function finder(known: readonly Known[]) {
  const by = {
    key: Map.groupBy(known, ({ key }) => withoutScheme(key)),
    page: Map.groupBy(known, ({ address }) => address),
    path: Map.groupBy(known, ({ address }) => pathOf(address)),
    title: Map.groupBy(known, ({ title }) => title),
    time: Map.groupBy(known, ({ publishedAt }) => publishedAt),
  }
  const byText = once(() => Map.groupBy(known, (one) => one.text()))
  /** Stored several times with one title and time, it is still one entry. */
  const areSeveral = memoized(
    (list: readonly Known[]) =>
      new Set(list.map(({ title, publishedAt }) => `${publishedAt} ${title}`)).size > 1,
  )
  return {
    hasKeyOrPage: ({ ownKey, page }: Facts<Entry>) =>
      by.key.has(withoutScheme(ownKey)) || (page !== undefined && by.page.has(page)),
    /** `isMadeUp`: most ids and addresses of the document are new. */
    candidates(one: Facts<Entry>, isMadeUp: boolean): Known[] {
      const { ownKey, page, title, time } = one
      const path = page === undefined ? undefined : pathOf(page)
      const lists = [
        ...[ownKey, withAddress(one)].map((key) => by.key.get(withoutScheme(key))),
        ...[page !== undefined && by.page.get(page), path !== undefined && by.path.get(path)],
        ...[title !== '' && by.title.get(title), time !== undefined && by.time.get(time)],
        // If its title was edited, an entry with nothing that lasts has only its text.
        (time === undefined || isMadeUp) && one.text().length >= leastText && byText().get(one.text()),
      ]
      return [...new Set(lists.flatMap((list) => (list || []).slice(0, maxCompared)))]
    },
    isRepeated(fact: Fact, found: Known): boolean {
      const list = {
        id: undefined,
        text: undefined,
        page: by.page.get(found.address),
        title: by.title.get(found.title),
        time: by.time.get(found.publishedAt),
      }[fact]
      return list !== undefined && list.length > 1 && areSeveral(list)
    },
  }
}

function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key) as Value
  }
}

type IsRepeated = (fact: Fact, found: Known) => boolean

/** How one fact of an entry compares with that of a known one. */
function likeness(fact: Fact, one: Facts<Entry>, found: Known, isRepeated: IsRepeated): Likeness {
  const likeness = compare[fact](one, found)
  return likeness === 'same' && (one.repeated.has(fact) || isRepeated(fact, found)) ? 'repeated' : likeness
}

const compare: Record<Fact, (one: Facts<Entry>, found: Known) => Likeness> = {
  id(one, found) {
    const { id, page } = one
    if (id === undefined) return 'unknown'
    const name = withoutScheme(found.key)
    if ([one.ownKey, withAddress(one)].some((key) => withoutScheme(key) === name)) return 'same'
    if (!hasOwnId(found) || found.key.startsWith(`${id} `)) return 'unknown'
    const isVersion = page === found.address && versionless(id, page) === versionless(found.key, page)
    return isVersion || (pathOf(id) !== undefined && pathOf(id) === pathOf(found.key)) ? 'near' : 'other'
  },
  page({ page, isOfFeed, sharesAddress }, { address }) {
    if (page === undefined || isOfFeed || address === '') return 'unknown'
    if (page === address) return sharesAddress ? 'repeated' : 'same'
    return !sharesAddress && pathOf(page) !== undefined && pathOf(page) === pathOf(address) ? 'near' : 'other'
  },
  title({ title }, found) {
    if (title === '' || found.title === '') return 'unknown'
    if (title === found.title) return 'same'
    return areTitlesAlike(title, found.title) ? 'near' : 'other'
  },
  time({ time }, { publishedAt }) {
    if (time === undefined || publishedAt === undefined) return 'unknown'
    return time === publishedAt ? 'same' : 'other'
  },
  text(one, found) {
    const [text, before] = [one.text(), found.text()]
    if (text === '' || before === '') return 'unknown'
    if (text === before && text.length >= leastText) return 'same'
    if (text === before) return one.repeated.has('text') ? 'repeated' : 'near'
    return areTextsAlike(one.words(), found.words()) ? 'near' : 'other'
  },
}

const facts: readonly Fact[] = ['id', 'page', 'title', 'time']

function scoreOf(
  one: Facts<Entry>,
  found: Known,
  { changing, isRepeated }: { changing: ReadonlySet<Fact>; isRepeated: IsRepeated },
): number {
  const like = (fact: Fact) => (changing.has(fact) ? 'unknown' : likeness(fact, one, found, isRepeated))
  const likes = new Map(facts.map((fact) => [fact, like(fact)]))
  let score = facts.reduce((sum, fact) => sum + worth[fact][likes.get(fact) ?? 'unknown'], 0)
  if (likes.get('id') === 'other' && likes.get('page') === 'same') score += otherIdAtPage - worth.id.other
  const isDecided = score >= sure || score + worth.text.same < least
  return isDecided ? score : score + worth.text[like('text')]
}

/**
 * The facts that change at each look in this feed, such as ids that are made up for each request, or are places in the document: most entries
 * that are surely the same, by two other facts, have another one.
 */
function changingFacts<Given extends Entry>(
  all: readonly Facts<Given>[],
  candidates: (one: Facts<Given>) => readonly Known[],
  isRepeated: IsRepeated,
): Set<Fact> {
  const [lasts, changes] = [new Map<Fact, number>(), new Map<Fact, number>()]
  const add = (counts: Map<Fact, number>, fact: Fact) => counts.set(fact, (counts.get(fact) ?? 0) + 1)
  for (const one of all) {
    const likes = sureLikes(one, candidates(one), isRepeated)
    for (const [fact, like] of likes ?? [])
      if (like === 'same' || like === 'repeated') add(lasts, fact)
      else if (like === 'other') add(changes, fact)
  }
  return new Set(
    facts.filter((fact) => {
      const changed = changes.get(fact) ?? 0
      return changed > 1 && changed > (lasts.get(fact) ?? 0)
    }),
  )
}

/** How the facts compare with the known entry that is surely the same: it has at least two facts, one of which no other entry has. */
function sureLikes(
  one: Facts<Entry>,
  candidates: readonly Known[],
  isRepeated: IsRepeated,
): Map<Fact, Likeness> | undefined {
  let best: { score: number; likes: Map<Fact, Likeness> } | undefined
  for (const found of candidates) {
    const likes = new Map(facts.map((fact) => [fact, likeness(fact, one, found, isRepeated)]))
    const isOneFact = count(likes, 'same') + count(likes, 'repeated') === 1
    if (
      isOneFact &&
      one.title === found.title &&
      (likes.get('title') === 'same' || one.text() === found.text())
    )
      likes.set('text', likeness('text', one, found, isRepeated))
    if (likes.has('text') && one.text().length < leastText) likes.delete('text')
    const alone = count(likes, 'same') + (likes.get('text') === 'near' ? 1 : 0)
    const score = 10 * alone + count(likes, 'repeated')
    if (alone > 0 && score > 10 && score > (best?.score ?? 0)) best = { score, likes }
  }
  return best?.likes
}

const count = (likes: ReadonlyMap<Fact, Likeness>, wanted: Likeness) =>
  [...likes.values()].filter((like) => like === wanted).length

/** Leaves out older versions with the same id and address, and all but the first with the same address, title and time. */
function withoutCopies<Given extends Entry>(entries: readonly Given[]): Given[] {
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
  if (sharing.length > 2) return new Set(sharing.map(titleOf)).size > 1
  return first.publishedAt !== second.publishedAt && !areTitlesAlike(titleOf(first), titleOf(second))
}

/** The one that was updated last of those with the same name, or the first. */
function newestOfEach<Given extends Entry>(
  entries: readonly Given[],
  nameOf: (entry: Given) => string,
): Given[] {
  const found = new Map<string, Given>()
  for (const entry of entries) {
    const name = nameOf(entry)
    const other = found.get(name)
    if (other === undefined || (entry.updatedAt ?? 0) > (other.updatedAt ?? 0)) found.set(name, entry)
  }
  return [...found.values()]
}

function factsOf<Given extends Entry>(
  entries: readonly Given[],
  { page: ofFeed, known = [], textOf }: IdentifyOptions<Given>,
): Facts<Given>[] {
  const feedPage = ofFeed === undefined ? undefined : canonicalAddress(ofFeed)
  const pages = new Map(entries.map((entry) => [entry, pageIn(entry)]))
  const before = Map.groupBy(known, ({ address }) => address)
  const sharing = <Value>(of: (entry: Given) => Value) => {
    const groups = Map.groupBy(entries, of)
    return (entry: Given) => (groups.get(of(entry))?.length ?? 0) > 1
  }
  const isShared = {
    id: sharing(({ id }) => id),
    page: sharing((entry) => pages.get(entry)),
    title: sharing(titleOf),
    time: sharing(({ publishedAt }) => publishedAt),
    text: sharing(bodyOf),
  }
  return entries.map((entry) => {
    const page = pages.get(entry)
    const isOfFeed = page !== undefined && (page === feedPage || !/[/?#]/.test(page))
    const sharesAddress =
      isOfFeed ||
      (page !== undefined &&
        (isShared.page(entry) ||
          new Set(before.get(page)?.map((one) => `${one.title} ${one.publishedAt}`)).size > 1))
    const sharesId = entry.id !== undefined && isShared.id(entry)
    const isAddress = entry.id !== undefined && pageIn({ address: entry.id }) === page
    const text = once(() => textOf(entry))
    const written = titleOf(entry)
    return {
      ...{ entry, page, isOfFeed, sharesAddress, text, time: entry.publishedAt },
      id: sharesId || isAddress ? undefined : entry.id,
      title: written === '' ? beginningOf(text()) : written,
      words: once(() => wordsOf(text().slice(0, maxText))),
      ownKey: ownKeyOf(entry, { sharesAddress, sharesId }),
      repeated: new Set((['title', 'time', 'text'] as const).filter((fact) => isShared[fact](entry))),
    }
  })
}

const pageIn = ({ address }: Pick<Entry, 'address'>) =>
  address === undefined ? undefined : (canonicalAddress(address) ?? address)

const withWords = (one: KnownEntry): Known => {
  const text = once(one.text)
  return { ...one, text, words: once(() => wordsOf(text().slice(0, maxText))) }
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

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const withAddress = ({ ownKey, page = '' }: Facts<Entry>) => `${ownKey.slice(0, maxKey)} ${digest(page)}`
const withAll = (one: Facts<Entry>) => `${withAddress(one)} ${titleAndTime(one.entry)}`

const withoutScheme = (id: string) => id.replace(/^https?:\/\/(www\.)?/i, '')

/** What follows the host of an address or of an id that is one; undefined if nothing does. */
const pathOf = (address: string) => /^(?:https?:\/\/)?[\w.-]+\.[\w:-]+(\/.+)/i.exec(address)?.[1]

/** An id without what follows the name of the page in it, such as `#1` in `…/77#1` of the page `…/77`, or `v2` of a paper. */
function versionless(id: string, page: string | undefined): string {
  const name = /[^/?=&#]+$/.exec(page ?? '')?.[0]
  const at = name === undefined ? -1 : id.indexOf(name)
  const end = at + (name?.length ?? 0)
  return at === -1 || /^\d/.test(id.slice(end)) ? id : id.slice(0, end)
}

/** False if the entry had no id when it was stored, or its address for one. */
function hasOwnId({ key, address, title, publishedAt, text }: KnownEntry): boolean {
  if (pageIn({ address: key }) === address) return false
  if (!/(^|\s)[\w-]{12}$/.test(key)) return true
  const made = [`${title} ${publishedAt ?? text()}`, `${title} ${publishedAt ?? ''}`].map(digest)
  return !made.some((name) => key === name || key.endsWith(` ${name}`))
}

/** As it is stored. */
const titleOf = ({ title = '' }: Entry) => tidy(title).slice(0, maxTitle).toWellFormed()
const titleAndTime = (entry: Entry) => digest(`${titleOf(entry)} ${entry.publishedAt ?? bodyOf(entry)}`)
const bodyOf = ({ text }: Entry) => ('html' in text ? text.html : text.plain)

/** What tells an entry from others, by its own id if it has one. */
export function keyOf(entry: Entry): string {
  const { id, address, enclosure, title = '', publishedAt = '' } = entry
  return id ?? address ?? enclosure ?? digest(title === '' ? bodyOf(entry) : `${title} ${publishedAt}`)
}

export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 12)
