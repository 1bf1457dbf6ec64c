import { hash } from 'node:crypto'
import { canonicalAddress } from '../../src/address/index.ts'
import type { Text } from '../source.ts'
import { areTextsAlike, areTitlesAlike, isTitlePart, wordsOf } from './alike.ts'
import { maxTitle } from './content.ts'
import { titleOf as beginningOf } from './snippet.ts'

/*
 * Which entry is which. Feeds break every rule, so no fact identifies an entry alone. Five facts of an entry are compared with those of each known
 * entry that could be the same, and `worth` says what it tells if a fact is the same or another one. A fact that several entries have tells
 * little, and one that changes from look to look in this feed tells nothing; what was learned of that stays known for looks that do not
 * show it. If the sum is too small, the entry is new: a lost entry is worse than a doubled one. docs/listening-feeds.md, "Which entry is which", explains the table and what it cannot decide.
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
  /** Of channels that are no longer asked, in which the feed may have been before it moved; likewise. */
  left?: readonly KnownEntry[]
  /** At the looks before. */
  learned?: Learned | undefined
  /** The text of an entry as it would be stored. */
  textOf: (entry: Given) => string
}

/**
 * `repeated`: the same, but other entries have it, too. `near`: an edited title or text, the path of an address on another host or with another
 * signature, the version in an id, or a time without its seconds, or moved with all others.
 */
type Likeness = 'same' | 'repeated' | 'near' | 'other' | 'unknown'
type Fact = 'id' | 'page' | 'title' | 'time' | 'text'

const worth: Record<Fact, Record<Likeness, number>> = {
  id: { same: 10, repeated: 0, near: 2, other: -4, unknown: 0 },
  page: { same: 8, repeated: 2, near: 5, other: -4, unknown: 0 },
  title: { same: 4, repeated: 1, near: 3, other: -6, unknown: 0 },
  time: { same: 6, repeated: 1, near: 4, other: -3, unknown: 0 },
  text: { same: 8, repeated: 1, near: 5, other: -5, unknown: 0 },
}
/** Another id at the same address: most feeds have ids that last, so it may be the next entry of a page such as `/today`. */
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
  sharesAddress: boolean
  title: string
  /** The title without what all titles of the document share, such as the name of the site. */
  name: string
  time: number | undefined
  text: () => string
  words: () => ReadonlySet<string>
  /** Facts that other entries of the document have, too. */
  repeated: ReadonlySet<Fact>
}
type Known = KnownEntry & { name: string; words: () => ReadonlySet<string> }

