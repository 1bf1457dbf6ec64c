import { hash } from 'node:crypto'
import { canonicalAddress } from '@overheard/base/address'
import type { Text } from '../source.ts'
import { areTextsAlike, areTitlesAlike, isTitlePart, wordsOf } from './alike.ts'
import { maxTitle } from './content.ts'
import { titleOf as beginningOf } from './snippet.ts'

/*
 * Which entry is which. Feeds break every rule, so no fact identifies an entry alone. Five facts of an entry are compared with those of each known
 * entry that could be the same, and `worth` says what it tells if a fact is the same or another one. A fact that several entries have tells
 * little, and one that changes from look to look in this feed tells nothing; what was learned of that stays known for looks that do not
 * show it. If the sum is too small, the entry is new: a lost entry is worse than a doubled one. docs/build/feeds.md explains the table and what it cannot decide.
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
  /** Canonical; '' if it had none. */
  address: string
  title: string
  /** UTC ms; undefined if it had none. */
  publishedAt: number | undefined
  text: () => string
  /** Nothing is known but its key and its time. */
  isRemoved?: boolean | undefined
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

/** What the looks at a feed have shown. */
export type Learned = {
  /** Facts that are others at each look. */
  changing: Fact[]
  /** All times were moved by so much at once, in ms, as by a site that was given a time zone. */
  shift?: number | undefined
  /** What all addresses began with before, and what they begin with now, as of a site that moved. */
  moved?: { from: string; to: string } | undefined
}

const unlearned: Learned = { changing: [] }

export type IdentifyOptions<Given extends Entry> = {
  /** Of the page that belongs to the feed. */
  page?: string | undefined
  /** Of this channel, the newest first. */
  known?: readonly KnownEntry[]
  /** Finds those of this channel that are too old or have too little left to be among the known ones. */
  withKeys?: (keys: readonly string[]) => readonly KnownEntry[]
  /** Finds removed ones of this channel by their times. */
  removedAt?: (times: readonly number[]) => readonly KnownEntry[]
  /** Of channels that are no longer asked, in which the feed may have been before it moved; likewise. */
  left?: readonly KnownEntry[]
  /** At the looks before. */
  learned?: Learned | undefined
  /** The text of an entry as it would be stored. */
  textOf: (entry: Given) => string
}

/**
 * `version`: another version in the id of a page that has a number of its own. `repeated`: the same, but other entries have it, too. `near`: an edited title or text, the path of an address on another host or with another
 * signature, the version in an id, or a time without its seconds, or moved with all others.
 */
type Likeness = 'same' | 'version' | 'repeated' | 'near' | 'other' | 'unknown'
type Fact = 'id' | 'page' | 'title' | 'time' | 'text'

const worth: Record<Fact, Record<Likeness, number>> = {
  id: { same: 10, version: 8, repeated: 0, near: 2, other: -4, unknown: 0 },
  page: { same: 8, version: 0, repeated: 2, near: 5, other: -4, unknown: 0 },
  title: { same: 4, version: 0, repeated: 1, near: 3, other: -6, unknown: 0 },
  time: { same: 6, version: 0, repeated: 1, near: 4, other: -3, unknown: 0 },
  text: { same: 8, version: 0, repeated: 1, near: 5, other: -5, unknown: 0 },
}
/** Another id and title or time at the same address: most feeds have ids that last, so it may be the next entry of a page such as `/today`. */
const otherIdAtPage = -11
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
const minute = 60_000
const day = 86_400_000
/** So many entries of a document show what is true of a feed. */
const enough = 3

type Facts<Given extends Entry> = {
  entry: Given
  ownKey: string
  /** Undefined if it is shared, or only another writing of the address. */
  id: () => string | undefined
  page: string | undefined
  /** The page is that of the feed, or the first one of its host, so it belongs to no entry. */
  isOfFeed: boolean
  sharesId: boolean
  sharesAddress: boolean
  title: string
  /** The title without what all titles of the document share, such as the name of the site. */
  name: string
  time: number | undefined
  /** The times of the document are only days. */
  isDay: boolean
  text: () => string
  words: () => ReadonlySet<string>
  /** Facts that other entries of the document have, too. */
  repeated: ReadonlySet<Fact>
}
type Named = KnownEntry & { name: string }
type Known = Named & { words: () => ReadonlySet<string> }

