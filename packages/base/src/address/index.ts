import { decoded } from '../decoded.ts'
import {
  isHostOfMany,
  lightForms,
  type ParameterRule,
  places,
  posts,
  prefixes,
  type Redirector,
  redirectors,
  sameHosts,
  samePages,
  tracking,
} from './rules.ts'

export { isHostOfMany }

/** Longer addresses are compared as they are. In UTF-16 units. */
const maxLength = 3000
/** Redirectors within each other, and rounds of a comparison form. More are nobody's address. */
const maxRounds = 8

/**
 * A form that is the same for all addresses of one page, and not the same for two pages. It has no scheme, and serves only for comparison: it is
 * no link and is never shown. The bot and the mention service both use it. The form of the form is the form itself. Undefined if the text is no
 * address of the web, or longer than 3000 characters.
 */
export function canonicalAddress(address: string): string | undefined {
  let form: string | undefined = address
  for (let round = 0; round < maxRounds && form !== undefined; round++) {
    const next = formOf(form)
    if (next === form || next === undefined || isFinal(next)) return next
    form = next
  }
  return form
}

/** True for most forms, which saves their second round: they have nothing that a rule looks for. */
const isFinal = (form: string): boolean =>
  /^[\w.-]+\.\w+(?:\/[\w~][\w~.-]*)*(?:\?[\w~=&-]+)?(?:#[\w-]+)?$/.test(form) &&
  !anyLightForm.test(form) &&
  !anyRedirector.test(/^[\w.-]*/.exec(form)?.[0] ?? '')

/** The address to which a redirector of a search engine or a network leads; otherwise the same. */
export function unwrapped(address: string): string {
  const url = webUrl(address)
  const target = url && lastTarget(url)
  return target === undefined || target === url ? address : target.href
}

function lastTarget(url: URL): URL {
  let found = url
  for (let round = 0; round < maxRounds; round++) {
    const target = targetOf(found)
    if (target === undefined) return found
    found = target
  }
  return found
}

function formOf(address: string): string | undefined {
  const given = webUrl(address)
  if (given === undefined) return undefined
  const url = lastTarget(given)
  const host = hostOf(url)
  const isTracking = trackingOn(host)
  const fragment = fragmentOf(url, isTracking)
  const query = queryOf(url.search, isTracking)
  const path = pathOf(url, query, fragment)
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`
  // The form of a name without a dot, such as that of a server at home, needs something that other words do not have.
  const root = path === '' && !/[.[]/.test(host) ? '/' : path
  const page = withOneName(`${host}${port}${root}${query}${fragment}`)
  return page.length > maxLength ? undefined : page
}

/** Reads an address that may lack its scheme. */
function webUrl(given: string): URL | undefined {
  if (given.length > maxLength) return undefined
  if (/^https?:\/\/[\w.-]/.test(given)) return URL.parse(given) ?? undefined
  const trimmed = given.trim().replace(/^[<(["'“‘«]+(?=https?:)/i, '')
  const [, scheme, rest = ''] = /^(https?:)?(?:\/\/)?(.*)$/is.exec(trimmed) ?? []
  const isBare = scheme === undefined && !trimmed.startsWith('//')
  if (
    isBare &&
    !/^(?:(?=[^\s/?#:@]*\.)[^\s/?#:@]+|[^\s/?#:@]+(?=(?::\d+)?\/)|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/i.test(
      rest,
    )
  )
    return undefined
  const url = URL.parse(`${scheme ?? 'https:'}//${rest}`)
  return url === null || url.hostname === '' ? undefined : url
}

function hostOf({ hostname }: URL): string {
  let host = hostname.replace(/\.$/, '')
  for (let bare = host.replace(prefixes, ''); bare !== host; bare = host.replace(prefixes, '')) {
    if (isHostOfMany(bare) && !host.startsWith('www')) break
    host = bare
  }
  if (anyOfSameHosts.test(host)) for (const [hosts, one] of sameHosts) host = host.replace(hosts, one)
  return host
}

const anyOfSameHosts = anyOf(sameHosts.map(([hosts]) => hosts))

const indexPage = /\/(?:(?:index|default)\.(?:html?|php\d?|shtml|jsp|cfm|aspx?))$/i
/** No end that is cut off is longer. */
const longestEnd = 16
const anyLightForm = /[./~_-]amp(?:[./_]|$)/i
const ofArticle = /\d|[^/?]{3}[-_.~][^/?]{3}/

function pathOf({ pathname }: URL, query: string, fragment: string): string {
  const known = pathname.replaceAll(/;(?:jsessionid|phpsessid)=[^/;]*/gi, '')
  let path = normalized(known, /[\w.~!'()*,:@+&=$[\]{}-]/)
    .replaceAll(/\/{2,}/g, '/')
    // Some programs take the query for a part of the path.
    .replace(/\/?(?:%3Famp|(?:%3F|&)utm_[a-z]+=.*)$/i, '')
  const isLast = query === '' && fragment === ''
  for (let before = ''; before !== path; ) {
    before = path
    const end = path.slice(-longestEnd).replace(/\/$/, '').replace(indexPage, '')
    path = path.slice(0, -longestEnd) + end
    if (anyLightForm.test(path)) path = withoutLightForm(path, query)
    if (isLast) path = withoutPunctuation(path)
  }
  return wiki.test(path) ? path.replaceAll('%20', '_') : path
}

function withoutLightForm(path: string, query: string): string {
  for (const light of lightForms) {
    const page = path.replace(light.path, light.without)
    if (page !== path && !(light.onlyArticles && !ofArticle.test(page + query))) return page
  }
  return path
}

type IsTracking = (name: string, value: string) => boolean

function queryOf(search: string, isTracking: IsTracking): string {
  if (search === '') return ''
  const kept = pairsOf(search.replace(/^\?+/, ''), isTracking)
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** Sorted by name. The order of those with one name stays, because it can mean something. */
function pairsOf(query: string, isTracking: IsTracking): string[] {
  const pairs = query.split('&').map((pair) => {
    // A page that was copied from its source has the signs of HTML.
    const [, name = '', value = ''] =
      /^(?:amp;)*([^=]*)=?(.*)$/s.exec(
        withoutPunctuation(normalized(pair.replaceAll('+', '%20'), /[\w.~-]/)),
      ) ?? []
    return { name: encoded(name), value: encoded(value) }
  })
  return pairs
    .filter(({ name, value }) => (name !== '' || value !== '') && !isTracking(decoded(name), decoded(value)))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, value }) => (value === '' ? name : `${name}=${value}`))
}

/** A post of the page, such as `#comment-12`, and the page of an application, such as `#/shop`. Other fragments are places or tracking. */
function fragmentOf({ hash }: URL, isTracking: IsTracking): string {
  if (hash === '') return ''
  const [given = ''] = hash.slice(1).split(':~:', 1)
  const fragment = withoutPunctuation(normalized(given, /[\w.~-]/))
  const [route = '', ...query] = fragment.split('?')
  if (/^!?\/|^!/.test(route)) {
    const page = route.replace(/\/$/, '')
    return page === '' || page === '!' ? '' : `#${page}${queryOf(query.join('?'), isTracking)}`
  }
  if (fragment.includes('=')) {
    const kept = pairsOf(fragment, isTracking)
    return kept.some((pair) => pair.includes('=')) ? `#${kept.join('&')}` : ''
  }
  return posts.test(fragment) && !places.test(fragment) ? `#${fragment}` : ''
}

const anyOfSamePages = anyOf(samePages.map(([address]) => address))
const withOneName = (page: string): string => {
  if (anyOfSamePages.test(page))
    for (const [address, name] of samePages) if (address.test(page)) return page.replace(address, name)
  return page
}

/** Most rules need only the name, so they are one pattern. */
const alwaysTracking = anyOf(tracking.flatMap(({ names, hosts, values }) => ((hosts ?? values) ? [] : names)))
const trackingSometimes = tracking.filter(({ hosts, values }) => hosts ?? values)
const maybeTracking = anyOf(tracking.map(({ names }) => names))

const trackingOn =
  (host: string): IsTracking =>
  (name, value) =>
    maybeTracking.test(name) &&
    (alwaysTracking.test(name) || trackingSometimes.some((rule) => isMeant(rule, host, name, value)))

const isMeant = ({ names, values, hosts }: ParameterRule, host: string, name: string, value: string) =>
  names.test(name) && (values?.test(value) ?? true) && (hosts?.test(host) ?? true)

/** Titles of a wiki can end with more signs. */
const wiki = /\/wiki\/|^title=/i
const signsOfText =
  '&(?:gt|lt|quot|apos|nbsp|#39);|%(?:0[AD]|20|22|3E|60|E2%80%(?:8[B-F]|9[CDE])|C2%(?:A0|AB|BB)|E3%80%(?:8[12BDF]|91)|EF%B(?:B%BF|C%(?:8[19C]|9[ABF])))'
const punctuation = new RegExp(`(?:[.,;:!'"*|&]|%E2%80%9[349]|${signsOfText})$`, 'i')
const punctuationOfWiki = new RegExp(`(?:[,;:"]|(?<=\\))\\.|${signsOfText})$`, 'i')
/** No sign is written longer. */
const longestSign = 9

/** Without the signs of a sentence around the address, and a bracket that it does not open. */
function withoutPunctuation(part: string): string {
  if (/^[^%]{0,2}[\w/=-]$|^$/.test(part.slice(-3))) return part
  const signs = wiki.test(part) ? punctuationOfWiki : punctuation
  const open = new Map(
    [')', ']', '}'].map((close) => [close, countOf(part, close) - countOf(part, opened[close])]),
  )
  let end = part.length
  for (;;) {
    const last = part[end - 1] ?? ''
    const unopened = open.get(last) ?? 0
    const sign = unopened > 0 ? last : signs.exec(part.slice(Math.max(0, end - longestSign), end))?.[0]
    if (sign === undefined) return part.slice(0, end)
    if (unopened > 0) open.set(last, unopened - 1)
    end -= sign.length
  }
}

const opened: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const countOf = (text: string, sign = '') => text.split(sign).length - 1

/** Letters that need no percent sign have none, the others have capital digits and their composed form, so that one spelling is left. */
const normalized = (part: string, bare: RegExp): string =>
  part.includes('%')
    ? part
        .replaceAll(/%[\da-f]{2}/gi, (sequence) => {
          const letter = String.fromCharCode(Number.parseInt(sequence.slice(1), 16))
          return bare.test(letter) ? letter : sequence.toUpperCase()
        })
        .replaceAll(/(?:%[0-7][\dA-F]|\w)?(?:%[89A-F][\dA-F])+/g, composed)
    : part

/** In Unicode's form NFC. Not all letters of a text need be of UTF-8. */
function composed(letters: string): string {
  try {
    const text = decodeURIComponent(letters)
    const one = text.normalize('NFC')
    return one === text ? letters : encodeURIComponent(one)
  } catch {
    return letters
  }
}

/** In a query, these letters mean the same with a percent sign and without. */
const encoded = (part: string): string =>
  part.replaceAll(/[^\w.~%-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i')
}

const anyRedirector = anyOf(redirectors.map(({ hosts }) => hosts))

/** Undefined if the address is none of a redirector, or does not say where it leads. */
function targetOf(url: URL): URL | undefined {
  if (!anyRedirector.test(url.hostname)) return undefined
  for (const redirector of redirectors) {
    const { hosts, path } = redirector
    if (!hosts.test(url.hostname) || path?.test(url.pathname) === false) continue
    for (const raw of targetsIn(redirector, url)) {
      const target = raw === null ? undefined : webUrl(readTarget(raw, redirector.read))
      if (target !== undefined) return target
    }
  }
  return undefined
}

function targetsIn(redirector: Redirector, { pathname, search, hash, searchParams }: URL): (string | null)[] {
  if ('parameters' in redirector) return redirector.parameters.map((name) => searchParams.get(name))
  return [redirector.target.exec(`${pathname}${search}${hash}`)?.slice(1).join('') ?? null]
}

function readTarget(raw: string, read: Redirector['read']): string {
  switch (read) {
    case 'bing':
      return Buffer.from(raw.slice(2), 'base64url').toString()
    case 'disqus':
      return raw.replace(/:[\w-]+$/, '')
    case 'proofpoint':
      return decoded(raw.replaceAll('-', '%').replaceAll('_', '/'))
    case 'google-news':
      return /https?:\/\/[\x21-\x7e]+/.exec(Buffer.from(raw, 'base64url').toString('latin1'))?.[0] ?? ''
    default:
      return (/^https?%3a/i.test(raw) ? decoded(raw) : raw).replace(/^(https?:)\/+/i, '$1//')
  }
}
