import { isHostOfMany } from '@overheard/base/address'
import { decoded } from '@overheard/base/decoded'
import { Parser } from 'htmlparser2'
import { z } from 'zod'
import { withoutPassword } from '../fetch/password.ts'
import { tidy } from '../fields/plain-text.ts'
import { feedsOfPage } from '../sources/feeds/find-feeds.ts'

/** An account that a site links to as its own. `network` is the host without `www.`, or `mastodon`. */
type Account = { network: string; handle: string; url: string }

/** What the front page of a site says about whose it is. Texts are plain, and as long as a person reads them. */
export type SiteFacts = {
  host: string
  /** What the site is called; undefined if it does not say so. */
  name?: string
  description: string
  language?: string
  feeds: string[]
  accounts: Account[]
  /** `OWNER` or `OWNER/NAME` on GitHub. */
  repositories: string[]
  apps: { store: 'apple' | 'google'; id: string; country?: string }[]
  /** What it sells or offers, by name, in the order of the page. */
  products: string[]
}

/** The rest of a larger page is not read. */
const maxLength = 2_000_000
const maxText = 300
const maxName = 60
const maxLinks = 2000
const maxFound = 10
/** A name has at most so many words; a sentence has more. */
const maxNameWords = 4

/** Never throws: a page that is no HTML says nothing. */
export function factsOfPage(html: string, address: string): SiteFacts {
  const page = read(html.slice(0, maxLength))
  const { hostname } = new URL(address)
  const bare = hostname.replace(/^www\./, '')
  const things = page.data.flatMap(thingsIn)
  const linked = [...things.flatMap(({ sameAs }) => sameAs), ...page.links]
    .flatMap((link) => URL.parse(link, address) ?? [])
    .filter(({ protocol }) => /^https?:$/.test(protocol))
  const name = nameOf(page, things, bare)
  const products = productsOf(page, things, address).filter((one) => !isSame(one, name ?? ''))
  const language = /^[a-z]{2}\b/i.exec(page.language)?.[0].toLowerCase()
  return {
    host: bare,
    ...(name !== undefined && { name }),
    description: textOf(page.meta.get('description') ?? page.meta.get('og:description') ?? ''),
    ...(language !== undefined && { language }),
    feeds: feedsOfPage(html, withoutPassword(address)).map(({ address: feed }) => feed),
    accounts: distinct(linked.flatMap(accountAt), ({ url }) => url.toLowerCase()),
    repositories: distinct(linked.flatMap(repositoryAt), (one) => one.toLowerCase()),
    apps: distinct([...smartBannerOf(page), ...linked.flatMap(appAt)], ({ store, id }) => `${store} ${id}`),
    products: distinct(products, (one) => one.toLowerCase()),
  }
}

const distinct = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed().slice(0, maxFound)

type Page = {
  title: string
  language: string
  meta: Map<string, string>
  links: string[]
  /** Links with their words. */
  named: { href: string; text: string }[]
  data: unknown[]
}

function read(html: string): Page {
  const page: Page = { title: '', language: '', meta: new Map(), links: [], named: [], data: [] }
  let text: string[] | undefined
  let kind = ''
  let pictures = 0
  let href = ''
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html') page.language = attributes.lang ?? ''
      if (name === 'meta') addMeta(page.meta, attributes)
      if (isLink(name, attributes) && page.links.length < maxLinks) page.links.push(attributes.href ?? '')
      if (name === 'svg') pictures += 1
      if (kind !== '' || !isRead(name, attributes)) return
      text = []
      kind = name
      href = attributes.href ?? ''
    },
    // Pictures within a link have titles of their own.
    ontext: (words) => pictures === 0 && text?.push(words),
    onclosetag(name) {
      if (name === 'svg') pictures -= 1
      if (name !== kind || text === undefined) return
      const words = text.join('')
      if (name === 'title' && page.title === '') page.title = words
      if (name === 'a' && page.named.length < maxLinks) page.named.push({ href, text: words })
      if (name === 'script') page.data.push(json(words))
      text = undefined
      kind = ''
    },
  })
  parser.end(html)
  return page
}

type Attributes = Record<string, string>