/** Which entry of a document is which, in the order of the document. Copies of an entry are left out, and at the first look what may be one (`waiting`). */
export function identify<Given extends Entry>(
  entries: readonly Given[],
  options: IdentifyOptions<Given>,
): { entries: Identified<Given>[]; learned: Learned; waiting: number } {
  const { known = [], withKeys = () => [], left = [], learned: before = unlearned } = options
  const all = factsOf(withoutCopies(entries, options), options)
  const taken = new Set(known.map(({ key }) => key))
  const unknown = all.filter(({ ownKey }) => !taken.has(ownKey))
  const asked = new Set(unknown.flatMap((one) => [one.ownKey, withAddress(one)]))
  const others = asked.size === 0 ? [] : withKeys([...asked])
  const older = others.filter(({ key, isRemoved }) => !isRemoved && !taken.has(key))
  for (const { key } of others) taken.add(key)
  const { claims, learned } = matched(all, [...known, ...older], before)
  const unclaimed = all.filter((one) => !claims.has(one))
  const elsewhere = left.length === 0 ? undefined : matched(unclaimed, left).claims
  const claimed = elsewhere === undefined ? claims : new Map([...claims, ...elsewhere])
  const { copies, waiting } = copiesIn(all, claimed, learned, options.learned === undefined)
  const open = unclaimed.filter((one) => !copies.has(one))
  const removed = others.filter(({ isRemoved }) => isRemoved)
  for (const [one, found] of removedIn(open, removed, learned, options.removedAt)) claims.set(one, found)
  const isTaken = (key: string) => taken.has(key) || (!asked.has(key) && withKeys([key]).length > 0)
  const identified = all.flatMap((one): Identified<Given>[] => {
    if (copies.has(one)) return []
    const { entry, sharesAddress } = one
    const found = claims.get(one)
    if (found !== undefined) return [{ key: found.key, entry, sharesAddress }]
    const key = [one.ownKey, withAddress(one)].find((name) => !isTaken(name)) ?? withAll(one)
    taken.add(key)
    const sameAs = elsewhere?.get(one)
    return [{ key, entry, sharesAddress, ...(sameAs && { sameAs }) }]
  })
  return { entries: identified, learned, waiting }
}

/** An item of any source, as it is compared with those of other channels. `published` is undefined if it has no time. */
export type PlacedItem = {
  source: string
  channel: string
  address: string
  title: string
  published: number | undefined
  text: () => string
  /** See `Item`. */
  isIdentified?: boolean
}

/**
 * True if an item that was stored before is the same as a new one, whatever their ids. Another source that gives the address gives the same item.
 * Another channel of the source does if the title is much the same, or the time is more than a day, because some sites have one page for
 * the entries of several feeds. Within a channel, and if the address belongs to several items (`isPageShared`), title and time must be the same;
 * within a channel also the text, if the time is only a day or missing. What a channel has identified itself is not compared with what it gave.
 */
export function isSameItem(item: PlacedItem, stored: PlacedItem, isPageShared: boolean): boolean {
  const isTitle = item.title === stored.title
  const { published } = item
  const isTime = published !== undefined && published === stored.published
  if (item.source === stored.source && item.channel === stored.channel) {
    if (item.isIdentified || isPageShared || !isTitle) return false
    const isMoment = isTime && isExact(published)
    return isMoment || ((isTime || stored.published === undefined) && item.text() === stored.text())
  }
  if (isPageShared) return isTitle && isTime
  if (item.source !== stored.source || isTitle || isTitlePart(stored.title, item.title)) return true
  return isTime && published % day !== 0
}

/**
 * The entries that were removed, such as those of an author who was forgotten. Their keys tell it if these last in this feed. Otherwise their times
 * do; without a time, one that has the key of a removed entry is not given again.
 */
function removedIn<Given extends Entry>(
  open: readonly Facts<Given>[],
  withKeys: readonly KnownEntry[],
  { changing }: Learned,
  removedAt: IdentifyOptions<Given>['removedAt'] = () => [],
): Map<Facts<Given>, KnownEntry> {
  const isTold = ({ entry, time }: Facts<Given>) =>
    time === undefined || !changing.includes(entry.id === undefined ? 'page' : 'id')
  const times = open.flatMap((one) => (isTold(one) ? [] : (one.time ?? [])))
  const freeAt = new Set(times.length === 0 ? [] : removedAt(times))
  return new Map(
    open.flatMap((one): [Facts<Given>, KnownEntry][] => {
      const found = isTold(one)
        ? withKeys.find(({ key }) => key === one.ownKey)
        : [...freeAt].find(({ publishedAt }) => publishedAt === one.time)
      if (found === undefined) return []
      freeAt.delete(found)
      return [[one, found]]
    }),
  )
}

