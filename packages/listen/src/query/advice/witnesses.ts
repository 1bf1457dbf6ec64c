import { ownSources, sourceOfMentions } from '../../source-names.ts'
import { isBoundary } from '../fold.ts'
import { createMatcher, type Searched } from '../matcher.ts'
import { domainOf } from '../matching/leaf.ts'
import { type Leaf, type Near, postTypes, type Query, type Term } from '../query.ts'
import { addressOf, isOnSite } from '../site.ts'

/**
 * What a post needs so that it has some leaves of a query. What is absent does not matter. `source` is the name of one of our sources, and
 * `kind` what it publishes, such as `web`: `source:` may name either.
 */
type Needs = Partial<Record<'site' | 'language' | 'source' | 'kind' | 'type', string>> & {
  leaves: Leaf[]
  titles: string[]
  texts: string[]
  links: string[]
  authors: string[]
  numbers: Searched['numbers']
}

/** More combinations of the choices of a query are not tried. */
const mostWitnesses = 600

/**
 * The least posts that have what a query asks for, whatever it excludes, each with the leaves for which it was made. No post has parts that
 * exclude each other. What a leaf leaves open is as no query asks for it, so a NOT that removes all of them removes every post. Undefined if
 * there are too many.
 */
export function witnessesOf(query: Query): Needs[] | undefined {
  if (query.kind === 'not') return [nothing]
  if (!('parts' in query)) return query.kind === 'near' ? nearNeeds(query) : needsOf(query)
  const parts = query.parts.map(witnessesOf)
  if (!parts.every((part) => part !== undefined)) return undefined
  if (query.kind === 'or') return few(parts.flat())
  return parts.reduce<Needs[] | undefined>(
    (all, part) => all && few(all.flatMap((one) => part.flatMap((other) => together(one, other) ?? []))),
    [nothing],
  )
}

const few = (witnesses: Needs[]) => (witnesses.length > mostWitnesses ? undefined : witnesses)

const nothing: Needs = { leaves: [], titles: [], texts: [], links: [], authors: [], numbers: {} }

function needsOf(leaf: Exclude<Leaf, Near>): Needs[] {
  const own = { ...nothing, leaves: [leaf] }
  switch (leaf.kind) {
    case 'term': {
      const linked = domainOf(leaf)
      const written = { ...own, ...writtenIn(leaf, spelled(leaf)) }
      return linked === undefined ? [written] : [written, { ...own, links: [`https://${linked}`] }]
    }
    case 'least':
      return [{ ...own, numbers: { [leaf.name]: leaf.least } }]
    case 'field': {
      const { name, value } = leaf
      if (name === 'link') return [{ ...own, links: [`https://${value}`] }]
      if (name === 'author') return [{ ...own, authors: [value.normalize('NFC')] }]
      if (name === 'source') return [{ ...own, ...sourceNeeds(value) }]
      return [{ ...own, [name === 'lang' ? 'language' : name]: value }]
    }
  }
}

const writtenIn = ({ title }: Term, text: string) => ({ [title ? 'titles' : 'texts']: [text] })

/** A letter with a mark that folding drops. */
const letterWithMarks = /[\p{Lu}\p{Ll}\p{Lt}\p{sc=Arab}\p{sc=Hebr}]/u
const mark = '\u0353'

/** A text with the term, of a form that no other term asks for: an odd spelling, a longer word, signs between the words of a phrase. */
function spelled({ text, phrase, prefix, exact }: Term): string {
  const composed = text.normalize('NFC')
  const words = phrase ? composed.replaceAll(' ', ', ') : composed
  const form = exact ? words : words.replace(letterWithMarks, `$&${mark}`)
  // Behind some letters and signs another letter begins the next word.
  const mayGoOn = prefix && !isBoundary(`${form}q`, form.length)
  return `${form}${mayGoOn ? 'qzxj' : ''}`
}

/** The posts of these sources are of any kind. */
const mixedSources = ['feeds', 'intake']

function sourceNeeds(value: string): Pick<Needs, 'source' | 'kind'> {
  if (!ownSources.some((name) => name === value) || value === 'youtube') return { kind: value }
  const kind = sourceOfMentions(value)
  return { source: value, ...(kind !== undefined && !mixedSources.includes(value) && { kind }) }
}

/** As far from each other as the words may be, because a NOT may exclude the nearer ones. */
function nearNeeds(near: Near): Needs[] {
  const between = ` ${filler.repeat(near.distance)}`
  return near.left.flatMap((left) =>
    near.right.flatMap((right) => {
      const orders = near.ordered
        ? [[left, right]]
        : [
            [left, right],
            [right, left],
          ]
      return orders.map((terms) => ({
        ...nothing,
        ...writtenIn(left, terms.map(spelled).join(between)),
        leaves: [near],
      }))
    }),
  )
}

/** The site that is below the other one, or the same; undefined if none is. */
function deeperSite(a: string, b: string): string | undefined {
  const isBelow = (one: string, other: string) => {
    const address = addressOf(`https://${one}`)
    return address !== undefined && isOnSite(address, other)
  }
  return isBelow(a, b) ? a : isBelow(b, a) ? b : undefined
}

/** Undefined if no post can be both. */
function together(a: Needs, b: Needs): Needs | undefined {
  for (const name of ['language', 'source', 'kind', 'type'] as const)
    if (a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]) return undefined
  const site = a.site && b.site ? deeperSite(a.site, b.site) : (a.site ?? b.site)
  if (a.site && b.site && site === undefined) return undefined
  const least = (name: 'reach' | 'points') => Math.max(a.numbers[name] ?? 0, b.numbers[name] ?? 0)
  return {
    ...a,
    ...b,
    ...(site !== undefined && { site }),
    leaves: [...a.leaves, ...b.leaves],
    titles: [...a.titles, ...b.titles],
    texts: [...a.texts, ...b.texts],
    links: [...a.links, ...b.links],
    authors: [...a.authors, ...b.authors],
    numbers: {
      ...a.numbers,
      ...b.numbers,
      ...(least('reach') > 0 && { reach: least('reach') }),
      ...(least('points') > 0 && { points: least('points') }),
    },
  }
}

const filler = 'qzxj '
/** More words than a NEAR may have between its sides, and none that a query has. */
const apart = ` . ${filler.repeat(150)}. `

/** Finds the queries that match a post with some needs, whatever else the post is. The language `qzxj` is none that a query can ask for. */
export function matchesOf(queries: readonly Query[]): (needs: Needs) => Set<Query> {
  const match = createMatcher(queries.map((query) => ({ key: query, query })))
  return (needs) => {
    const { site = 'qzxj.invalid', language = 'qzxj', source = '', kind = '', type, numbers } = needs
    const types = type === undefined ? postTypes : postTypes.filter((one) => one === type)
    const found = types.flatMap((one) =>
      match({
        ...{ title: needs.titles.join(apart), text: needs.texts.join(apart), links: needs.links },
        ...{ url: `https://${site}`, author: { name: needs.authors.join(apart) } },
        ...{ language: () => language, sources: [source, kind], type: one, numbers },
      }),
    )
    return new Set(found.map(({ key }) => key))
  }
}