/** Which entry of a document is which, in the order of the document. Copies of an entry are left out. */
export function identify<Given extends Entry>(
  entries: readonly Given[],
  options: IdentifyOptions<Given>,
): { entries: Identified<Given>[]; learned: Learned } {
  const { known = [], left = [], learned: before = unlearned } = options
  const all = factsOf(withoutCopies(entries), options)
  const { claims, learned } = matched(all, known, before)
  const copies = copiesIn(all, claims, learned)
  const open = all.filter((one) => !claims.has(one) && !copies.has(one))
  const elsewhere = left.length === 0 ? undefined : matched(open, left).claims
  const taken = new Set(known.map(({ key }) => key))
  const identified = all.flatMap((one): Identified<Given>[] => {
    if (copies.has(one)) return []
    const { entry, sharesAddress } = one
    const found = claims.get(one)
    if (found !== undefined) return [{ key: found.key, entry, sharesAddress }]
    const key = [one.ownKey, withAddress(one)].find((name) => !taken.has(name)) ?? withAll(one)
    taken.add(key)
    const sameAs = elsewhere?.get(one)
    return [{ key, entry, sharesAddress, ...(sameAs && { sameAs }) }]
  })
  return { entries: identified, learned }
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
 * the entries of several feeds. Within a channel, and if the address belongs to several items (`isPageShared`), title and time must be the same.
 */
export function isSameItem(item: PlacedItem, stored: PlacedItem, isPageShared: boolean): boolean {
  const isTitle = item.title === stored.title
  const { published } = item
  const isTime = published !== undefined && published === stored.published
  if (item.source === stored.source && item.channel === stored.channel)
    return !isPageShared && isTitle && (isTime || stored.published === undefined)
  if (isPageShared) return isTitle && isTime
  if (item.source !== stored.source || isTitle || isTitlePart(stored.title, item.title)) return true
  return isTime && published % day !== 0
}

/** Each known entry is claimed once, by the entry that is most like it. */
function matched<Given extends Entry>(
  all: readonly Facts<Given>[],
  given: readonly KnownEntry[],
  /** Undefined if these are entries of several feeds. */
  before?: Learned,
): { claims: Map<Facts<Given>, KnownEntry>; learned: Learned } {
  const claims = new Map<Facts<Given>, KnownEntry>()
  const unchanged = new Map(given.map((one) => [one.key, one]))
  for (const one of all) {
    const found = unchanged.get(one.ownKey)
    if (found !== undefined && isUnchanged(one, found)) claims.set(one, found)
  }
  // The usual look at a feed brings nothing new.
  const changed = all.filter((one) => !claims.has(one))
  if (changed.length === 0 || given.length === 0) return { claims, learned: before ?? unlearned }
  const nameOf = withoutShared(all)
  const known = given.map((one) => ({ ...withWords(one), name: nameOf(one.title) }))
  const find = finder(all, known)
  const isNew = (one: Facts<Given>) => !find.hasKeyOrPage(one)
  const isMadeUp = changed.filter(isNew).length > all.length / 2
  const comparing = { ...find, ...movesOf(all, known, before) }
  const { moved } = comparing
  const candidates = new Map(changed.map((one) => [one, find.candidates(one, isMadeUp, moved)]))
  const changing = changingFacts(all, (one) => candidates.get(one), comparing, before?.changing ?? [])
  const scored = changed.flatMap((one) =>
    (candidates.get(one) ?? []).flatMap((found) => {
      const score = scoreOf(one, found, { ...comparing, changing })
      return score < least ? [] : { one, found, score }
    }),
  )
  const claimed = new Set([...claims.values()].map(({ key }) => key))
  const free = new Set(known.filter(({ key }) => !claimed.has(key)))
  for (const { one, found } of scored.toSorted((a, b) => b.score - a.score))
    if (!claims.has(one) && free.delete(found)) claims.set(one, found)
  return { claims, learned: { changing: [...changing], shift: comparing.shift, moved } }
}

const isUnchanged = ({ page = '', title, time }: Facts<Entry>, found: KnownEntry) =>
  page === found.address && title === found.title && time === found.publishedAt

/** Entries that are twice in a document of a feed whose ids and addresses are made up, or absent. */
function copiesIn<Given extends Entry>(
  all: readonly Facts<Given>[],
  claims: ReadonlyMap<Facts<Given>, KnownEntry>,
  { changing }: Learned,
): Set<Facts<Given>> {
  const copies = new Set<Facts<Given>>()
  const tells = (fact: 'id' | 'page') => !changing.includes(fact)
  const isNamed = ({ id, page }: Facts<Given>) =>
    (tells('id') && id() !== undefined) || (tells('page') && page !== undefined)
  if (changing.length === 0) return copies
  const unnamed = all.filter((one) => !isNamed(one))
  for (const same of Map.groupBy(unnamed, ({ title, time }) => `${time} ${title}`).values()) {
    const kept = same.filter((one) => claims.has(one))
    for (const one of same)
      if (!claims.has(one) && !kept.some((other) => isCopy(one, other))) kept.push(one)
      else if (!claims.has(one)) copies.add(one)
  }
  return copies
}

/** Short entries of one day, such as "Minutes", need not be copies. */
const isCopy = ({ text, time }: Facts<Entry>, other: Facts<Entry>) =>
  text() === other.text() && (text().length >= leastText || (time !== undefined && time % day !== 0))

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
function shiftOf(all: readonly Facts<Entry>[], known: readonly Known[]): number | undefined {
  const named = Map.groupBy(known, ({ name }) => name)
  const shifts = all.flatMap(({ name, time, repeated }) => {
    const [found, ...others] = named.get(name) ?? []
    if (found?.publishedAt === undefined || time === undefined || others.length > 0 || repeated.has('title'))
      return []
    return time % minute === 0 ? [] : time - found.publishedAt
  })
  const shift = mostOf(shifts, shifts.length) ?? 0
  return shift !== 0 && shift % (15 * minute) === 0 && Math.abs(shift) < day ? shift : undefined
}

const movesOf = (all: readonly Facts<Entry>[], known: readonly Known[], before: Learned | undefined) => ({
  shift: before && (shiftOf(all, known) ?? before.shift),
  moved: before && (movedOf(all, known) ?? before.moved),
})

/** With what most addresses began before, and begin now, if the names of their pages are the same; undefined if that has not changed. */
function movedOf(all: readonly Facts<Entry>[], known: readonly Known[]): Learned['moved'] {
  const named = Map.groupBy(known, ({ address }) => lastOf(address))
  const moves = all.flatMap(({ page }) => {
    const [found, ...others] = named.get(lastOf(page ?? '')) ?? []
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

/** Finds the known entries that have a fact of an entry, by which each fact is looked up once. */
function finder(all: readonly Facts<Entry>[], known: readonly Known[]) {
  const by = {
    key: Map.groupBy(known, ({ key }) => withoutScheme(key)),
    page: Map.groupBy(known, ({ address }) => address),
    path: Map.groupBy(known, ({ address }) => pathOf(address)),
    bare: Map.groupBy(known, ({ address }) => bareOf(address)),
    title: Map.groupBy(known, ({ name }) => name),
    time: Map.groupBy(known, ({ publishedAt }) => publishedAt),
  }
  const bare = all.flatMap(({ page }) => (page === undefined ? [] : bareOf(page)))
  const isBareEnough = bare.length > enough && new Set(bare).size === bare.length
  /** The only page of a feed, and the only title there, tell nothing of an entry. */
  const isOnePage = by.page.size === 1 && all.every(({ page = '' }) => by.page.has(page))
  const isOneTitle = isOnePage && by.title.size === 1 && all.every(({ name }) => by.title.has(name))
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
    candidates(one: Facts<Entry>, isMadeUp: boolean, moved: Learned['moved']): Known[] {
      const { ownKey, page, name, time } = one
      const path = page === undefined ? undefined : pathOf(page)
      const lists = [
        ...[ownKey, withAddress(one)].map((key) => by.key.get(withoutScheme(key))),
        ...[page !== undefined && by.page.get(page), path !== undefined && by.path.get(path)],
        moved !== undefined &&
          page?.startsWith(moved.to) &&
          by.page.get(moved.from + page.slice(moved.to.length)),
        ...[isBareEnough && page !== undefined && by.bare.get(bareOf(page))],
        ...[name !== '' && by.title.get(name), time !== undefined && by.time.get(time)],
        // If its title was edited, an entry with nothing that lasts has only its text.
        (time === undefined || isMadeUp) && one.text().length >= leastText && byText().get(one.text()),
      ]
      return [...new Set(lists.flatMap((list) => (list || []).slice(0, maxCompared)))]
    },
    /** Each address of the document is another one without its parameters, so these can be signatures. */
    isSigned: ({ address }: Known) => isBareEnough && !areSeveral(by.bare.get(bareOf(address)) ?? []),
    isRepeated(fact: Fact, found: Known): boolean {
      if ((fact === 'page' && isOnePage) || (fact === 'title' && isOneTitle)) return true
      const list = {
        id: undefined,
        text: undefined,
        page: by.page.get(found.address),
        title: by.title.get(found.name),
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

type Comparing = Pick<ReturnType<typeof finder>, 'isRepeated' | 'isSigned'> & Omit<Learned, 'changing'>

/** How one fact of an entry compares with that of a known one. */
function likeness(fact: Fact, one: Facts<Entry>, found: Known, comparing: Comparing): Likeness {
  const likeness = compare[fact](one, found, comparing)
  const isRepeated = () => one.repeated.has(fact) || comparing.isRepeated(fact, found)
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
  if (likes.get('id') === 'other' && likes.get('page') === 'same') score += otherIdAtPage - worth.id.other
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
    if (one.name === found.name || (named > 0 && likes.get('time') === 'other'))
      likes.set('text', likeness('text', one, found, comparing))
    if (one.text().length < leastText) likes.delete('text')
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
  const copyName = (entry: Entry) =>
    JSON.stringify([entry.address ?? keyOf(entry), titleOf(entry), entry.publishedAt ?? bodyOf(entry)])
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
  { page: ofFeed, known = [], left = [], textOf }: IdentifyOptions<Given>,
): Facts<Given>[] {
  const feedPage = ofFeed === undefined ? undefined : canonicalAddress(ofFeed)
  const pages = new Map(entries.map((entry) => [entry, pageIn(entry)]))
  const before = Map.groupBy([...known, ...left], ({ address }) => address)
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
      ...{ entry, id, page, isOfFeed, sharesAddress, text, time: entry.publishedAt },
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

const withWords = (one: KnownEntry): Omit<Known, 'name'> => {
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

/** What follows the last slash of an address. */
const lastOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

/** An address without its parameters. */
const bareOf = (address: string) => /^[^?;]*/.exec(address)?.[0] ?? ''

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
