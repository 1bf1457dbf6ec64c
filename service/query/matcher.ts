import { anchorOf, findPattern, type Pattern, patternOf, piecesOf, type Range } from './find-term.ts'
import { type Folded, fold, originalRange } from './fold.ts'
import { leavesOf, type Query, type Term } from './query.ts'

/** What a query is compared with. */
export type Searched = {
  title: string
  text: string
  url: string
  /** Addresses that the text links to. */
  links: readonly string[]
  author: { name: string; url?: string }
  /** BCP 47 or `unknown`. Called only if a query asks. */
  language: () => string
  /** The names by which `source:` may call where the text is from. */
  sources: readonly string[]
}

/** An alert whose query matches, and where its words are: ranges of the title and of the text. */
export type Match<Key> = { key: Key; title: Range[]; text: Range[] }

/** No more ranges are looked for in one title or text. */
const maxRanges = 50

/** One term of all queries, whichever of them have it. */
type Leaf = { pattern: Pattern; title: boolean; domain: string | undefined }

type Compiled<Key> = { key: Key; query: Query; leafOf: Map<Query, Leaf>; wanted: Leaf[] }

/**
 * Compares texts with many queries at once. A text is taken apart into words, each word is looked up, and only the queries that have one of
 * its words are compared. So the cost of a text hardly depends on the number of queries.
 */
export function createMatcher<Key>(queries: readonly { key: Key; query: Query }[]) {
  const leaves = new Map<string, Leaf>()
  const index = new AnchorIndex<Compiled<Key>>()
  const always: Compiled<Key>[] = []

  function leafFor(term: Term): Leaf {
    const name = `${term.title} ${term.phrase} ${term.prefix} ${term.text}`
    const known = leaves.get(name)
    if (known !== undefined) return known
    const leaf = { pattern: patternOf(term), title: term.title, domain: domainOf(term) }
    leaves.set(name, leaf)
    return leaf
  }

  for (const { key, query } of queries) {
    const leafOf = new Map<Query, Leaf>()
    const wanted = new Set<Leaf>()
    for (const { leaf: term, wanted: isWanted } of leavesOf(query)) {
      if (term.kind !== 'term') continue
      const leaf = leafFor(term)
      leafOf.set(term, leaf)
      if (isWanted) wanted.add(leaf)
    }
    const compiled = { key, query, leafOf, wanted: [...wanted] }
    const needed = neededTerms(query)
    if (needed === undefined) always.push(compiled)
    else for (const term of needed) index.add(leafFor(term), compiled)
  }

  return (searched: Searched): Match<Key>[] => {
    const text = new FoldedText(searched)
    const candidates = new Set(always)
    index.collect(text, candidates)
    const matches: Match<Key>[] = []
    for (const { key, query, leafOf, wanted } of candidates) {
      const occurs = (term: Query) => {
        const leaf = leafOf.get(term)
        return leaf !== undefined && text.has(leaf)
      }
      if (holds(query, searched, occurs)) matches.push({ key, ...text.rangesOf(wanted) })
    }
    return matches
  }
}

/**
 * Terms of which at least one occurs in everything that the query matches; undefined if there are no such terms. Of the parts of an AND the
 * one with the longest terms is taken, because long words are rare.
 */
export function neededTerms(query: Query): Term[] | undefined {
  switch (query.kind) {
    case 'term':
      return [query]
    case 'or': {
      const parts = query.parts.map(neededTerms)
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined
    }
    case 'and':
      return query.parts
        .map(neededTerms)
        .filter((part) => part !== undefined)
        .toSorted((a, b) => shortest(b) - shortest(a))[0]
    default:
      return undefined
  }
}

const shortest = (terms: Term[]) => Math.min(...terms.map(({ text }) => text.length))

function holds(query: Query, searched: Searched, occurs: (term: Query) => boolean): boolean {
  switch (query.kind) {
    case 'and':
      return query.parts.every((part) => holds(part, searched, occurs))
    case 'or':
      return query.parts.some((part) => holds(part, searched, occurs))
    case 'not':
      return !holds(query.part, searched, occurs)
    case 'term':
      return occurs(query)
    case 'field':
      return fieldTests[query.name](query.value, searched)
  }
}

const fieldTests: Record<
  (Query & { kind: 'field' })['name'],
  (value: string, searched: Searched) => boolean
