import { Parser } from 'htmlparser2'

/**
 * An element of a document. `name` is in lower case. It has a prefix if the element is not of the vocabulary of the root, such as
 * `dc:creator`; the prefix is the usual one of the namespace, whichever one the document declares.
 */
export type Element = {
  name: string
  /** Names are in lower case, with the prefix of the document. */
  attributes: ReadonlyMap<string, string>
  children: (Element | string)[]
  /** `xml:lang` of the element or of the nearest one around it. */
  language: string | undefined
  /** `xml:base`, likewise, with respect to the address of the document. */
  base: string | undefined
}

/** Real feeds stay far below. A document beyond is read up to there. */
const maxElements = 200_000
/** The parser compares each closing tag with all open elements, so depth costs time. */
const maxDepth = 200
/** All replaced entities of a document together, in UTF-16 units. */
const maxEntityText = 100_000
/** Longer addresses cannot be stored. */
export const maxAddress = 2000
/** So many names of elements that are never closed are told. */
const maxFaults = 3
/** Each element that declares a namespace copies those around it. */
const maxSpaces = 60

/** The usual prefixes of namespaces. Namespaces are compared without scheme, case and a mark at the end. */
const prefixes = new Map([
  ['www.w3.org/2005/atom', 'atom'],
  ['purl.org/atom/ns', 'atom'],
  ['purl.org/rss/1.0', 'rss'],
  ['my.netscape.com/rdf/simple/0.9', 'rss'],
  ['channel.netscape.com/rdf/simple/0.9', 'rss'],
  ['my.netscape.com/publish/formats/rss-0.91.dtd', 'rss'],
  ['backend.userland.com/rss', 'rss'],
  ['backend.userland.com/rss2', 'rss'],
  ['blogs.law.harvard.edu/tech/rss', 'rss'],
  ['cyber.law.harvard.edu/rss', 'rss'],
  ['www.w3.org/1999/02/22-rdf-syntax-ns', 'rdf'],
  ['www.w3.org/1999/xhtml', 'xhtml'],
  ['purl.org/dc/elements/1.0', 'dc'],
  ['purl.org/dc/elements/1.1', 'dc'],
  ['purl.org/dc/terms', 'dcterms'],
  ['purl.org/rss/1.0/modules/content', 'content'],
  ['purl.org/rss/1.0/modules/slash', 'slash'],
  ['purl.org/rss/1.0/modules/syndication', 'sy'],
  ['purl.org/syndication/thread/1.0', 'thr'],
  ['search.yahoo.com/mrss', 'media'],
  ['rssnamespace.org/feedburner/ext/1.0', 'feedburner'],
  ['www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['itunes.apple.com/rss', 'im'],
  ['schema.org', 'schema'],
  ['www.georss.org/georss', 'georss'],
  ['www.opengis.net/gml', 'gml'],
  ['www.w3.org/2003/01/geo/wgs84_pos', 'geo'],
  ['www.youtube.com/xml/schemas/2015', 'yt'],
])

/**
 * Reads a document as far as it makes sense: it need not be well-formed. Entities of the document type are replaced, but never nested, and
 * nothing is loaded. The root element is undefined if there is none. `faults` are what is wrong with the document, for people.
 */
export function readXml(document: string, address?: string): { root: Element | undefined; faults: string[] } {
  const builder = createBuilder(address, () => parser.endIndex)
  const faults: string[] = []
  const parser = new Parser(builder.handler, { xmlMode: true })
  try {
    const { text, isOpen } = closed(withoutDoctype(document))
    if (isOpen) faults.push('a part with <![CDATA[ or <!-- is never closed')
    parser.end(text)
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    faults.push('it is too large or too deep, so only its beginning was read')
  }
  if (builder.hasAnother()) faults.push('another feed stands behind the feed')
  for (const name of [...builder.unclosed].slice(0, maxFaults)) faults.push(`<${name}> is never closed`)
  return { root: builder.root(), faults }
}

const hidden = /<!\[CDATA\[|<!--/g
/** The end of an entry in what should be a text of one. */
const endOfEntry = /<\/(?:[\w-]+:)?(?:item|entry)\s*>/i
/** The element that has the part for its text. */
const openedBefore = /<([\w:-]+)[^<>]*>\s*$/
/** More such parts are nobody's mistake. */
const maxClosed = 50

/** The document without marks that hide entries because they are never closed. A CDATA section ends with its element, and a comment does not begin. */
function closed(document: string): { text: string; isOpen: boolean } {
  let [text, from, count] = [document, 0, 0]
  for (let part = hidingPart(text, from); part !== undefined && count < maxClosed; count++) {
    const { index, mark } = part
    const [, name] = openedBefore.exec(text.slice(Math.max(0, index - 200), index)) ?? []
    const end = name === undefined || mark === '<!--' ? -1 : text.indexOf(`</${name}`, index)
    const rest = index + mark.length
    text = end === -1 ? text.slice(0, index) + text.slice(rest) : `${text.slice(0, end)}]]>${text.slice(end)}`
    from = end === -1 ? index : end
    part = hidingPart(text, from)
  }
  return { text, isOpen: count > 0 }
}

/** The first beginning of a CDATA section or comment that has no end of its own, but entries behind it. */
function hidingPart(document: string, from: number): { index: number; mark: string } | undefined {
  hidden.lastIndex = from
  for (let found = hidden.exec(document); found !== null; found = hidden.exec(document)) {
    const { index, 0: mark } = found
    const end = document.indexOf(mark === '<!--' ? '-->' : ']]>', index)
    const next = document.indexOf(mark, index + mark.length)
    const isMissing = end === -1 || (next !== -1 && next < end)
    if (isMissing && endOfEntry.test(document.slice(index, end === -1 ? undefined : end)))
      return { index, mark }
    if (end === -1) return undefined
    hidden.lastIndex = end
  }
  return undefined
}

class TooLarge extends Error {}

const rootOf = (top: Element) => top.children.find((child) => typeof child !== 'string')

/** `place` is that of the parser in the document. */
function createBuilder(address: string | undefined, place: () => number) {
  const top: Element = newElement('', noAttributes, undefined, address)
  const open: { element: Element; spaces: ReadonlyMap<string, string> }[] = [
    { element: top, spaces: new Map() },
  ]
  let elements = 0
  let openedAt = 0
  const unclosed = new Set<string>()
  let vocabulary: Set<string> | undefined
  /** Some caches write a document behind another one: its entries count, too. */
  let hasAnother = false
  const current = () => open[open.length - 1] ?? { element: top, spaces: new Map<string, string>() }

  return {
    unclosed,
    root: () => rootOf(top),
    hasAnother: () => hasAnother,
    handler: {
      onopentag(tag: string, given: Record<string, string>) {
        elements += 1
        openedAt = place()
        if (elements > maxElements || open.length > maxDepth) throw new TooLarge()
        const attributes = lowerCaseNames(given)
        const spaces = declaredSpaces(current().spaces, attributes)
        const { prefix, local } = splitName(tag)
        const space = spaces.get(prefix) ?? prefix
        vocabulary ??= new Set(['', space, local === 'feed' ? 'atom' : 'rss'])
        const name = vocabulary.has(space) ? local : `${space}:${local}`
        const holder = open.findLastIndex(({ element: outer }) => mayHold(outer.name, name))
        for (const { element: outer } of open.slice(holder + 1)) unclosed.add(outer.name)
        const parent = open[holder]?.element ?? top
        const first = rootOf(top)
        if (parent === top && first?.name === name) {
          hasAnother = true
          open.push({ element: first, spaces })
          return
        }
        const language = attributes.get('xml:lang') ?? parent.language
        const element = newElement(name, attributes, language, baseOf(attributes, parent.base))
        parent.children.push(element)
        open.push({ element, spaces })
      },
      onclosetag(tag: string, isImplied: boolean) {
        // The parser implies the end of `<link/>`, too.
        if (isImplied && place() !== openedAt) unclosed.add(tag.toLowerCase())
        if (open.length > 1) open.pop()
      },
      ontext(text: string) {
        if (open.length > 1) current().element.children.push(text)
      },
    },
  }
}

const entries = ['item', 'entry']
const entryHolders = /^$|^(rss|channel|feed|rdf:rdf|rdf|items|rdf:seq|content|content:encoded|body|xhtml:.*)$/
const facts =
  'link atom:link guid id pubdate lastbuilddate published updated language category enclosure ttl'.split(' ')
const texts = 'title description summary'.split(' ')
const otherFields = [...texts, 'content', 'author', 'image']
const otherTexts = /^(itunes|dc|dcterms|sy|slash|thr|geo):/

/**
 * False if an element can be within another one only because that was never closed: an entry in anything but its list or a content, anything
 * in a fact, and a field of a feed in a text.
 */
function mayHold(outer: string, inner: string): boolean {
  if (entries.includes(inner)) return entryHolders.test(outer)
  if (facts.includes(outer)) return false
  if (facts.includes(inner)) return !texts.includes(outer) && !otherTexts.test(outer)
  return !(otherFields.includes(inner) && (outer === 'title' || otherTexts.test(outer)))
}

const noAttributes: Element['attributes'] = new Map()

function lowerCaseNames(given: Record<string, string>): Element['attributes'] {
  const attributes = Object.entries(given)
  if (attributes.length === 0) return noAttributes
  return new Map(attributes.map(([name, value]) => [name.toLowerCase(), value]))
}

const newElement = (
  name: string,
  attributes: Element['attributes'],
  language: string | undefined,
  base: string | undefined,
): Element => ({ name, attributes, children: [], language, base })

function splitName(tag: string): { prefix: string; local: string } {
  const colon = tag.indexOf(':')
  return { prefix: tag.slice(0, Math.max(0, colon)).toLowerCase(), local: tag.slice(colon + 1).toLowerCase() }
}

/** The usual prefix by declared prefix. An unknown default namespace counts as the vocabulary of the feed. */
function declaredSpaces(
  outer: ReadonlyMap<string, string>,
  attributes: Element['attributes'],
): ReadonlyMap<string, string> {
  if (outer.size >= maxSpaces) return outer
  let spaces: Map<string, string> | undefined
  for (const [attribute, namespace] of attributes) {
    if (attribute !== 'xmlns' && !attribute.startsWith('xmlns:')) continue
    spaces ??= new Map(outer)
    if (spaces.size >= maxSpaces) break
    const prefix = attribute.slice('xmlns:'.length)
    const comparable = namespace
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[/#]$/, '')
    spaces.set(prefix, prefixes.get(comparable) ?? prefix)
  }
  return spaces ?? outer
}

function baseOf(attributes: Element['attributes'], outer: string | undefined): string | undefined {
  const base = attributes.get('xml:base')
  return base === undefined ? outer : (resolved(base, outer) ?? outer)
}

/** The document behind its document type, with the entities that it declares replaced. */
function withoutDoctype(document: string): string {
  const doctype = startOfDoctype(document)
  if (doctype === -1) return document
  const end = endOfDoctype(document, doctype)
  return replaceEntities(document.slice(end), declaredEntities(document.slice(doctype, end)))
}

/** Only comments and processing instructions stand before it. */
function startOfDoctype(document: string): number {
  let at = document.indexOf('<')
  while (at !== -1 && /^<[!?]/.test(document.slice(at, at + 2))) {
    if (/^<!doctype/i.test(document.slice(at, at + 9))) return at
    const closing = document.startsWith('<!--', at) ? '-->' : '>'
    const end = document.indexOf(closing, at)
    at = end === -1 ? -1 : document.indexOf('<', end)
  }
  return -1
}

function endOfDoctype(document: string, start: number): number {
  let depth = 0
  const marks = /"|'|<!--|[[\]>]/g
  marks.lastIndex = start + 1
  for (let mark = marks.exec(document); mark !== null; mark = marks.exec(document)) {
    const closing = { '"': '"', "'": "'", '<!--': '-->' }[mark[0]]
    if (closing !== undefined) {
      const end = document.indexOf(closing, marks.lastIndex)
      if (end === -1) break
      marks.lastIndex = end + closing.length
    } else if (mark[0] === '[') depth += 1
    else if (mark[0] === ']') depth -= 1
    else if (depth <= 0) return marks.lastIndex
  }
  // A quote that does not end: go on behind the first mark that can end it.
  const end = document.indexOf('>', start)
  return end === -1 ? document.length : end + 1
}

function declaredEntities(doctype: string): Map<string, string> {
  const entities = new Map<string, string>()
  for (const [, name, double, single] of doctype
    .slice(0, maxEntityText)
    .matchAll(/<!ENTITY\s+([\w.-]{1,50})\s+(?:"([^"]{0,1000})"|'([^']{0,1000})')\s*>/g))
    if (name !== undefined && !entities.has(name)) entities.set(name, double ?? single ?? '')
  for (const predefined of ['amp', 'lt', 'gt', 'quot', 'apos']) entities.delete(predefined)
  return entities
}

function replaceEntities(document: string, entities: Map<string, string>): string {
  if (entities.size === 0) return document
  let spent = 0
  return document.replaceAll(/&([\w.-]{1,50});/g, (reference, name: string) => {
    const value = entities.get(name)
    if (value === undefined || spent + value.length > maxEntityText) return reference
    spent += value.length
    return value
  })
}

/** The children with one of these names, in the order of the document. */
export function childrenOf(element: Element, ...names: string[]): Element[] {
  return element.children.filter(
    (child): child is Element => typeof child !== 'string' && names.includes(child.name),
  )
}

export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element === undefined ? undefined : childrenOf(element, name)[0]
}

/** The text of an element and of those within it. */
export function textOf(element: Element | undefined): string {
  if (element === undefined) return ''
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}

/** The text of the first child with this name that has any. */
export function textIn(element: Element | undefined, name: string): string | undefined {
  for (const child of element === undefined ? [] : childrenOf(element, name)) {
    const text = textOf(child).trim()
    if (text !== '') return text
  }
  return undefined
}

/** The content of an element as HTML: its text is escaped, so that `&lt;` stays a character. Of attributes, only links are kept. */
export function htmlWithin(element: Element): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return escapeHtml(child)
      const tag = /^[a-z0-9]+$/.test(localName(child)) ? localName(child) : 'span'
      const href = child.attributes.get('href')
      const link = href === undefined ? '' : ` href="${escapeHtml(absolute(href, child.base))}"`
      return `<${tag}${link}>${htmlWithin(child)}</${tag}>`
    })
    .join('')
}

export const hasElements = (element: Element): boolean =>
  element.children.some((child) => typeof child !== 'string')

/** The address with respect to a base. As it was written, if that is not needed or not possible. */
export function absolute(given: string, base: string | undefined): string {
  const address = given.trim()
  return URL.canParse(address) ? address : (resolved(address, base) ?? address)
}

/** Undefined if the result is too long to be used: each short link would otherwise copy a base of many letters. */
function resolved(address: string, base: string | undefined): string | undefined {
  const url = URL.parse(address, base)
  return url === null || url.href.length > maxAddress ? undefined : url.href
}

const localName = ({ name }: Element): string => name.slice(name.indexOf(':') + 1)

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
