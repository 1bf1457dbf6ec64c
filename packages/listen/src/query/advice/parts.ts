import { createMatcher, type Searched } from '../matcher.ts'
import { type Leaf, printQuery, type Query } from '../query.ts'

type Not = Query & { kind: 'not' }

/** The distinct words, phrases and fields of a query, in their order. A NEAR comes after its words. */
function leavesIn(query: Query): Leaf[] {
  const found = new Map<string, Leaf>()
  const add = (part: Query): void => {
    if ('parts' in part) part.parts.forEach(add)
    else if (part.kind === 'not') add(part.part)
    else {
      if (part.kind === 'near') [...part.left, ...part.right].forEach(add)
      found.set(printQuery(part), part)
    }
  }
  add(query)
  return [...found.values()]
}

/** The outermost NOTs. */
export function notsIn(query: Query): Not[] {
  if (query.kind === 'not') return [query]
  return 'parts' in query ? query.parts.flatMap(notsIn) : []
}

/** What a query asks for without its NOTs; undefined if it then matches everything. */
export function withoutNots(query: Query): Query | undefined {
  if (query.kind === 'not') return undefined
  if (!('parts' in query)) return query
  const parts = query.parts.map(withoutNots)
  const left = parts.filter((part) => part !== undefined)
  if (left.length === 0 || (query.kind === 'or' && left.length < parts.length)) return undefined
  return left.length === 1 ? left[0] : { kind: query.kind, parts: left }
}

/** The queries of which one must match. */
export const alternativesOf = (query: Query): Query[] => (query.kind === 'or' ? query.parts : [query])

export type Example = { title: string; url: string }

export type PartCounts = {
  /** `found`: how many of the posts have the part. Parts are written as queries. */
  parts: { part: string; found: number }[]
  /** What each NOT drops although the rest of the query matches. */
  dropped: { by: string; found: number; examples: Example[] }[]
}

const mostExamples = 3

export function countParts(query: Query, posts: readonly (Example & { searched: Searched })[]): PartCounts {
  const leaves = leavesIn(query)
  const nots = notsIn(query)
  const bare = withoutNots(query) ?? query
  const asked = [query, bare, ...nots.map(({ part }) => part), ...leaves]
  const match = createMatcher(asked.map((part) => ({ key: part, query: part })))
  const had = new Map<Query, number>()
  const lost = new Map<Query, Example[]>()
  for (const { searched, title, url } of posts) {
    const has = new Set(match(searched).map(({ key }) => key))
    for (const part of has) had.set(part, (had.get(part) ?? 0) + 1)
    const isDropped = has.has(bare) && !has.has(query)
    for (const { part } of isDropped ? nots : [])
      if (has.has(part)) lost.set(part, [...(lost.get(part) ?? []), { title, url }])
  }
  return {
    parts: leaves.map((leaf) => ({ part: printQuery(leaf), found: had.get(leaf) ?? 0 })),
    dropped: nots.map((not) => {
      const all = lost.get(not.part) ?? []
      return { by: printQuery(not), found: all.length, examples: all.slice(0, mostExamples) }
    }),
  }
}
