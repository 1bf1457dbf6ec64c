import { defined } from '@overheard/base/defined'
import { readDate } from '../../../fields/read-date.ts'
import { starsInHtml } from '../../../fields/stars.ts'
import type { Entry, Feed, Person } from '../feed.ts'
import { languageOf } from '../language.ts'
import { filled } from '../markup.ts'
import { hintsOf } from './hints.ts'
import { addressOf, enclosureOf, linkText, relatedOf, webOnly } from './links.ts'
import { locationOf, metricsOf, starsIn } from './numbers.ts'
import { atomPerson, originOf, personOf } from './people.ts'
import { atomBodies, bodyOf, rssBodies, titleIn } from './texts.ts'
import { childOf, childrenOf, type Element, readXml, textIn, textOf } from './tree.ts'

/** Reads RSS 0.9x to 2.0, RSS 1.0 (RDF), Atom 0.3 and 1.0, and their mixtures. Undefined if the document is none of them. */
export function parseXmlFeed(document: string, address?: string): Feed | undefined {
  return feedIn(document, address) ?? feedIn(document.slice(Math.max(0, document.search(beginning))), address)
}

/** Servers write warnings and pages around feeds. */
const beginning = /<(?:[\w-]+:)?(?:rss|rdf)[\s>]|<(?:[\w-]+:)?feed\s[^<>]*xmlns/i

function feedIn(document: string, address: string | undefined): Feed | undefined {
  const { root, faults } = readXml(document, address)
  if (root === undefined) return undefined
  const format = rssRoots.get(root.name)
  const feed =
    root.name === 'feed' || isEntryAlone(root) ? atomFeed(listOf(root)) : format && rssFeed(root, format)
  return feed && { ...feed, faults }
}

/** As a server gives one entry of Atom at its own address. */
const isEntryAlone = ({ name, attributes }: Element) =>
  name === 'entry' && /^https?:\/\/www\.w3\.org\/2005\/Atom$/i.test(attributes.get('xmlns') ?? '')
const listOf = (root: Element): Element => (root.name === 'entry' ? { ...root, children: [root] } : root)

const rssRoots = new Map<string, 'rss' | 'rdf'>([
  ['rss', 'rss'],
  ['channel', 'rss'],
  ['rdf:rdf', 'rdf'],
  ['rdf', 'rdf'],
])

function rssFeed(root: Element, format: 'rss' | 'rdf'): Feed {
  const channel = root.name === 'channel' ? root : (childOf(root, 'channel') ?? root)
  const page = addressOf(channel)
  if (page !== undefined && URL.canParse(page)) rebase(root, root.base, page)
  const language =
    languageOf(textIn(channel, 'language') ?? textIn(channel, 'dc:language')) ?? languageOf(channel.language)
  const image = childOf(channel, 'image') ?? childOf(root, 'image')
  return {
    format,
    title: titleIn(channel),
    address: page,
    picture: linkText(image, 'url') ?? pictureOf(channel),
    updatedAt: dateOf(channel, ['lastbuilddate', 'pubdate', 'dc:date', 'atom:updated']),
    hints: hintsOf(channel),
    entries: entriesIn(root, ['item', 'entry']).map((item) => rssEntry(item, language)),
  }
}

/** Relative links of RSS are those of the site, which may be elsewhere than its feed, unless an `xml:base` says otherwise. */
function rebase(element: Element, from: string | undefined, to: string): void {
  if (element.base !== from) return
  element.base = to
  for (const child of element.children) if (typeof child !== 'string') rebase(child, from, to)
}

function atomFeed(root: Element): Feed {
  const author = atomPerson(childOf(root, 'author'))
  return {
    format: 'atom',
    title: titleIn(root),
    address: addressOf(root),
    picture: linkText(root, 'icon') ?? linkText(root, 'logo') ?? pictureOf(root),
    updatedAt: dateOf(root, ['updated', 'modified', 'dc:date']),
    hints: hintsOf(root),
    entries: entriesIn(root, ['entry', 'item']).map((entry) => atomEntry(entry, author)),
  }
}

