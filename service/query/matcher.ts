import { anchorOf, findPattern, type Pattern, patternOf, piecesOf, type Range } from './find-term.ts'
import { type Folded, fold, foldExactly, originalRange } from './fold.ts'
import { nearPairs } from './near.ts'
import {
  type Field,
  leavesOf,
  type Near,
  type NumberName,
  type PostType,
  type Query,
  type Term,
} from './query.ts'
import { decoded, isOnSite, siteOf } from './site.ts'

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
  type: PostType
  /** Undefined if nobody knows the number. */
  numbers: Partial<Record<NumberName, number>>
}

/** An alert whose query matches, and where its words are: ranges of the title and of the text. */
export type Match<Key> = { key: Key; title: Range[]; text: Range[] }

/** No more ranges are looked for in one title or text. */
const maxRanges = 50

/** One term of all queries, whichever of them have it. `pattern` finds it in folded texts, and `exact` in those with capitals. */
type Leaf = { pattern: Pattern; exact: Pattern | undefined; title: boolean; domain: string | undefined }
type NearLeaf = Pick<Near, 'distance' | 'ordered'> & { left: Leaf[]; right: Leaf[] }

type Compiled<Key> = {
  key: Key
  query: Query
  leafOf: Map<Query, Leaf | NearLeaf>
  wanted: (Leaf | NearLeaf)[]
}

/**
 * Compares texts with many queries at once. A text is taken apart into words, each word is looked up, and only the queries that have one of
 * its words are compared. So the cost of a text hardly depends on the number of queries.
 */