/** Each known entry is claimed once, by the entry that is most like it. */
function matched<Given extends Entry>(
  all: readonly Facts<Given>[],
  given: readonly KnownEntry[],
  /** Undefined if these are entries of several feeds. */
  before?: Learned,
): { claims: Map<Facts<Given>, KnownEntry>; learned: Learned } {
  const claims = new Map<Facts<Given>, KnownEntry>()
  const pages = new Set(all.map(({ page = '' }) => page))
  const onPages = Map.groupBy(
    given.filter(({ address }) => pages.has(address)),
    ({ key }) => key,
  )
  const others = Map.groupBy(all, ({ ownKey }) => ownKey)
  for (const one of all) {
    if (others.get(one.ownKey)?.length !== 1) continue
    const found = onPages.get(one.ownKey)?.find((known) => isUnchanged(one, known))
    if (found !== undefined) claims.set(one, found)
  }
  // The usual look at a feed brings nothing new.
  const changed = all.filter((one) => !claims.has(one))
  if (changed.length === 0 || given.length === 0) return { claims, learned: before ?? unlearned }
  const nameOf = withoutShared(all)
  const known = given.map((one): Named => ({ ...one, name: nameOf(one.title) }))
  const find = finder(all, known)
  const isNew = (one: Facts<Given>) => !find.hasKeyOrPage(one)
  const isMadeUp = changed.filter(isNew).length > all.length / 2
  const comparing = { ...find, ...movesOf(all, find.by, before) }
  const { moved } = comparing
  const candidates = new Map(changed.map((one) => [one, find.candidates(one, isMadeUp, moved)]))
  const changing = changingFacts(all, (one) => candidates.get(one), comparing, before?.changing ?? [])
  const scored = changed.flatMap((one) =>
    (candidates.get(one) ?? []).flatMap((found) => {
      const score = scoreOf(one, found, { ...comparing, changing })
      return score < least ? [] : { one, found, score }
    }),
  )
  const claimed = new Set([...claims.values()].map(nameOfKnown))
  for (const { one, found } of scored.toSorted((a, b) => b.score - a.score)) {
    if (claims.has(one) || claimed.has(nameOfKnown(found))) continue
    claimed.add(nameOfKnown(found))
    claims.set(one, found)
  }
  return { claims, learned: { changing: [...changing], shift: comparing.shift, moved } }
}

/** Keys are unique only within a channel. */
const nameOfKnown = ({ id, key }: KnownEntry) => id ?? key

function isUnchanged(one: Facts<Entry>, found: KnownEntry) {
  const { entry, page = '', sharesId, sharesAddress, title, time } = one
  // Several entries of a day may have one key if that has only the title and the day in it.
  const isNamed = (entry.id !== undefined && !sharesId) || !sharesAddress || isExact(time)
  return isNamed && page === found.address && title === found.title && time === found.publishedAt
}

/**
 * Entries that are twice in a document, with different ids or addresses, which are made up or absent in this feed. A first look does not show that
 * yet, nor does one that brings nothing else: if title, text and time are the same then, and no other entry has the time, which has seconds, they
 * wait for a look that does (`waiting`).
 */
function copiesIn<Given extends Entry>(
  all: readonly Facts<Given>[],
  claims: ReadonlyMap<Facts<Given>, KnownEntry>,
  { changing }: Learned,
  isFirst: boolean,
): { copies: Set<Facts<Given>>; waiting: number } {
  const copies = new Set<Facts<Given>>()
  if (claims.size === all.length) return { copies, waiting: 0 }
  const groups = [...Map.groupBy(all, ({ title, time }) => `${time} ${title}`).values()]
  const ofTime = Map.groupBy(all, ({ time }) => time)
  const isKnown = (one: Facts<Given>) => claims.has(one)
  const mayWait =
    isFirst || groups.every((same) => same.every(isKnown) || (same.length > 1 && same.some(isKnown)))
  let waiting = 0
  for (const same of groups.filter(({ length }) => length > 1)) {
    const time = same[0]?.time
    const waits = mayWait && hasSecond(time) && ofTime.get(time)?.length === same.length
    const isCopy = (one: Facts<Given>, other: Facts<Given>) =>
      one.text() === other.text() && ((waits && hasText(one)) || areUnnamed(one, other, changing))
    const kept = same.filter(isKnown)
    for (const one of same.filter((one) => !isKnown(one)))
      if (kept.some((other) => isCopy(one, other))) copies.add(one)
      else kept.push(one)
    if (waits) waiting += same.length - kept.length
  }
  return { copies, waiting }
}

/** True if nothing that lasts in the feed tells two entries with one title, text and time apart. Short ones of a day, such as "Minutes", may be two. */
function areUnnamed(one: Facts<Entry>, other: Facts<Entry>, changing: readonly Fact[]): boolean {
  if (changing.length === 0 || !(hasText(one) || isExact(one.time))) return false
  const isPage = one.page !== other.page && !changing.includes('page')
  const isNamed = ({ id, page }: Facts<Entry>) =>
    (!changing.includes('id') && id() !== undefined) || (isPage && page !== undefined)
  return !isNamed(one) && !isNamed(other)
}