/** In the list of the feed, not those within a content. */
function entriesIn(element: Element, names: readonly string[]): Element[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return []
    if (names.includes(child.name)) return [child]
    return ['channel', 'items', 'rdf:seq'].includes(child.name) ? entriesIn(child, names) : []
  })
}

const rssDates = [
  'pubdate',
  'dc:date',
  'published',
  'atom:published',
  'dcterms:issued',
  'issued',
  'dcterms:created',
  'created',
]
const atomDates = ['published', 'issued', 'dcterms:issued', 'created', 'dcterms:created', 'pubdate']
const changeDates = ['updated', 'modified', 'atom:updated', 'dcterms:modified', 'dc:date', 'lastbuilddate']

function rssEntry(item: Element, feedLanguage: string | undefined): Entry {
  const guid = childOf(item, 'guid')
  const id = textIn(item, 'guid') ?? aboutOf(item) ?? textIn(item, 'id') ?? textIn(item, 'atom:id')
  const isPermalink = guid?.attributes.get('ispermalink')?.trim().toLowerCase() !== 'false'
  const permalink = isPermalink && guid !== undefined ? webOnly(textOf(guid), item.base) : undefined
  return {
    ...common(item, rssDates, rssBodies),
    id,
    address: addressOf(item) ?? permalink ?? relatedOf(item),
    author: personOf(textIn(item, 'dc:creator') ?? textIn(item, 'author') ?? textIn(item, 'itunes:author')),
    origin: originOf(item),
    language: languageOf(textIn(item, 'dc:language')) ?? languageOf(item.language) ?? feedLanguage,
  }
}

function atomEntry(entry: Element, feedAuthor: Person | undefined): Entry {
  const source = childOf(entry, 'source')
  const author = atomPerson(childOf(entry, 'author')) ?? personOf(textIn(entry, 'dc:creator'))
  return {
    ...common(entry, atomDates, atomBodies),
    id: textIn(entry, 'id') ?? textIn(entry, 'guid'),
    address: addressOf(entry) ?? webOnly(textIn(entry, 'id') ?? '', undefined) ?? relatedOf(entry),
    author: author ?? atomPerson(childOf(source, 'author')) ?? feedAuthor,
    origin: originOf(entry),
    language: languageOf(textIn(entry, 'dc:language')) ?? languageOf(entry.language),
  }
}

/** What all formats share, because feeds mix them. */
function common(entry: Element, dates: readonly string[], bodies: readonly string[]): Entry {
  const text = bodyOf(entry, bodies)
  const updatedAt = dateOf(entry, changeDates)
  const publishedAt = dateOf(entry, dates) ?? updatedAt
  const written = [...dates, ...changeDates].flatMap((name) => textIn(entry, name) ?? [])
  return {
    title: titleIn(entry),
    text,
    publishedAt,
    ...(publishedAt === undefined && defined({ unreadDate: written[0] })),
    updatedAt,
    enclosure: enclosureOf(entry),
    metrics: metricsOf(entry),
    ...defined({ stars: starsIn(entry) ?? ('html' in text ? starsInHtml(text.html) : undefined) }),
    location: locationOf(entry),
  }
}

const pictureOf = (channel: Element) => childOf(channel, 'itunes:image')?.attributes.get('href')

/** The first name that holds a readable time. Of several elements with one name, the last one counts. */
function dateOf(element: Element, names: readonly string[]): number | undefined {
  for (const name of names)
    for (const child of childrenOf(element, name).reverse()) {
      const time = readDate(textOf(child))
      if (time !== undefined) return time
    }
  return undefined
}

const aboutOf = (item: Element) =>
  filled((item.attributes.get('rdf:about') ?? item.attributes.get('about') ?? '').trim())
