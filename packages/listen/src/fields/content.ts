import { canonicalAddress, unwrapped } from '@overheard/base/address'
import { defined } from '@overheard/base/defined'
import type { PostType } from '../query/query.ts'
import type { Item, Metrics } from '../source.ts'
import { ownAddress } from './own-address.ts'
import { withoutMail } from './person-name.ts'
import { plainText, tidy, webAddress } from './plain-text.ts'
import { titleOf } from './snippet.ts'

/** An item as it is stored and searched: checked, without markup, and with every text within its limit. */
export type Content = {
  title: string
  /** The title belongs to something else, or is the beginning of the text, so it is only shown. */
  isBorrowed?: true
  text: string
  url: string
  links: string[]
  kind: string
  /** Undefined if the kind tells it. */
  type?: PostType
  author: {
    name: string
    url: string
    avatar: string
    audience: number
    description?: string
    writtenBy?: string
  }
  language?: string
  metrics?: Metrics
  location?: { latitude?: number; longitude?: number; country?: string }
  given?: Item['given']
  /** It makes no mention, because it may be old. */
  isOld?: true
  /** A digest of what is no longer kept. Undefined if everything is. */
  dropped?: string
}

/** An item that is ready to be stored. `address` is the same for all addresses of one page. */
export type Prepared = {
  id: string
  address: string
  author: string | undefined
  publishedAt: number | undefined
  content: Content
  /** See `Item`. */
  sameAs: string | undefined
  isIdentified: boolean
}

const maxId = 1000
const maxUrl = 2000
/** All links of an item together, in UTF-16 units. */
const maxLinksText = 40_000
export const maxTitle = 300
const maxName = 200
const maxDescription = 500
/** An author's clock may be wrong by this much, in ms. */
const maxAhead = 24 * 60 * 60 * 1000

/** Sources whose country is always unknown (interface 4.2, `country`). */
const sourcesWithoutCountry = new Set(['instagram', 'reddit'])

/** Undefined if the item has no id or no address for people. `kind` is what the source publishes. */
export function prepare(item: Item, kind: string, now: number): Prepared | undefined {
  const url = webAddress(unwrapped(item.url.trim()))
  if (url === undefined || url.length > maxUrl) return undefined
  const address = canonicalAddress(url)
  if (address === undefined) return undefined
  if (item.id === '' || item.id.length > maxId) return undefined
  const { text, links } = plainText(item.text, url)
  const { publishedAt } = item
  const isUsable =
    publishedAt !== undefined &&
    Number.isFinite(publishedAt) &&
    publishedAt >= 0 &&
    publishedAt <= now + maxAhead
  return {
    id: item.id.toWellFormed(),
    address: item.sharesAddress === true ? ownAddress(address, item.id.toWellFormed()) : address,
    author: item.author.id,
    sameAs: item.sameAs,
    isIdentified: item.isIdentified === true,
    publishedAt: isUsable ? Math.round(publishedAt) : undefined,
    content: {
      ...titled(item, text),
      text,
      url,
      links: stored([...links, ...(item.links ?? []).flatMap((link) => webAddress(link, url) ?? [])]),
      kind: item.kind ?? kind,
      author: authorOf(item, url),
      ...defined({ language: item.language }),
      ...(item.metrics && { metrics: item.metrics }),
      ...locationOf(item, kind),
      ...defined({ type: item.type }),
      ...(item.given && { given: item.given }),
      ...(item.isOld && { isOld: true }),
    },
  }
}

/** What an item is. A post that is rated is a review. */
export function typeOf({ type, kind, given }: Pick<Content, 'type' | 'kind' | 'given'>): PostType {
  if (given?.stars !== undefined) return 'review'
  return type ?? (kind === 'news-blogs' ? 'article' : 'post')
}

/** The distinct links that fit. Short ones behind a long address would otherwise need many times the room of their text. */
function stored(links: string[]): string[] {
  let left = maxLinksText
  return [...new Set(links)].filter((link) => {
    if (link.length > maxUrl || link.length > left) return false
    left -= link.length
    return true
  })
}

function titled({ title = '', threadTitle = '' }: Item, text: string): Pick<Content, 'title' | 'isBorrowed'> {
  const [own, borrowed] = [title, threadTitle].map((one) => tidy(one).slice(0, maxTitle).toWellFormed())
  return own ? { title: own } : { title: borrowed || titleOf(text), isBorrowed: true }
}

function authorOf({ author }: Item, url: string): Content['author'] {
  const { name, avatar, audience, description, writtenBy } = author
  return {
    name: nameIn(name) || new URL(url).hostname,
    url: linked(author.url, url),
    avatar: linked(avatar, url),
    audience: count(audience) ?? 0,
    ...(description && { description: tidy(description).slice(0, maxDescription).toWellFormed() }),
    ...(writtenBy && { writtenBy: nameIn(writtenBy) }),
  }
}

const nameIn = (given: string) => withoutMail(tidy(given)).slice(0, maxName).toWellFormed()

/** An address that may lack its scheme, as that of an author often does; '' if there is none, or one of mail. */
function linked(address: string | undefined, base: string): string {
  const given = address?.trim() ?? ''
  if (given === '') return ''
  const hasScheme = /^([a-z][a-z0-9+.-]*:|\/)/i.test(given)
  const url = webAddress(hasScheme ? given : `https://${given}`, base)
  return url === undefined || new URL(url).username !== '' ? '' : url.slice(0, maxUrl)
}

/** A whole number that is not negative; undefined for anything else. */
export function count(value: number | undefined): number | undefined {
  if (value === undefined || !Number.isFinite(value) || value < 0) return undefined
  return Math.min(Math.round(value), Number.MAX_SAFE_INTEGER)
}

function locationOf({ location, kind }: Item, publishes: string): Pick<Content, 'location'> {
  if (location === undefined || sourcesWithoutCountry.has(kind ?? publishes)) return {}
  const { latitude, longitude, country } = location
  const hasPlace = isWithin(latitude, 90) && isWithin(longitude, 180)
  const code = country?.toUpperCase()
  const known = {
    ...(hasPlace && { latitude, longitude }),
    ...(code !== undefined && /^[A-Z]{2}$/.test(code) && { country: code }),
  }
  return Object.keys(known).length === 0 ? {} : { location: known }
}

const isWithin = (degrees: number | undefined, most: number): degrees is number =>
  degrees !== undefined && Math.abs(degrees) <= most
