import { Parser } from 'htmlparser2'
import { mediaType } from './markup.ts'

/** The addresses are in the head, so the rest of a large page need not be read. */
const maxLength = 500_000
const maxDepth = 200
const maxFound = 10
/** Of robots.txt. */
const maxLine = 500

const feedTypes = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
  'application/json',
  'text/xml',
  'application/xml',
])

/** Paths at which pages without a link to their feed often have one. */
const usualPaths = ['feed', 'feed.xml', 'rss.xml', 'atom.xml', 'index.xml']

/** A feed that a page names. */
export type NamedFeed = { address: string; isOfComments: boolean }

/** The feeds that a page names, the likeliest first. Comments come last, because a page with them has posts. */
export function feedsOfPage(html: string, address: string): NamedFeed[] {
  let base = address
  let depth = 0
  const found: NamedFeed[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > maxDepth || found.length >= maxFound) throw new EndOfHead()
      if (name === 'base') base = URL.parse(attributes.href ?? '', address)?.href ?? base
      const named = feedNamedBy(name, attributes)
      const url = named === undefined ? null : URL.parse(named, base)
      if (url === null || !/^https?:$/.test(url.protocol)) return
      const isOfComments = namesComments(`${attributes.title ?? ''} ${url.pathname}${url.search}`)
      found.push({ address: url.href, isOfComments })
    },
    onclosetag() {
      depth -= 1
    },
  })
  try {
    parser.end(html.slice(0, maxLength))
  } catch (error) {
    if (!(error instanceof EndOfHead)) throw error
  }
  const ordered = found.toSorted((a, b) => Number(a.isOfComments) - Number(b.isOfComments))
  return ordered.filter(
    (one, place) => ordered.findIndex(({ address: same }) => same === one.address) === place,
  )
}

/** Titles of WordPress are in the language of the site. */
const comments =
  /(?<![a-z])comments?(?![a-z])|kommentar|commentaire|commenti|coment[a\u00e1]rio|reacties|\u30b3\u30e1\u30f3\u30c8/i
export const namesComments = (text: string): boolean => comments.test(text)

/** The address in an element of the page, if it is that of a feed. */
function feedNamedBy(element: string, attributes: Record<string, string>): string | undefined {
  const { rel = '', type = '', href = '', itemprop = '', content = '' } = attributes
  const relations = rel.toLowerCase().split(/\s+/)
  if (element === 'meta' && ['identifier', 'channelId'].includes(itemprop))
    return feedOfChannel(`/channel/${content}`)
  if (element !== 'link') return undefined
  if (relations.includes('canonical')) return feedOfChannel(href)
  return relations.includes('alternate') && href.trim() !== '' && isFeed(type, href) ? href.trim() : undefined
}

/** The page is nested too deeply to be in its head. */
class EndOfHead extends Error {}

/** The interface of WordPress has the type of a JSON Feed, but is none. */
const isFeed = (type: string, href: string) =>
  feedTypes.has(mediaType(type)) && !/\/wp-json\/|\/oembed\b/.test(href)

/** A channel of YouTube says its id in several places. */
function feedOfChannel(address: string): string | undefined {
  const id = /\/channel\/(UC[\w-]{22})(?:$|[/?#])/.exec(address)?.[1]
  return id && `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`
}

/** Addresses to try if a page names none: beside the page, then at the root of its site. */
export function guessedFeeds(page: string): string[] {
  const beside = page.replace(/[?#].*$/, '').replace(/\/?$/, '/')
  return [...new Set([`${beside}feed`, ...usualPaths.map((path) => new URL(`/${path}`, page).href)])]
}

/** Whether robots.txt lets everybody fetch an address. Only for addresses that nobody named. */
export function allowsRobots(robots: string, address: string): boolean {
  const { pathname, search } = new URL(address)
  let applies = false
  let isAgentLine = false
  let best = { length: -1, allowed: true }
  for (const line of robots.slice(0, maxLength).split(/\r\n?|\n/)) {
    const [, name = '', rest = ''] = /^([a-z-]+)\s*:([^#]*)/i.exec(line.slice(0, maxLine).trim()) ?? []
    const field = name.toLowerCase()
    const value = rest.trim()
    if (field === 'user-agent') {
      applies = (isAgentLine && applies) || value === '*'
      isAgentLine = true
    } else if (field !== '') isAgentLine = false
    const isRule = (field === 'allow' || field === 'disallow') && value !== ''
    if (!applies || !isRule || value.length < best.length || !pathMatches(value, pathname + search)) continue
    const allowed = field === 'allow'
    best = { length: value.length, allowed: allowed || (value.length === best.length && best.allowed) }
  }
  return best.allowed
}

/** `*` stands for anything, `$` at the end for the end. */
function pathMatches(rule: string, path: string): boolean {
  const pieces = rule.replace(/\$$/, '').split('*')
  const [first = '', ...rest] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return !rule.endsWith('$') || at === path.length || (rest.length > 0 && path.endsWith(rest.at(-1) ?? ''))
}
