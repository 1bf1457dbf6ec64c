import type { Range } from './find-term.ts'
import { type LeafTest, maxRanges, type Place, testOf } from './matching/leaf.ts'
import { type Anchor, SiteIndex, WordIndex } from './matching/leaf-index.ts'
import { mergedRanges, type Searched, SearchedText } from './matching/searched-text.ts'
import { type Leaf, printQuery, type Query, type Term } from './query.ts'

export type { Searched } from './matching/searched-text.ts'

/** An alert whose query matches, and where its words are: ranges of the title and of the text. */
export type Match<Key> = { key: Key; title: Range[]; text: Range[] }

/** A leaf, whichever queries have it. Texts have numbers, so that what is known of the last one needs not be cleared. */
type SharedLeaf<Key> = LeafTest & {
  length: number
  /** How many queries can be found by it. */
  uses: number
  /** The queries that are compared if a text has the leaf. */
  queries: Compiled<Key>[]
  seenIn: number
  testedIn: number
  found: ReturnType<LeafTest['find']>
}

type Node<Key> =
  | { kind: 'and' | 'or'; parts: Node<Key>[] }
  | { kind: 'not'; part: Node<Key> }
  | { kind: 'leaf'; leaf: SharedLeaf<Key> }

/** `shown`: leaves whose ranges are marked. */
type Compiled<Key> = { key: Key; node: Node<Key>; shown: SharedLeaf<Key>[]; comparedIn: number }

/**
 * Compares texts with many queries at once. The words, author and addresses of a text are looked up, and only the queries are compared that
 * have a leaf of it. So the cost of a text depends on the number of queries that it nearly matches, and hardly on that of all queries.
 */
export function createMatcher<Key>(queries: readonly { key: Key; query: Query }[]) {
  const leaves = new Map<string, SharedLeaf<Key>>()
  const always: Compiled<Key>[] = []
  const compiled = queries.map(({ key, query }) => compile(key, query, leaves))
  for (const one of compiled) {
    const needed = neededLeaves(one.node)
    if (needed === undefined) always.push(one)
    else for (const leaf of needed) leaf.queries.push(one)
  }
  const isLookedUp = ({ queries, ways }: SharedLeaf<Key>) => queries.length > 0 && ways !== undefined
  const look = createIndex([...leaves.values()].filter(isLookedUp))
  let number = 0

  return (searched: Searched): Match<Key>[] => {
    number += 1
    const text = new SearchedText(searched)
    const seen: SharedLeaf<Key>[] = []
    look(text, (leaf) => {
      if (leaf.seenIn === number) return
      leaf.seenIn = number
      seen.push(leaf)
    })
    const findLeaf = (leaf: SharedLeaf<Key>) => {
      if (leaf.seenIn !== number && isLookedUp(leaf)) return undefined
      if (leaf.testedIn !== number) {
        leaf.testedIn = number
        leaf.found = leaf.find(text)
      }
      return leaf.found
    }
    const matches: Match<Key>[] = []
    function compare(one: Compiled<Key>): void {
      if (one.comparedIn === number) return
      one.comparedIn = number
      if (!holds(one.node, findLeaf)) return
      const found = one.shown.flatMap((leaf) => findLeaf(leaf) ?? [])
      const rangesIn = (place: 'title' | 'text') =>
        mergedRanges(found.map((ofLeaf) => ofLeaf[place])).slice(0, maxRanges)
      matches.push({ key: one.key, title: rangesIn('title'), text: rangesIn('text') })
    }
    always.forEach(compare)
    for (const leaf of seen) if (findLeaf(leaf) !== undefined) leaf.queries.forEach(compare)
    return matches
  }
}

function compile<Key>(key: Key, query: Query, leaves: Map<string, SharedLeaf<Key>>): Compiled<Key> {
  const shown = new Set<SharedLeaf<Key>>()
  const used = new Set<SharedLeaf<Key>>()
  function leafOf(leaf: Leaf): SharedLeaf<Key> {
    const name = printQuery(leaf)
    const known = leaves.get(name)
    if (known !== undefined) return known
    const length = leaf.kind === 'term' ? leaf.text.length : leaf.kind === 'field' ? leaf.value.length : 0
    const made = { ...testOf(leaf), length, uses: 0, queries: [], seenIn: 0, testedIn: 0, found: undefined }
    leaves.set(name, made)
    return made
  }
  function nodeOf(part: Query, isWanted: boolean): Node<Key> {
    if ('parts' in part) return { kind: part.kind, parts: part.parts.map((one) => nodeOf(one, isWanted)) }
    if (part.kind === 'not') return { kind: 'not', part: nodeOf(part.part, !isWanted) }
    const leaf = leafOf(part)
    if (isWanted) shown.add(leaf)
    if (part.kind === 'near') {
      const sides = [part.left, part.right].map((side): Node<Key> => ({ kind: 'or', parts: side.map(word) }))
      return { kind: 'and', parts: [...sides, { kind: 'leaf', leaf }] }
    }
    used.add(leaf)
    return { kind: 'leaf', leaf }
  }
  /** A word of a `near`, which marks nothing alone. */
  function word(term: Term): Node<Key> {
    const leaf = leafOf(term)
    used.add(leaf)
    return { kind: 'leaf', leaf }
  }
  const node = nodeOf(query, true)
  for (const leaf of used) leaf.uses += 1
  return { key, node, shown: [...shown], comparedIn: 0 }
}