/** The first element of a name counts. */
function addMeta(meta: Page['meta'], { property, name, itemprop, content = '' }: Attributes): void {
  const key = (property ?? name ?? itemprop ?? '').toLowerCase()
  if (key !== '' && !meta.has(key)) meta.set(key, content)
}

const isLink = (name: string, { href, rel = '' }: Attributes) =>
  Boolean(href) && (name === 'a' || (name === 'link' && /\bme\b/.test(rel)))

/** Whether its text is read. */
const isRead = (name: string, { type = '' }: Attributes) =>
  name === 'title' || name === 'a' || (name === 'script' && /ld\+json/i.test(type))

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What schema.org calls the site, its owner and what it offers. */
type Thing = { types: string[]; name: string; sameAs: string[] }

const words = z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([])
const thingSchema = z.object({ '@type': words, name: z.string().catch(''), sameAs: words })
const maxThings = 100

function thingsIn(data: unknown): Thing[] {
  const found: Thing[] = []
  const open = [data]
  while (open.length > 0 && found.length < maxThings) {
    const one = open.shift()
    if (Array.isArray(one)) open.push(...one.slice(0, maxThings))
    const thing = Array.isArray(one) ? undefined : thingSchema.safeParse(one).data
    if (thing === undefined) continue
    found.push({ types: thing['@type'], name: textOf(thing.name), sameAs: thing.sameAs })
    const {
      '@graph': graph,
      publisher,
      mainEntity,
      offers,
      itemListElement,
      item,
    } = z.looseObject({}).parse(one)
    open.push(
      ...[graph, publisher, mainEntity, offers, itemListElement, item].filter(
        (part) => typeof part === 'object',
      ),
    )
  }
  return found
}

const ownerTypes = /organization|corporation|business|store|brand|person|newsmediaorganization/i
const siteTypes = /^website$/i
const productTypes =
  /^(product|productgroup|softwareapplication|mobileapplication|webapplication|videogame|book)$/i

/** The part of a host that names its site: `acme` of shop.acme.com, acme.co.uk and acme.github.io. */
export function labelOf(host: string): string {
  const labels = host.split('.')
  const shared = labels.findIndex((_, place) => isHostOfMany(labels.slice(place).join('.')))
  return labels.at(shared > 0 ? shared - 1 : -2) ?? host
}

/** The shortest of the names that the site has for itself, of those that say it most clearly. */
function nameOf({ title, meta }: Page, things: Thing[], host: string): string | undefined {
  const ofType = (types: RegExp) =>
    things.flatMap((one) => (one.types.some((type) => types.test(type)) ? one.name : []))
  const said = [
    ...ofType(ownerTypes),
    meta.get('og:site_name') ?? '',
    meta.get('application-name') ?? '',
    meta.get('apple-mobile-web-app-title') ?? '',
    ...ofType(siteTypes),
  ]
    .map((one) => textOf(one).replace(/[®™©]/g, '').trim())
    .filter(isName)
  const parts = textOf(title)
    .split(/\s+[|·—–•»:-]\s+|:\s+/)
    .map((part) => part.trim())
    .filter(isName)
  const label = labelOf(host)
  const inDomain = parts.find((part) => squeezed(label).includes(squeezed(part)))
  // A slogan has more words than a name.
  const short = parts.find((part) => parts.length > 1 && /^\p{Lu}\S*( \p{Lu}\S*)?$/u.test(part))
  return said.find((one) => squeezed(host).includes(squeezed(one))) ?? said[0] ?? inDomain ?? short
}

const isName = (text: string) =>
  squeezed(text).length >= 2 &&
  text.length <= maxName &&
  text.split(/\s+/).length <= maxNameWords &&
  !/^https?:|^(home|start|index|startseite|accueil|inicio)$/i.test(text)

const squeezed = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const isSame = (one: string, other: string) => squeezed(one) === squeezed(other)

const productPath =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:products?|produkte?|produits?|productos?|apps?|platform|solutions?)\/[\w-]+\/?$/i
/** What stands on links to products, and names none. */
const noProduct =
  /^(learn|read|see|view|try|get|buy|shop|all|more|our|explore|discover|overview|features?|pricing|download|integrations?|compare|mehr|alle|voir|ver)\b/i