/** False for a time that may be no more than a day. */
const isExact = (time: number | undefined) => time !== undefined && time % day !== 0
const hasSecond = (time: number | undefined) => time !== undefined && time % minute !== 0
const hasText = ({ text }: Facts<Entry>) => text().length >= leastText

/** Leaves out of a title what all titles of a document begin or end with. */
function withoutShared(all: readonly Facts<Entry>[]): (title: string) => string {
  const titles = [...new Set(all.map(({ title }) => title))].map((title) => title.split(' '))
  const [first = []] = titles
  const most = Math.min(...titles.map(({ length }) => length)) - 1
  if (titles.length < enough || most < 1) return (title) => title
  const differs = (of: (words: readonly string[], place: number) => string | undefined) => {
    const place = first.findIndex((_, at) => titles.some((words) => of(words, at) !== of(first, at)))
    return place === -1 ? most : Math.min(place, most)
  }
  const begin = first
    .slice(
      0,
      differs((words, at) => words[at]),
    )
    .map((word) => `${word} `)
    .join('')
  const end = differs((words, at) => words.at(-1 - at))
  const suffix = first
    .slice(first.length - end)
    .map((word) => ` ${word}`)
    .join('')
  return (title) => {
    const rest = title.startsWith(begin) ? title.slice(begin.length) : title
    return rest.endsWith(suffix) && rest.length > suffix.length
      ? rest.slice(0, rest.length - suffix.length)
      : rest
  }
}

/**
 * By how much all times were moved at once; undefined if they were not. Only times with seconds show it: warnings of each hour have the same titles
 * again an hour later.
 */
function shiftOf(all: readonly Facts<Entry>[], { title }: Index): number | undefined {
  const shifts = all.flatMap(({ name, time, repeated }) => {
    const [found, ...others] = title(name)
    if (found?.publishedAt === undefined || time === undefined || others.length > 0 || repeated.has('title'))
      return []
    return time % minute === 0 ? [] : time - found.publishedAt
  })
  const shift = mostOf(shifts, shifts.length) ?? 0
  return shift !== 0 && shift % (15 * minute) === 0 && Math.abs(shift) < day ? shift : undefined
}

const movesOf = (all: readonly Facts<Entry>[], by: Index, before: Learned | undefined) => ({
  shift: before && (shiftOf(all, by) ?? before.shift),
  moved: before && (movedOf(all, by) ?? before.moved),
})

/** With what most addresses began before, and begin now, if the names of their pages are the same; undefined if that has not changed. */
function movedOf(all: readonly Facts<Entry>[], { last }: Index): Learned['moved'] {
  const moves = all.flatMap(({ page }) => {
    const [found, ...others] = last(lastOf(page ?? ''))
    if (page === undefined || found === undefined || others.length > 0) return []
    const end = lastOf(page).length
    return end === 0 ? [] : JSON.stringify({ from: found.address.slice(0, -end), to: page.slice(0, -end) })
  })
  const most = mostOf(moves, all.length)
  const moved: Learned['moved'] = most === undefined ? undefined : JSON.parse(most)
  return moved?.from === moved?.to ? undefined : moved
}

/** The value of which there are enough, and more than half of all. */
function mostOf<Value>(values: readonly Value[], of: number): Value | undefined {
  const [most] = [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length)
  return most !== undefined && most[1].length >= enough && most[1].length > of / 2 ? most[0] : undefined
}

/** So many values are searched for one by one. The usual look has one or two new entries, which is cheaper than to group all known ones. */
const maxSearches = 4

/** Finds the entries with a value, in their order. `couldBe` is true for all of them, and cheaper. */
function indexBy<Value>(
  known: readonly Named[],
  read: (one: Named) => Value,
  couldBe: (one: Named, value: Value) => boolean = () => true,
): (value: Value) => readonly Named[] {
  const groups = once(() => Map.groupBy(known, read))
  const found = new Map<Value, readonly Named[]>()
  return (value) => {
    const list =
      found.get(value) ??
      (found.size < maxSearches
        ? known.filter((one) => couldBe(one, value) && read(one) === value)
        : (groups().get(value) ?? []))
    found.set(value, list)
    return list
  }
}

const indexOf = (known: readonly Named[]) => ({
  key: indexBy(
    known,
    ({ key }) => withoutScheme(key),
    ({ key }, value) => key.endsWith(value),
  ),
  page: indexBy(known, ({ address }) => address),
  path: indexBy(
    known,
    ({ address }) => pathOf(address),
    ({ address }, value = '') => address.endsWith(value),
  ),
  bare: indexBy(
    known,
    ({ address }) => bareOf(address),
    ({ address }, value) => address.startsWith(value),
  ),
  last: indexBy(
    known,
    ({ address }) => lastOf(address),
    ({ address }, value) => address.endsWith(value),
  ),
  title: indexBy(known, ({ name }) => name),
  time: indexBy(known, ({ publishedAt }) => publishedAt),
})
type Index = ReturnType<typeof indexOf>