export function createMatcher<Key>(queries: readonly { key: Key; query: Query }[]) {
  const leaves = new Map<string, Leaf>()
  const index = new AnchorIndex<Compiled<Key>>()
  const always: Compiled<Key>[] = []

  function leafFor(term: Term): Leaf {
    const name = `${term.title} ${term.phrase} ${term.prefix} ${term.exact} ${term.text}`
    const known = leaves.get(name)
    if (known !== undefined) return known
    const exact = term.exact ? patternOf(term, foldExactly) : undefined
    const leaf = { pattern: patternOf(term), exact, title: term.title, domain: domainOf(term) }
    leaves.set(name, leaf)
    return leaf
  }

  function compile({ key, query }: { key: Key; query: Query }): Compiled<Key> {
    const leafOf = new Map<Query, Leaf | NearLeaf>()
    const wanted = new Set<Leaf | NearLeaf>()
    for (const { leaf: part, wanted: isWanted } of leavesOf(query)) {
      if (part.kind !== 'term' && part.kind !== 'near') continue
      const leaf =
        part.kind === 'term'
          ? leafFor(part)
          : { ...part, left: part.left.map(leafFor), right: part.right.map(leafFor) }
      leafOf.set(part, leaf)
      if (isWanted) wanted.add(leaf)
    }
    return { key, query, leafOf, wanted: [...wanted] }
  }

  for (const compiled of queries.map(compile)) {
    const needed = neededTerms(compiled.query)
    if (needed === undefined) always.push(compiled)
    else for (const term of needed) index.add(leafFor(term), compiled)
  }

  return (searched: Searched): Match<Key>[] => {
    const text = new FoldedText(searched)
    const candidates = new Set(always)
    index.collect(text, candidates)
    const matches: Match<Key>[] = []
    for (const { key, query, leafOf, wanted } of candidates) {
      const occurs = (part: Query) => {
        const leaf = leafOf.get(part)
        return leaf !== undefined && text.has(leaf)
      }
      if (holds(query, text, occurs)) matches.push({ key, ...text.rangesOf(wanted) })
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
    case 'near':
      return shortest(query.left) > shortest(query.right) ? query.left : query.right
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

function holds(query: Query, text: FoldedText, occurs: (part: Query) => boolean): boolean {
  switch (query.kind) {
    case 'and':
      return query.parts.every((part) => holds(part, text, occurs))
    case 'or':
      return query.parts.some((part) => holds(part, text, occurs))
    case 'not':
      return !holds(query.part, text, occurs)
    case 'term':
    case 'near':
      return occurs(query)
    case 'field':
      return fieldTests[query.name](query.value, text)
    case 'least':
      return (text.searched.numbers[query.name] ?? -1) >= query.least
  }
}

const fieldTests: Record<Field['name'], (value: string, text: FoldedText) => boolean> = {
  site: (value, { searched: { url } }) => isOnSite(url, value),
  link: (value, { links }) => links.some((link) => isOnSite(link, value)),
  lang: (value, { searched: { language } }) => language().split('-')[0] === value,
  source: (value, { searched: { sources } }) => sources.includes(value),
  type: (value, { searched: { type } }) => type === value,
  author(value, { searched: { author } }) {
    const pattern = patternOf({ text: value, phrase: true, prefix: false, exact: false })
    return [author.name, decoded(author.url ?? '')].some(
      (text) => findPattern(fold(text).text, pattern, 1).length > 0,
    )
  },
}

/** A word such as `acme.example` also matches links to that site. */
function domainOf({ text, phrase, prefix, title, exact }: Term): string | undefined {
  const isDomain = /^(https?:\/\/)?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\/\S*)?$/u.test(text)
  return isDomain && !phrase && !prefix && !title && !exact ? siteOf(text) : undefined
}

type Found = { title: Range[]; text: Range[]; linked: boolean }

/** A text with its folded forms. Each term is looked for once, whichever queries have it. Ranges are those of the original text. */
class FoldedText {
  readonly searched: Searched
  readonly title: Folded
  readonly text: Folded
  readonly links: readonly string[]
  #exact: { title: Folded; text: Folded } | undefined
  readonly #found = new Map<Leaf | NearLeaf, Found>()

  constructor(searched: Searched) {
    this.searched = searched
    this.title = fold(searched.title)
    this.text = fold(searched.text)
    // Plain texts have addresses that are no links of a markup.
    const written = searched.text.includes('://') ? searched.text.match(/https?:\/\/[^\s<>"]+/gi) : null
    this.links = [...searched.links, ...(written ?? [])]
  }

  has(leaf: Leaf | NearLeaf): boolean {
    const { title, text, linked } = this.#find(leaf)
    return title.length > 0 || text.length > 0 || linked
  }

  #find(leaf: Leaf | NearLeaf): Found {
    const known = this.#found.get(leaf)
    if (known !== undefined) return known
    const found = 'left' in leaf ? this.#findNear(leaf) : this.#findTerm(leaf)
    this.#found.set(leaf, found)
    return found
  }

  #findTerm(leaf: Leaf, most = maxRanges): Found {
    const { pattern, exact, domain } = leaf
    if (exact !== undefined) {
      const { title, text } = this.searched
      this.#exact ??= { title: foldExactly(title), text: foldExactly(text) }
    }
    const folded = (exact !== undefined && this.#exact) || this
    const rangesIn = (where: Folded) =>
      findPattern(where.text, exact ?? pattern, most).map(({ start, end }) =>
        originalRange(where, start, end),
      )
    return {
      title: rangesIn(folded.title),
      text: leaf.title ? [] : rangesIn(folded.text),
      linked: domain !== undefined && this.links.some((link) => isOnSite(link, domain)),
    }
  }

  #findNear({ left, right, ...near }: NearLeaf): Found {
    const [lefts, rights] = [left, right].map((side) => {
      const found = side.map((leaf) => this.#findTerm(leaf, Number.POSITIVE_INFINITY))
      return { title: found.flatMap(({ title }) => title), text: found.flatMap(({ text }) => text) }
    }) as [Omit<Found, 'linked'>, Omit<Found, 'linked'>]
    const { title, text } = this.searched
    return {
      title: nearPairs(title, lefts.title, rights.title, near),
      text: nearPairs(text, lefts.text, rights.text, near),
      linked: false,
    }
  }

  /** In the original title and text, ascending and apart from each other. */
  rangesOf(leaves: (Leaf | NearLeaf)[]): { title: Range[]; text: Range[] } {
    const found = leaves.map((leaf) => this.#find(leaf))
    return {
      title: merged(found.flatMap(({ title }) => title)),
      text: merged(found.flatMap(({ text }) => text)),
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