function productsOf({ named }: Page, things: Thing[], address: string): string[] {
  const said = things.flatMap(({ types, name }) =>
    types.some((type) => productTypes.test(type)) ? name : [],
  )
  const linked = named.flatMap(({ href, text }) => {
    const url = URL.parse(href, address)
    const words = textOf(text)
    const isOwn = url !== null && url.host === new URL(address).host
    return isOwn && productPath.test(url.pathname) && /^\p{Lu}|\p{Lo}/u.test(words) && !noProduct.test(words)
      ? words
      : []
  })
  return [...said, ...linked].filter(isName)
}

const textOf = (text: string) => tidy(text).slice(0, maxText).toWellFormed()

/** Paths of networks that are no accounts. */
const noHandle = new Set(
  'share sharer intent home search login signup about privacy tos terms hashtag i watch playlist embed p reel explore dialog plugins pages groups events in jobs help legal policies'.split(
    ' ',
  ),
)
/** The networks that we know, each with where in its paths the handle stands. */
const networks: Record<string, RegExp> = {
  'x.com': /^\/@?(\w{1,30})\/?$/,
  'twitter.com': /^\/@?(\w{1,30})\/?$/,
  'bsky.app': /^\/profile\/([\w.:-]+)\/?$/,
  'linkedin.com': /^\/(?:company|school|showcase)\/([\w%-]+)(?:\/|$)/,
  'youtube.com': /^\/(?:@|c\/|user\/|channel\/)([\w.-]+)(?:\/|$)/,
  'instagram.com': /^\/([\w.]+)\/?$/,
  'facebook.com': /^\/([\w.-]+)\/?$/,
  'tiktok.com': /^\/@([\w.]+)\/?$/,
  'threads.net': /^\/@([\w.]+)\/?$/,
  'threads.com': /^\/@([\w.]+)\/?$/,
  'reddit.com': /^\/(?:r|user)\/(\w+)\/?$/,
}

function accountAt({ hostname, pathname, href }: URL): Account[] {
  const host = hostname.replace(/^(?:www|m|mobile|[a-z]{2})\./, '')
  const known = networks[host]
  const handle = known?.exec(pathname)?.[1]
  if (known !== undefined)
    return handle === undefined || noHandle.has(handle.toLowerCase())
      ? []
      : [{ network: host === 'twitter.com' ? 'x.com' : host, handle: decoded(handle), url: href }]
  const ofMastodon = /^\/@(\w+)\/?$/.exec(pathname)?.[1]
  const isElsewhere = /(?:medium|producthunt|pinterest|flipboard|substack)\.com$/.test(host)
  return ofMastodon === undefined || isElsewhere
    ? []
    : [{ network: 'mastodon', handle: `${ofMastodon}@${hostname}`, url: href }]
}

/** First words of GitHub's paths that are no owners. */
const noOwner = new Set(
  'features pricing about login join sponsors topics marketplace orgs settings search apps site contact'.split(
    ' ',
  ),
)

function repositoryAt({ hostname, pathname }: URL): string[] {
  if (!/^(?:www\.)?github\.com$/.test(hostname)) return []
  const [, owner, name] = /^\/(?:orgs\/)?([\w-]{1,39})(?:\/([\w.-]{1,100}))?/.exec(pathname) ?? []
  if (owner === undefined || noOwner.has(owner.toLowerCase())) return []
  return [
    name === undefined || pathname.startsWith('/orgs/') ? owner : `${owner}/${name.replace(/\.git$/, '')}`,
  ]
}

function appAt({ hostname, pathname, searchParams }: URL): SiteFacts['apps'] {
  if (/^(?:apps|itunes)\.apple\.com$/.test(hostname)) {
    const [, country, id] = /^\/(?:([a-z]{2})\/)?app\/(?:.*\/)?id(\d{5,12})/.exec(pathname) ?? []
    return id === undefined ? [] : [{ store: 'apple', id, ...(country !== undefined && { country }) }]
  }
  const id = hostname === 'play.google.com' ? searchParams.get('id') : null
  return id !== null && /^[\w.]{3,100}$/.test(id) ? [{ store: 'google', id }] : []
}

function smartBannerOf({ meta }: Page): SiteFacts['apps'] {
  const id = /app-id=(\d{5,12})/.exec(meta.get('apple-itunes-app') ?? '')?.[1]
  return id === undefined ? [] : [{ store: 'apple', id }]
}
