import { defined } from '@overheard/base/defined'
import { digest, type Identified, identify, type KnownEntry, type Learned } from '../../fields/identity.ts'
import { plainText } from '../../fields/plain-text.ts'
import type { Author, GivenItem, Item, Text, Tools } from '../../source.ts'
import type { Entry, Feed } from './feed.ts'
import type { Site } from './short-names.ts'
import { maxAddress } from './xml/tree.ts'

export type Context = {
  /** Of the feed; a part of the id of each item. */
  key: string
  /** Of the document. */
  address: string
  site: Site
}

/** The most entries of one document that are used: the newest. Real feeds have some hundred at most. */
export const maxEntries = 500

/** The newest entries. Those without a time stay in the order of the feed, and go first. */
export function newestEntries(entries: readonly Entry[]): Entry[] {
  if (entries.length <= maxEntries) return [...entries]
  const time = ({ publishedAt }: Entry) => publishedAt ?? Number.POSITIVE_INFINITY
  return entries.toSorted((a, b) => (time(a) === time(b) ? 0 : time(b) - time(a))).slice(0, maxEntries)
}

/**
 * Oldest first, because the service numbers mentions in this order. Those without a time, which come now, are last. If nothing else tells, the
 * newest stands first in a document, as in most, unless its times rise.
 */
export function oldestFirst(items: readonly Item[]): Item[] {
  const times = items.flatMap(({ publishedAt }) => publishedAt ?? [])
  const rises = times.slice(1).reduce((sum, time, place) => sum + Math.sign(time - (times[place] ?? 0)), 0)
  const time = ({ publishedAt = Number.POSITIVE_INFINITY }: Item) => publishedAt
  return (rises > 0 ? [...items] : items.toReversed()).sort((a, b) =>
    time(a) === time(b) ? 0 : time(a) - time(b),
  )
}

const prefixOf = ({ key }: Context) => `${digest(key)} `

const knownEntries = new WeakMap<GivenItem, KnownEntry>()

/** An item that a feed has given, as it is compared with entries. Most items are compared at each look. */
function knownEntry(item: GivenItem): KnownEntry {
  let known = knownEntries.get(item)
  if (known === undefined) {
    const { id, title, published: publishedAt, address, text, isRemoved } = item
    known = {
      ...{ id, title, publishedAt, text, isRemoved, key: id.slice(id.indexOf(' ') + 1) },
      address: madeAddress.test(address) ? '' : address,
    }
    knownEntries.set(item, known)
  }
  return known
}

/** The entries of a feed as items: which of them are new, and which the feed has given before. `undated`: see `itemOf`. */
export function identifiedItems(
  feed: Feed,
  context: Context,
  options: Identifying,
): { items: Item[]; learned: Learned; faults: string[] } {
  const { tools, left = [], undated } = options
  const textOf = (entry: Entry) => {
    const item = itemOf({ key: 'none', entry }, feed, context)
    return plainText(item.text, item.url).text
  }
  const prefix = prefixOf(context)
  const known = tools.given(prefix).map(knownEntry)
  const { entries, learned, waiting } = identify(newestEntries(feed.entries), {
    ...{ page: feed.address, known, left: left.map(knownEntry), learned: options.learned, textOf },
    withKeys: (keys) => tools.givenAs(keys.map((key) => `${prefix}${key}`)).map(knownEntry),
    removedAt: (times) => tools.removedAt(prefix, times).map(knownEntry),
  })
  const [have, count] = waiting === 1 ? ['an entry has', 'counts'] : [`${waiting} entries have`, 'count']
  return {
    items: entries.map((one) => itemOf(one, feed, context, undated)),
    learned,
    faults:
      waiting === 0
        ? []
        : [`${have} the title, text and time of another one, and ${count} only from a later look on`],
  }
}

type Identifying = {
  tools: Pick<Tools, 'given' | 'givenAs' | 'removedAt'>
  left?: GivenItem[]
  learned?: Learned | undefined
  undated?: Undated
}
type Undated = Pick<Item, 'publishedAt' | 'isOld'>

/** Turns an entry into an item. `undated` is what is known of entries without a time. */
export function itemOf(
  { key, entry, sharesAddress, sameAs }: Identified<Entry>,
  feed: Feed,
  context: Context,
  undated: Undated = {},
): Item {
  const { title, language, metrics, location, links = [], publishedAt, stars } = entry
  const { kind } = context.site
  return {
    id: `${prefixOf(context)}${key}`,
    url: addressOf(key, entry, feed, context),
    text: textOf(entry, context.site),
    author: authorOf(entry, feed, context),
    isIdentified: true,
    ...defined({ kind, title }),
    ...(sharesAddress && { sharesAddress }),
    ...(sameAs && { sameAs: sameAs.id }),
    ...(links.length > 0 && { links }),
    ...defined({ language, metrics, location }),
    ...(stars !== undefined && { given: { stars } }),
    ...(publishedAt === undefined ? undated : { publishedAt }),
  }
}

/** The page of the feed serves for an entry without an address of the web. Its fragment keeps such entries apart. '' if there is none. */
function addressOf(key: string, { address, enclosure }: Entry, feed: Feed, context: Context): string {
  const own = [address, enclosure].find(isUsable)
  if (own !== undefined) return own
  const page = [feed.address, context.address].find(isUsable)
  // Fragments without a digit are places on a page, not posts.
  return page === undefined ? '' : `${page.replace(/#.*$/, '')}#entry-0${digest(key)}`
}

const madeAddress = /#entry-0[\w-]{12}$/

const isUsable = (address: string | undefined): address is string =>
  address !== undefined &&
  address.length <= maxAddress &&
  /^https?:$/.test(URL.parse(address)?.protocol ?? '')

/**
 * A person with a page of their own is the author, as on Reddit or Mastodon. Otherwise the site is, as of a blog or a newspaper, and the
 * person is the one who wrote it.
 */
function authorOf({ author, origin }: Entry, feed: Feed, { address, site }: Context): Author {
  if (author?.address !== undefined) {
    const name = site.kind === 'reddit' ? author.name.replace(/^\/?u\//, '') : author.name
    return {
      name,
      id: author.address,
      url: author.address,
      ...(author.picture && { avatar: author.picture }),
    }
  }
  const publisher = origin ?? { name: feed.title ?? '', address: feed.address, picture: feed.picture }
  const page = publisher.address ?? (origin === undefined ? address : undefined)
  const name = publisher.name || author?.name || hostOf(page ?? address)
  return {
    name,
    ...defined({ url: page, avatar: publisher.picture }),
    ...(author !== undefined && author.name !== name && { writtenBy: author.name }),
  }
}

const hostOf = (address: string) => URL.parse(address)?.hostname ?? ''

/** Reddit ends each text with links of its own. */
function textOf({ text }: Entry, { kind }: Site): Text {
  if (kind !== 'reddit' || 'plain' in text) return text
  const end = text.html.lastIndexOf('submitted by')
  return end === -1 || !/\[link\]/.test(text.html.slice(end)) ? text : { html: text.html.slice(0, end) }
}