> = {
  site: (value, { url }) => isOnSite(url, value),
  lang: (value, { language }) => language().split('-')[0] === value,
  source: (value, { sources }) => sources.includes(value),
  author(value, { author }) {
    const pattern = patternOf({ text: value, phrase: true, prefix: false })
    return [author.name, decoded(author.url ?? '')].some(
      (text) => findPattern(fold(text).text, pattern, 1).length > 0,
    )
  },
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** True if an address is on a site or a site below it, and under its path if the site has one. */
function isOnSite(url: string, site: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, pathname } = new URL(url)
  const [host = '', ...path] = site.split('/')
  const isThere = hostname === host || hostname.endsWith(`.${host}`)
  return isThere && `${pathname.toLowerCase()}/`.startsWith(path.length === 0 ? '/' : `/${path.join('/')}/`)
}

/** A word such as `acme.example` also matches links to that site. */
function domainOf({ text, phrase, prefix, title }: Term): string | undefined {
  const isDomain = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\/\S*)?$/u.test(text)
  return isDomain && !phrase && !prefix && !title ? text.toLowerCase().replace(/^www\./, '') : undefined
}

/** A text with its folded forms. Each term is looked for once, whichever queries have it. */
class FoldedText {
  readonly title: Folded
  readonly text: Folded
  readonly links: readonly string[]
  readonly #found = new Map<Leaf, { title: Range[]; text: Range[]; linked: boolean }>()

  constructor({ title, text, links }: Searched) {
    this.title = fold(title)
    this.text = fold(text)
    this.links = links
  }

  has(leaf: Leaf): boolean {
    const { title, text, linked } = this.#find(leaf)
    return title.length > 0 || text.length > 0 || linked
  }

  #find(leaf: Leaf) {
    const known = this.#found.get(leaf)
    if (known !== undefined) return known
    const { pattern, domain } = leaf
    const found = {
      title: findPattern(this.title.text, pattern, maxRanges),
      text: leaf.title ? [] : findPattern(this.text.text, pattern, maxRanges),
      linked: domain !== undefined && this.links.some((link) => isOnSite(link, domain)),
    }
    this.#found.set(leaf, found)
    return found
  }

  /** In the original title and text, ascending and apart from each other. */
  rangesOf(leaves: Leaf[]): { title: Range[]; text: Range[] } {
    const found = leaves.map((leaf) => this.#find(leaf))
    const originals = (folded: Folded, ranges: Range[]) =>
      merged(ranges.map(({ start, end }) => originalRange(folded, start, end)))
    return {
      title: originals(
        this.title,
        found.flatMap(({ title }) => title),
      ),
      text: originals(
        this.text,
        found.flatMap(({ text }) => text),
      ),
    }
  }
}

/** Ranges that overlap become one. */
function merged(ranges: Range[]): Range[] {
  const apart: Range[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else apart.push({ start, end })
  }
  return apart.slice(0, maxRanges)
}

/** Finds the values whose anchor is in a text. */
class AnchorIndex<Value> {
  readonly #words = new Map<string, Set<Value>>()
  readonly #beginnings = new Map<string, Set<Value>>()
  readonly #lengths = new Set<number>()
  readonly #characters = new Map<number, Set<Value>>()
  readonly #domains = new Map<string, Set<Value>>()

  add({ pattern, domain }: Leaf, value: Value): void {
    const anchor = anchorOf(pattern)
    if (anchor.kind === 'word') put(this.#words, anchor.text, value)
    else if (anchor.kind === 'character') put(this.#characters, anchor.text.codePointAt(0) ?? 0, value)
    else {
      put(this.#beginnings, anchor.text, value)
      this.#lengths.add(anchor.text.length)
    }
    if (domain !== undefined) put(this.#domains, domain.split('/')[0] ?? '', value)
  }

  collect({ title, text, links }: FoldedText, into: Set<Value>): void {
    this.#collectWords(title.text, into)
    this.#collectWords(text.text, into)
    if (this.#domains.size > 0) for (const link of links) this.#collectDomains(link, into)
  }

  #collectWords(folded: string, into: Set<Value>): void {
    const { pieces, characters } = piecesOf(folded)
    for (const piece of pieces) {
      addAll(into, this.#words.get(piece))
      for (const length of this.#lengths)
        if (length <= piece.length) addAll(into, this.#beginnings.get(piece.slice(0, length)))
    }
    for (const character of characters) addAll(into, this.#characters.get(character))
  }

  #collectDomains(link: string, into: Set<Value>): void {
    if (!URL.canParse(link)) return
    for (let host = new URL(link).hostname; host !== ''; host = host.split('.').slice(1).join('.'))
      addAll(into, this.#domains.get(host))
  }
}

function put<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}

function addAll<Value>(into: Set<Value>, values: Set<Value> | undefined): void {
  if (values !== undefined) for (const value of values) into.add(value)
}
