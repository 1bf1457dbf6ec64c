import { prepare } from '../../../../service/fields/content.ts'
import type { Entry, Feed } from '../../../../service/sources/feeds/feed.ts'
import { identify } from '../../../../service/sources/feeds/identity.ts'
import { itemOf, knownEntries, newestEntries, storedText } from '../../../../service/sources/feeds/items.ts'
import { openStore, type Store } from '../../../../service/store/store.ts'

/** Publishers of feeds with a hidden truth: which article each entry is. */

const hour = 3_600_000
const begun = Date.UTC(2026, 10, 1, 6)

/** An article as it is at a fetch. `number` is the truth. */
type Article = { number: number; title: string; text: string; at: number; edits: number }

/** What a publisher does, each by a name. `fetch` counts from 0. */
export type Habits = {
  id: keyof typeof ids
  address: keyof typeof addresses
  time: keyof typeof times
  text: keyof typeof texts
  edit: keyof typeof edits
  delivery: keyof typeof deliveries
}

const slug = (title: string) => title.toLowerCase().replaceAll(/\W+/g, '-')
const page = 'https://x.example/'

export const ids = {
  lasting: ({ number }: Article) => `tag:x.example,2026:${number}`,
  none: () => undefined,
  'new at each fetch': ({ number }: Article, fetch: number) => `${fetch}-${number * 7919}`,
  'with a revision': ({ number, edits: edit }: Article) => `https://x.example/n/${number}#${edit}`,
  'dropped now and then': ({ number }: Article, fetch: number) =>
    fetch % 3 === 1 ? undefined : `a${number}`,
  'one for all': () => 'entry',
  'of the place in the document': (_article: Article, _fetch: number, place: number) => String(place),
  'of another scheme': ({ number }: Article, fetch: number) =>
    `${fetch % 2 === 0 ? 'http' : 'https'}://x.example/id/${number}`,
}

export const addresses = {
  lasting: ({ number }: Article) => `${page}articles/${number}`,
  'with the title': ({ title }: Article) => `${page}articles/${slug(title)}`,
  'with changing parameters': ({ number }: Article, fetch: number) =>
    `${page}articles/${number}?utm_source=f${fetch}&session=${fetch}`,
  signed: ({ number }: Article, fetch: number) =>
    `${page}go/${fetch * 104_729 + number}?sig=${fetch}x${number}`,
  'of the feed': () => page,
  'of one page': () => `${page}status`,
  'of an application': ({ number }: Article) => `${page}#/articles/n${number}`,
  'of another scheme': ({ number }: Article, fetch: number) =>
    `http${fetch % 2 === 0 ? '' : 's'}://x.example/articles/${number}`,
  'of a host that moves': ({ number }: Article, fetch: number) =>
    `https://${fetch < 10 ? 'old' : 'new'}.example/articles/${number}`,
  none: () => undefined,
}

export const times = {
  lasting: ({ at }: Article) => at,
  none: () => undefined,
  'of the last edit': ({ at, edits: edit }: Article) => at + edit * 11 * 60_000,
}

export const texts = {
  own: ({ text }: Article) => text,
  none: () => '',
}

/** Titles and texts of an article that was edited so often. */
export const edits = {
  none: (article: Article) => ({ ...article, edits: 0 }),
  'of titles': (article: Article) => ({ ...article, title: edited(article.title, article.edits) }),
  'of texts': (article: Article) => ({ ...article, text: edited(article.text, article.edits) }),
}
const edited = (text: string, count: number) => (count === 0 ? text : `${text}, again`)

export const deliveries = {
  newest: (published: Article[]) => published.slice(-8).reverse(),
  'oldest first': (published: Article[]) => published.slice(-8),
  'in any order': (published: Article[], fetch: number) =>
    published.slice(-8).toSorted((a, b) => mixed(a.number + fetch) - mixed(b.number + fetch)),
  'one at a time': (published: Article[]) => published.slice(-1),
}
const mixed = (number: number) => (number * 2_654_435_761) % 4_294_967_296

const subjects =
  'shop cook train river court opera garden bridge school market museum harbour forest bakery stadium'
const verbs = 'opens closes wins loses moves grows burns hires sells builds'
const word = (list: string, seed: number) => list.split(' ').at(seed % list.split(' ').length) ?? ''

function articleOf(number: number): Article {
  const [subject, verb] = [word(subjects, number * 7), word(verbs, number * 3 + Math.floor(number / 15))]
  const title = `Acme ${subject} ${verb} near ${word(subjects, number * 11 + 4)}${number}`
  const words = [1, 2, 3, 4, 5, 6, 7].map((step) => word(`${subjects} ${verbs}`, mixed(number * 31 + step)))
  const text = `Acme ${words.join(' ')}, and ${subject} number ${number} ${verb}.`
  return { number, title, text, at: begun + number * 3 * hour + number * 1000, edits: 0 }
}