function holds<Key>(node: Node<Key>, findLeaf: (leaf: SharedLeaf<Key>) => object | undefined): boolean {
  switch (node.kind) {
    case 'and':
      return node.parts.every((part) => holds(part, findLeaf))
    case 'or':
      return node.parts.some((part) => holds(part, findLeaf))
    case 'not':
      return !holds(node.part, findLeaf)
    case 'leaf':
      return findLeaf(node.leaf) !== undefined
  }
}

/**
 * Leaves of which at least one is in everything that the query matches; undefined if there are none that can be looked up. Of the parts of an
 * AND the one is taken whose leaves the fewest queries have: then each leaf of a text leads to few queries.
 */
function neededLeaves<Key>(node: Node<Key>): SharedLeaf<Key>[] | undefined {
  switch (node.kind) {
    case 'leaf':
      return node.leaf.ways === undefined ? undefined : [node.leaf]
    case 'or': {
      const parts = node.parts.map(neededLeaves)
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined
    }
    case 'and': {
      const most = (leaves: SharedLeaf<Key>[]) => Math.max(...leaves.map(({ uses }) => uses))
      const shortest = (leaves: SharedLeaf<Key>[]) => Math.min(...leaves.map(({ length }) => length))
      return node.parts
        .map(neededLeaves)
        .filter((part) => part !== undefined)
        .toSorted((a, b) => most(a) - most(b) || shortest(b) - shortest(a))[0]
    }
    case 'not':
      return undefined
  }
}

/** Visits the leaves that a text may have. Of the anchors of a leaf the one counts that the fewest leaves have. */
function createIndex<Key>(leaves: SharedLeaf<Key>[]) {
  const words = new WordIndex<SharedLeaf<Key>>()
  const author = new WordIndex<SharedLeaf<Key>>()
  const address = new SiteIndex<SharedLeaf<Key>>()
  const links = new SiteIndex<SharedLeaf<Key>>()
  const places = { words, author, address, links }
  const nameOf = (place: Place, { kind, first, second = '' }: Anchor) => `${place} ${kind} ${first} ${second}`
  const uses = new Map<string, number>()
  const ways = leaves.flatMap((leaf) => (leaf.ways ?? []).map((way) => ({ leaf, ...way })))
  for (const { place, anchors } of ways)
    for (const anchor of anchors) {
      const name = nameOf(place, anchor)
      uses.set(name, (uses.get(name) ?? 0) + 1)
    }
  for (const { leaf, place, anchors } of ways) {
    const usesOf = (anchor: Anchor) => uses.get(nameOf(place, anchor)) ?? 0
    const byRarity = (a: Anchor, b: Anchor) => usesOf(a) - usesOf(b) || rarity(b) - rarity(a)
    const [best] = anchors.toSorted(byRarity)
    if (best === undefined) continue
    const { kind, first, second } = best
    places[place].add(
      best,
      leaf,
      second !== undefined && byRarity({ kind, first: second }, { kind, first }) < 0,
    )
  }
  return (text: SearchedText, visit: (leaf: SharedLeaf<Key>) => void): void => {
    const { title, text: body } = text.folded
    lookIn(words, () => [title.text, body.text], visit)
    lookIn(author, () => text.authors, visit)
    lookIn(address, () => text.address, visit)
    lookIn(links, () => text.links, visit)
  }
}

type Index<Part, Value> = {
  isEmpty: boolean
  look: (part: Part, visit: (value: Value) => void) => void
}

function lookIn<Part, Value>(
  index: Index<Part, Value>,
  parts: () => Part[],
  visit: (value: Value) => void,
): void {
  if (!index.isEmpty) for (const part of parts()) index.look(part, visit)
}

/** The greater, the fewer texts have the anchor. */
function rarity({ kind, first, second }: Anchor): number {
  if (second !== undefined) return kind === 'words' ? 1000 + first.length + second.length : 2
  return kind === 'signs' ? 0 : first.length
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
