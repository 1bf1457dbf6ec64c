import { createMatcher, type Searched } from '../matcher.ts'
import { type Leaf, type Near, postTypes, type Query } from '../query.ts'

/** What a post needs so that it has some leaves of a query. What is absent does not matter. */
type Needs = Partial<Record<'url' | 'language' | 'source' | 'type', string>> & {
  leaves: Leaf[]
  titles: string[]
  texts: string[]
  links: string[]
  authors: string[]
  numbers: Searched['numbers']
}

/** More combinations of the choices of a query are not tried. */
const mostWitnesses = 300

/**
 * The least posts that have what a query asks for, whatever it excludes, each with the leaves for which it was made. No post has parts that
 * exclude each other. Undefined if there are too many.
 */
export function witnessesOf(query: Query): Needs[] | undefined {
  if (query.kind === 'not') return [nothing]
  if (!('parts' in query)) return query.kind === 'near' ? nearNeeds(query) : [needsOf(query)]
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

function needsOf(leaf: Exclude<Leaf, Near>): Needs {
  const own = { ...nothing, leaves: [leaf] }
  switch (leaf.kind) {
    case 'term':
      return { ...own, [leaf.title ? 'titles' : 'texts']: [leaf.text] }
    case 'least':
      return { ...own, numbers: { [leaf.name]: leaf.least } }
    case 'field': {
      const { name, value } = leaf
      if (name === 'site') return { ...own, url: `https://${value}` }
      if (name === 'link') return { ...own, links: [`https://${value}`] }
      if (name === 'author') return { ...own, authors: [value] }
      return { ...own, [name === 'lang' ? 'language' : name]: value }
    }
  }
}

/** As far from each other as the words may be, because a NOT may exclude the nearer ones. */
function nearNeeds(near: Near): Needs[] {
  const between = ` ${filler.repeat(near.distance)}`
  return near.left.flatMap((left) =>
    near.right.map((right) => ({
      ...needsOf({ ...left, text: `${left.text}${between}${right.text}` }),
      leaves: [near],
    })),
  )
}

/** Undefined if no post can be both. */
function together(a: Needs, b: Needs): Needs | undefined {
  for (const name of ['url', 'language', 'source', 'type'] as const)
    if (a[name] !== undefined && b[name] !== undefined && a[name] !== b[name]) return undefined
  const least = (name: 'reach' | 'points') => Math.max(a.numbers[name] ?? 0, b.numbers[name] ?? 0)
  return {
    ...a,
    ...b,
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

/** Queries that match a post with these needs, whatever else the post is. */
export function matchesOf(needs: Needs, queries: readonly Query[]): Set<Query> {
  const { url = 'https://qzxj.invalid/', language = 'unknown', source = '', type, numbers } = needs
  const match = createMatcher(queries.map((query) => ({ key: query, query })))
  const types = type === undefined ? postTypes : postTypes.filter((one) => one === type)
  const found = types.flatMap((one) =>
    match({
      ...{ title: needs.titles.join(apart), text: needs.texts.join(apart), url, links: needs.links },
      author: { name: needs.authors.join(apart) },
      ...{ language: () => language, sources: [source], type: one, numbers },
    }),
  )
  return new Set(found.map(({ key }) => key))
}