/** At each fetch but the second of three, an article is new. Each is edited once, some fetches after it came. */
function documentOf(habits: Habits, fetch: number): { entry: Entry; truth: number }[] {
  // A cache gives an old document now and then.
  const time = fetch % 7 === 5 ? fetch - 2 : fetch
  const count = 6 + time - Math.floor(time / 3)
  const published = Array.from({ length: count }, (_, number) => {
    const came = number < 6 ? 0 : number - 6
    const article = articleOf(number)
    return edits[habits.edit]({ ...article, edits: number % 3 === 0 && time > came + 3 ? 1 : 0 })
  })
  return deliveries[habits.delivery](published, fetch).map((article, place) => {
    const [id, address] = [ids[habits.id](article, fetch, place), addresses[habits.address](article, fetch)]
    const entry = {
      ...(id !== undefined && { id }),
      ...(address !== undefined && { address }),
      ...{ title: article.title, text: { plain: texts[habits.text](article) } },
      publishedAt: times[habits.time](article),
    }
    return { entry, truth: article.number }
  })
}

/**
 * False for kinds that the rules do not decide. The list was made from the kinds that failed, so it says what the rules leave out, and not that no
 * rule could do better. docs/listening-feeds.md has them in words.
 */
export function isDecided({ id, address, time, text, edit, delivery }: Habits): boolean {
  if (['lasting', 'of another scheme'].includes(id)) return true
  const isAlone = delivery === 'one at a time'
  const isConstant = ['one for all', 'of the place in the document'].includes(id)
  const isOnePage = ['of one page', 'of the feed'].includes(address)
  const isBare = time === 'none' && text === 'none'
  if (isAlone && isOnePage && (isConstant || isBare)) return false
  const changes = edit === 'of titles' ? [...changing, 'with the title'] : changing
  if (!isOnePage && !changes.includes(address)) return true
  if (edit !== 'none' && time === 'of the last edit') return false
  return !isBare || (edit === 'none' && !isAlone && id !== 'with a revision')
}
const changing = ['signed', 'with changing parameters', 'none']

export type Result = { entries: number; lost: number; doubled: number }

/** Stores so many fetches of the feed of a publisher. `lost`: articles without an item of their own; `doubled`: items too many. */
export function follow(habits: Habits, fetches: number): Result {
  const store = openStore(':memory:')
  const itemsOf = new Map<number, Set<number>>()
  const truthsOf = new Map<number, Set<number>>()
  for (let fetch = 0; fetch < fetches; fetch += 1) {
    const document = documentOf(habits, fetch)
    for (const { truth } of document) itemsOf.set(truth, itemsOf.get(truth) ?? new Set())
    const roots = storeDocument(
      store,
      document.map(({ entry }) => entry),
      begun + 60 * 24 * hour + fetch * hour,
    )
    for (const { entry, truth } of document) {
      const root = roots.get(entry)
      if (root === undefined) continue
      itemsOf.get(truth)?.add(root)
      truthsOf.set(root, (truthsOf.get(root) ?? new Set()).add(truth))
    }
  }
  store.close()
  const tooMany = (sets: Map<number, Set<number>>) =>
    [...sets.values()].reduce((total, { size }) => total + Math.max(0, size - 1), 0)
  const missing = [...itemsOf.values()].filter(({ size }) => size === 0).length
  return { entries: itemsOf.size, lost: tooMany(truthsOf) + missing, doubled: tooMany(itemsOf) }
}

/** Stores the entries of one document as the feeds do. Returns the root of the item of each. */
function storeDocument(store: Store, entries: Entry[], now: number): Map<Entry, number> {
  const context = { key: page, address: `${page}feed`, site: {} }
  const feed: Feed = { format: 'rss', title: 'X', address: page, hints: {}, entries }
  const identified = identify(newestEntries(entries), {
    page,
    known: knownEntries(context, (prefix) => store.items.given('feeds', prefix, 2000)),
    textOf: (entry) => storedText(entry, feed, context),
  })
  const stored = identified.flatMap((one): [Entry, number][] => {
    const prepared = prepare(itemOf(one, feed, context), 'news-blogs', now)
    if (prepared === undefined) return []
    const { id, content, publishedAt } = prepared
    const known = store.items.find('feeds', id)
    if (known !== undefined) store.items.change(known.key, content, publishedAt ?? known.published)
    const times = { published: publishedAt ?? now, isUndated: publishedAt === undefined, now }
    const { root } = known ?? store.items.add({ ...prepared, source: 'feeds', channel: page, ...times })
    return [[one.entry, root]]
  })
  return new Map(stored)
}