/** Finds the known entries that have a fact of an entry, by which each fact is looked up once. There is one at least. */
function finder(all: readonly Facts<Entry>[], known: readonly Named[]) {
  const by = indexOf(known)
  const bare = all.flatMap(({ page }) => (page === undefined ? [] : bareOf(page)))
  const isBareEnough = bare.length > enough && new Set(bare).size === bare.length
  /** The only page of a feed, and the only title there, tell nothing of an entry. */
  const [first] = known
  const isOnePage = [...all.map(({ page = '' }) => page), ...known.map(({ address }) => address)].every(
    (page) => page === first?.address,
  )
  const isOneTitle = isOnePage && [...all, ...known].every(({ name }) => name === first?.name)
  const compared = memoized(withWords)
  const byText = once(() => Map.groupBy(known, (one) => compared(one).text()))
  /** Stored several times with one title and time, it is still one entry. */
  const areSeveral = memoized(
    (list: readonly Named[]) =>
      new Set(list.map(({ title, publishedAt }) => `${publishedAt} ${title}`)).size > 1,
  )
  return {
    by,
    hasKeyOrPage: ({ ownKey, page }: Facts<Entry>) =>
      by.key(withoutScheme(ownKey)).length > 0 || (page !== undefined && by.page(page).length > 0),
    /** `isMadeUp`: most ids and addresses of the document are new. */
    candidates(one: Facts<Entry>, isMadeUp: boolean, moved: Learned['moved']): Known[] {
      const { ownKey, page, name, time } = one
      const path = page === undefined ? undefined : pathOf(page)
      const lists = [
        ...[ownKey, withAddress(one)].map((key) => by.key(withoutScheme(key))),
        ...[page !== undefined && by.page(page), path !== undefined && by.path(path)],
        moved !== undefined &&
          page?.startsWith(moved.to) &&
          by.page(moved.from + page.slice(moved.to.length)),
        ...[isBareEnough && page !== undefined && by.bare(bareOf(page))],
        ...[page !== undefined && lastOf(page) !== '' && by.last(lastOf(page))],
        ...[name !== '' && by.title(name), time !== undefined && by.time(time)],
        // If its title was edited, an entry with nothing that lasts has only its text.
        (time === undefined || isMadeUp) && one.text().length >= leastText && byText().get(one.text()),
      ]
      return [...new Set(lists.flatMap((list) => (list || []).slice(0, maxCompared)))].map(compared)
    },
    /** Each address of the document is another one without its parameters, so these can be signatures. */
    isSigned: ({ address }: Known) => isBareEnough && !areSeveral(by.bare(bareOf(address))),
    isRepeated(fact: Fact, found: Known): boolean {
      if ((fact === 'page' && isOnePage) || (fact === 'title' && isOneTitle)) return true
      const lists = {
        ...{ id: () => [], text: () => [] },
        page: () => by.page(found.address),
        title: () => by.title(found.name),
        time: () => by.time(found.publishedAt),
      }
      const list = lists[fact]()
      return list.length > 1 && areSeveral(list)
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

type Comparing = Pick<ReturnType<typeof finder>, 'isRepeated' | 'isSigned'> & Omit<Learned, 'changing'>

/** How one fact of an entry compares with that of a known one. */
function likeness(fact: Fact, one: Facts<Entry>, found: Known, comparing: Comparing): Likeness {
  const likeness = compare[fact](one, found, comparing)
  const isRepeated = () =>
    one.repeated.has(fact) ||
    (fact === 'time' && one.sharesAddress && one.isDay) ||
    comparing.isRepeated(fact, found)
  return likeness === 'same' && isRepeated() ? 'repeated' : likeness
}

const compare: Record<Fact, (one: Facts<Entry>, found: Known, comparing: Comparing) => Likeness> = {
  id(one, found) {
    const [id, page] = [one.id(), one.page]
    if (id === undefined) return 'unknown'
    const name = withoutScheme(found.key)
    if ([one.ownKey, withAddress(one)].some((key) => withoutScheme(key) === name)) return 'same'
    if (!hasOwnId(found) || found.key.startsWith(`${id} `)) return 'unknown'
    const isVersion = page === found.address && versionless(id, page) === versionless(found.key, page)
    if (isVersion && !one.sharesAddress && [id, found.key].every((key) => isNumbered(key, page)))
      return 'version'
    return isVersion || (pathOf(id) !== undefined && pathOf(id) === pathOf(found.key)) ? 'near' : 'other'
  },
  page({ page, isOfFeed, sharesAddress }, found, { isSigned, moved }) {
    const { address } = found
    if (page === undefined || isOfFeed || address === '') return 'unknown'
    if (page === address) return sharesAddress ? 'repeated' : 'same'
    const isMoved =
      (pathOf(page) !== undefined && pathOf(page) === pathOf(address)) ||
      (moved !== undefined &&
        page.startsWith(moved.to) &&
        address === moved.from + page.slice(moved.to.length))
    const isNear = isMoved || (bareOf(page) === bareOf(address) && isSigned(found))
    return !sharesAddress && isNear ? 'near' : 'other'
  },
  title({ name }, found) {
    if (name === '' || found.name === '') return 'unknown'
    if (name === found.name) return 'same'
    return areTitlesAlike(name, found.name) ? 'near' : 'other'
  },
  time({ time }, { publishedAt }, { shift }) {
    if (time === undefined || publishedAt === undefined) return 'unknown'
    if (time === publishedAt) return 'same'
    if (isRounded(time, publishedAt, minute) || time - (shift ?? 0) === publishedAt) return 'near'
    return isRounded(time, publishedAt, day) ? 'unknown' : 'other'
  },
  text(one, found) {
    const [text, before] = [one.text(), found.text()]
    if (text === '' || before === '') return 'unknown'
    if (text === before && text.length >= leastText) return 'same'
    if (text === before) return one.repeated.has('text') ? 'repeated' : 'near'
    return areTextsAlike(one.words(), found.words()) ? 'near' : 'other'
  },
}

/** True if one of two times is the other without its seconds, or only its day. */
const isRounded = (a: number, b: number, unit: number) =>
  (a % unit === 0 || b % unit === 0) && Math.floor(a / unit) === Math.floor(b / unit)

const facts: readonly Fact[] = ['id', 'page', 'title', 'time']

function scoreOf(
  one: Facts<Entry>,
  found: Known,
  comparing: Comparing & { changing: ReadonlySet<Fact> },
): number {
  const like = (fact: Fact) =>
    comparing.changing.has(fact) ? 'unknown' : likeness(fact, one, found, comparing)
  const likes = new Map(facts.map((fact) => [fact, like(fact)]))
  let score = facts.reduce((sum, fact) => sum + worth[fact][likes.get(fact) ?? 'unknown'], 0)
  const isNext = likes.get('id') === 'other' && likes.get('page') === 'same'
  if (isNext && count(likes, 'other') > 1) score += otherIdAtPage - worth.id.other
  const isDecided = score >= sure || score + worth.text.same < least
  return isDecided ? score : score + worth.text[like('text')]
}

/**
 * The facts that change at each look in this feed, such as ids that are made up for each request, or are places in the document: most entries
 * that are surely the same, by two other facts, have another one. If this look shows too little of a fact, the looks before tell.
 */
function changingFacts<Given extends Entry>(
  all: readonly Facts<Given>[],
  /** Undefined if the entry is unchanged. */
  candidates: (one: Facts<Given>) => readonly Known[] | undefined,
  comparing: Comparing,
  before: readonly Fact[],
): Set<Fact> {
  const [lasts, changes] = [new Map<Fact, number>(), new Map<Fact, number>()]
  const add = (counts: Map<Fact, number>, fact: Fact) => counts.set(fact, (counts.get(fact) ?? 0) + 1)
  for (const one of all) {
    const found = candidates(one)
    const likes = found === undefined ? unchangedLikes(one) : sureLikes(one, found, comparing)
    for (const [fact, like] of likes ?? [])
      if (like === 'same' || like === 'repeated') add(lasts, fact)
      else if (like === 'other') add(changes, fact)
  }
  return new Set(
    [...facts, 'text' as const].filter((fact) => {
      const [changed, lasted] = [changes.get(fact) ?? 0, lasts.get(fact) ?? 0]
      return changed + lasted > 1 ? changed > 1 && changed > lasted : before.includes(fact)
    }),
  )
}

const unchangedLikes = ({ id, page, title, time }: Facts<Entry>): [Fact, Likeness][] =>
  Object.entries({ id: id(), page, title: title || undefined, time }).map(([fact, value]) => [
    fact as Fact,
    value === undefined ? 'unknown' : 'same',
  ])

/** How the facts compare with the known entry that is surely the same: it has at least two facts, one of which no other entry has. */
function sureLikes(
  one: Facts<Entry>,
  candidates: readonly Known[],
  comparing: Comparing,
): Map<Fact, Likeness> | undefined {
  let best: { score: number; likes: Map<Fact, Likeness> } | undefined
  for (const found of candidates) {
    const likes = new Map(facts.map((fact) => [fact, likeness(fact, one, found, comparing)]))
    const named = count(likes, 'same') + count(likes, 'repeated')
    // Texts are read only if they can tell something.
    if (isTitle(likes) || (named > 0 && likes.get('time') === 'other'))
      likes.set('text', likeness('text', one, found, comparing))
    if (one.text().length < leastText) likes.delete('text')
    const alone = count(likes, 'same') + (likes.get('text') === 'near' ? 1 : 0)
    const score = 10 * alone + count(likes, 'repeated') + count(likes, 'near') + count(likes, 'version')
    if (alone > 0 && score > 10 && score > (best?.score ?? 0)) best = { score, likes }
  }
  return best?.likes
}

const isTitle = (likes: ReadonlyMap<Fact, Likeness>) =>
  ['same', 'repeated', 'near'].includes(likes.get('title') ?? '')
const count = (likes: ReadonlyMap<Fact, Likeness>, wanted: Likeness) =>
  [...likes.values()].filter((like) => like === wanted).length

/** Leaves out older versions with the same id and address, and all but the first of those that nothing tells apart. */
function withoutCopies<Given extends Entry>(
  entries: readonly Given[],
  { textOf }: IdentifyOptions<Given>,
): Given[] {
  const ofId = Map.groupBy(entries, ({ id }) => id)
  const versions = newestOfEach(entries, (entry) => {
    const { id, address } = entry
    return id === undefined || isWorthless(ofId.get(id) ?? [], textOf) ? entry : JSON.stringify([id, address])
  })
  const pageOf = (entry: Entry) => entry.address ?? keyOf(entry)
  const names = new Map(
    versions.map((one) => [one, JSON.stringify([pageOf(one), titleOf(one), one.publishedAt])]),
  )
  const alike = Map.groupBy(versions, (one) => names.get(one))
  if (alike.size === versions.length) return versions
  const ofPage = Map.groupBy(alike.values(), ([one]) => one && pageOf(one))
  return newestOfEach(versions, (one) => {
    const name = names.get(one)
    if (alike.get(name)?.length === 1) return name
    // Reviews of one page often have one title, and those of a day or of an import one time.
    const isOfMany = (ofPage.get(pageOf(one))?.length ?? 0) > 1
    const isText = isOfMany || titleOf(one) === '' || !isExact(one.publishedAt)
    return JSON.stringify([name, isText && bodyOf(one), isOfMany && one.id])
  })
}

/**
 * True if an id that these entries of one document share is the id of none of them, and they are not versions of one: versions have titles and
 * texts that are alike, or one time if there are two.
 */
function isWorthless<Given extends Entry>(
  sharing: readonly Given[],
  textOf: (entry: Given) => string,
): boolean {
  const [first, ...others] = sharing
  if (first === undefined || others.length === 0) return false
  const isOneTime = others.every(({ publishedAt }) => publishedAt === first.publishedAt)
  const isOneTitle = others.every((other) => titleOf(other) === titleOf(first))
  if (others.length > 1 && !isOneTitle) return true
  if (others.length === 1 && isOneTime && isExact(first.publishedAt)) return false
  const words = wordsOf(textOf(first))
  return others.some((other) => {
    const otherWords = wordsOf(textOf(other))
    if (words.size > 0 && otherWords.size > 0 && !areTextsAlike(words, otherWords)) return true
    return (
      !isOneTime && !(titleOf(first) === '' ? words.size > 0 : areTitlesAlike(titleOf(first), titleOf(other)))
    )
  })
}

/** The one that was updated last of those with the same name, or the first. */
function newestOfEach<Given extends Entry>(
  entries: readonly Given[],
  nameOf: (entry: Given) => unknown,
): Given[] {
  const found = new Map<unknown, Given>()
  for (const entry of entries) {
    const name = nameOf(entry)
    const other = found.get(name)
    if (other === undefined || (entry.updatedAt ?? 0) > (other.updatedAt ?? 0)) found.set(name, entry)
  }
  return [...found.values()]
}

function factsOf<Given extends Entry>(
  entries: readonly Given[],
  { page: ofFeed, known = [], left = [], textOf }: IdentifyOptions<Given>,
): Facts<Given>[] {
  const feedPage = ofFeed === undefined ? undefined : canonicalAddress(ofFeed)
  const pages = new Map(entries.map((entry) => [entry, pageIn(entry)]))
  const ofDocument = new Set(pages.values())
  const before = Map.groupBy(
    [known, left].flatMap((list) => list.filter(({ address }) => ofDocument.has(address))),
    ({ address }) => address,
  )
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
  const isDay = !entries.some(({ publishedAt }) => isExact(publishedAt))
  const all = entries.map((entry): Facts<Given> => {
    const page = pages.get(entry)
    const isOfFeed = page !== undefined && (page === feedPage || !/[/?#]/.test(page))
    const sharesAddress =
      isOfFeed ||
      (page !== undefined &&
        (isShared.page(entry) ||
          new Set(before.get(page)?.map((one) => `${one.title} ${one.publishedAt}`)).size > 1))
    const sharesId = entry.id !== undefined && isShared.id(entry)
    const id = once(() => {
      const isAddress = entry.id !== undefined && pageIn({ address: entry.id }) === page
      return sharesId || isAddress ? undefined : entry.id
    })
    const text = once(() => textOf(entry))
    const written = titleOf(entry)
    return {
      ...{ entry, id, page, isOfFeed, sharesId, sharesAddress, text, time: entry.publishedAt, isDay },
      title: written === '' ? beginningOf(text()) : written,
      name: '',
      words: once(() => wordsOf(text().slice(0, maxText))),
      ownKey: ownKeyOf(entry, { sharesAddress, sharesId }),
      repeated: new Set((['title', 'time', 'text'] as const).filter((fact) => isShared[fact](entry))),
    }
  })
  const nameOf = withoutShared(all)
  return all.map((one) => ({ ...one, name: nameOf(one.title) }))
}

/** Of an entry with nothing but a file, that of the file. */
function pageIn({ address, enclosure }: Pick<Entry, 'address' | 'enclosure'>): string | undefined {
  const given = address ?? enclosure
  return given === undefined ? undefined : (canonicalAddress(given) ?? given)
}

const withWords = (one: Named): Known => {
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
const withAll = (one: Facts<Entry>) =>
  `${withAddress(one)} ${digest(`${one.title} ${one.time} ${one.text()}`)}`

const withoutScheme = (id: string) => id.replace(/^https?:\/\/(www\.)?/i, '')

/** What follows the host of an address or of an id that is one; undefined if nothing does. */
const pathOf = (address: string) => /^(?:https?:\/\/)?[\w.-]+\.[\w:-]+(\/.+)/i.exec(address)?.[1]

/** What follows the last slash of an address. */
const lastOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

/** An address without its parameters. */
const bareOf = (address: string) => /^[^?;]*/.exec(address)?.[0] ?? ''

/** An id without what follows the name of the page in it, such as `#1` in `…/77#1` of the page `…/77`, or `v2` of a paper. */
const versionless = (id: string, page: string | undefined): string =>
  id.slice(0, endOfName(id, page) ?? id.length)

/** Where the name of the page ends in an id; undefined if it is not in it. */
function endOfName(id: string, page: string | undefined): number | undefined {
  const name = /[^/?=&#]+$/.exec(page ?? '')?.[0]
  const at = name === undefined ? -1 : id.indexOf(name)
  const end = at + (name?.length ?? 0)
  return at === -1 || /^\d/.test(id.slice(end)) ? undefined : end
}

/**
 * True if an id is that of a version: the name of its page, which has a number of its own, and at most a small number behind it. A page such as
 * `/today` has other entries, and so have parts of a page, such as `#post-5`.
 */
function isNumbered(id: string, page = ''): boolean {
  const end = endOfName(id, page)
  return (
    end !== undefined &&
    /\d[^/]*$/.test(page) &&
    /^(?:[^\p{L}\d]*(?:v[^\p{L}\d]*)?\d{1,2})?$/iu.test(id.slice(end))
  )
}

/** False if the entry had no id when it was stored, or its address for one. */
function hasOwnId({ key, address, title, publishedAt, text }: KnownEntry): boolean {
  if (pageIn({ address: key }) === address) return false
  if (!/(^|\s)[\w-]{12}$/.test(key)) return true
  const made = [`${title} ${publishedAt ?? text()}`, `${title} ${publishedAt ?? ''}`].map(digest)
  return !made.some((name) => key === name || key.endsWith(` ${name}`))
}

/** As it is stored. Titles of entries are plain text. */
const titleOf = ({ title = '' }: Entry) => title.slice(0, maxTitle).toWellFormed()
const titleAndTime = (entry: Entry) => digest(`${titleOf(entry)} ${entry.publishedAt ?? bodyOf(entry)}`)
const bodyOf = ({ text }: Entry) => ('html' in text ? text.html : text.plain)

/** What tells an entry from others, by its own id if it has one. */
export function keyOf(entry: Entry): string {
  const { id, address, enclosure, title = '', publishedAt = '' } = entry
  return id ?? address ?? enclosure ?? digest(title === '' ? bodyOf(entry) : `${title} ${publishedAt}`)
}

export const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 12)
