import { anchorsOf, findPattern, patternOf, type Range } from '../find-term.ts'
import { type Folded, fold, foldExactly } from '../fold.ts'
import { nearPairs } from '../near.ts'
import type { Field, Leaf, Near, Term } from '../query.ts'
import { isOnSite, siteOf } from '../site.ts'
import type { Anchor } from './leaf-index.ts'
import { apart, originalRanges, type SearchedText } from './searched-text.ts'

/** Where something can be looked up: in the words of title and text, in the author, in the address of the post, or in those of its links. */
export type Place = 'words' | 'author' | 'address' | 'links'

/** Every text that has the leaf in this place has each of the anchors there. */
type Way = { place: Place; anchors: Anchor[] }

/** Ranges of the original title and text. */
type Found = { title: Range[]; text: Range[] }

/** A leaf that is ready to be looked for. `find` returns undefined if a text does not have it. */
export type LeafTest = {
  /** Undefined if the leaf can be in any text. */
  ways: Way[] | undefined
  find: (text: SearchedText) => Found | undefined
}

/** No more ranges are looked for in one title or text. */
export const maxRanges = 50

const nowhere: Found = { title: [], text: [] }

/** `ways` of a `near` is undefined: what it needs is one term of each side. */
export function testOf(leaf: Leaf): LeafTest {
  switch (leaf.kind) {
    case 'term':
      return termTest(leaf)
    case 'near':
      return { ways: undefined, find: nearTest(leaf) }
    case 'field':
      return fieldTests[leaf.name](leaf.value)
    case 'least':
      return unplaced(({ searched }) => (searched.numbers[leaf.name] ?? -1) >= leaf.least)
  }
}

const unplaced = (has: (text: SearchedText) => boolean): LeafTest => ({
  ways: undefined,
  find: (text) => (has(text) ? nowhere : undefined),
})

function placed(place: Place, anchors: Anchor[], has: (text: SearchedText) => boolean): LeafTest {
  return { ...unplaced(has), ways: anchors.length === 0 ? undefined : [{ place, anchors }] }
}

const fieldTests: Record<Field['name'], (value: string) => LeafTest> = {
  site: (value) => siteTest('address', value),
  link: (value) => siteTest('links', value),
  lang: (value) => unplaced(({ searched }) => searched.language().split('-')[0] === value),
  source: (value) => unplaced(({ searched }) => searched.sources.includes(value)),
  type: (value) => unplaced(({ searched }) => searched.type === value),
  author(value) {
    const pattern = patternOf({ text: value, phrase: true, prefix: false, exact: false })
    return placed('author', anchorsOf(pattern), ({ authors }) =>
      authors.some((text) => findPattern(text, pattern, 1).length > 0),
    )
  },
}

const siteTest = (place: 'address' | 'links', site: string): LeafTest =>
  placed(place, [{ kind: 'site', first: site }], (text) =>
    text[place].some((address) => isOnSite(address, site)),
  )

function termTest(term: Term): LeafTest {
  const site = domainOf(term)
  const linked = site === undefined ? undefined : siteTest('links', site)
  const anchors = anchorsOf(patternOf(term))
  const find = rangesOf(term, maxRanges)
  return {
    ways: anchors.length === 0 ? undefined : [{ place: 'words', anchors }, ...(linked?.ways ?? [])],
    find(searched) {
      const found = find(searched)
      return found.title.length > 0 || found.text.length > 0 ? found : linked?.find(searched)
    },
  }
}

/** The last label of a host has a letter. Without one, it is a number of a version, such as `3.12`, which URL takes for an address of IPv4. */
const domain = /^(https?:\/\/)?([\p{L}\p{N}-]+\.)+(?=[\p{N}-]*\p{L})[\p{L}\p{N}-]+(\/\S*)?$/u

/** The site if the term is a word such as `acme.example`, which also matches links to that site. */
export function domainOf({ text, phrase, prefix, title, exact }: Term): string | undefined {
  return domain.test(text) && !phrase && !prefix && !title && !exact ? siteOf(text) : undefined
}

function rangesOf(term: Term, most: number): (text: SearchedText) => Found {
  const pattern = patternOf(term, term.exact ? foldExactly : fold)
  const rangesIn = (folded: Folded) => originalRanges(folded, findPattern(folded.text, pattern, most))
  return (searched) => {
    const { title, text } = term.exact ? searched.exact : searched.folded
    return { title: rangesIn(title), text: term.title ? [] : rangesIn(text) }
  }
}

function nearTest({ left, right, ...near }: Near): LeafTest['find'] {
  const findersOf = (side: Term[]) => side.map((term) => rangesOf(term, Number.POSITIVE_INFINITY))
  const [lefts, rights] = [findersOf(left), findersOf(right)]
  return (searched) => {
    const [ofLeft, ofRight] = [lefts, rights].map((side) => side.map((find) => find(searched)))
    const pairsIn = (place: 'title' | 'text') => {
      const all = (side: Found[] = []) => side.flatMap((found) => found[place])
      return apart(nearPairs(searched.searched[place], all(ofLeft), all(ofRight), near))
    }
    const found = { title: pairsIn('title'), text: pairsIn('text') }
    return found.title.length > 0 || found.text.length > 0 ? found : undefined
  }
}
