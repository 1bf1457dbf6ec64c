import { createMatcher, type Searched } from '../matcher.ts'
import { joined, printQuery, type Query } from '../query.ts'
import { alternativesOf, withoutNots } from './parts.ts'
import { isNarrow, type QueryWarning } from './unlikely.ts'

/** A query that has matched nothing for so long is compared, in days. */
export const quietDays = 7

/**
 * Warnings of queries that have matched nothing for `quietDays`, by their keys: which part none of the posts has, although they have another
 * part that must be with it.
 */
export function unheardWarnings<Key>(
  quiet: readonly { key: Key; query: Query }[],
  posts: Iterable<Searched>,
): Map<Key, QueryWarning[]> {
  const alternatives = quiet.flatMap(({ key, query }) =>
    alternativesOf(query).map((one) => ({ key, parts: neededParts(one) })),
  )
  const parts = new Map(alternatives.flatMap((one) => one.parts.map((part) => [printQuery(part), part])))
  const match = createMatcher([...parts].map(([key, query]) => ({ key, query })))
  const counts = new Map<string, number>()
  let looked = 0
  for (const post of posts) {
    looked += 1
    for (const { key } of match(post)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const warnings = new Map<Key, QueryWarning[]>()
  for (const { key, parts } of alternatives) {
    const found = parts.map((part) => ({ part, name: printQuery(part) }))
    const unheard = found.filter(({ name }) => !counts.has(name))
    const heard = found.filter(({ part, name }) => counts.has(name) && isNarrow(part))
    if (unheard.length === 0 || heard.length === 0) continue
    const none = listed(unheard.map(({ name }) => `none has ${name}`))
    const some = listed(heard.map(({ name }) => `${name} is in ${counts.get(name)}`))
    const what = `Matched nothing in ${quietDays} days: of the last ${looked} posts ${none}, while ${some}.`
    warnings.set(key, [...(warnings.get(key) ?? []), { what, whatToDo: 'Write it as posts have it.' }])
  }
  return warnings
}

/** The parts of which every post that matches has each. Words of a NEAR stand before the whole. */
function neededParts(query: Query): Query[] {
  const bare = withoutNots(query)
  const parts = bare?.kind === 'and' ? bare.parts : bare === undefined ? [] : [bare]
  return parts.flatMap((part) =>
    part.kind === 'near' ? [joined('or', part.left), joined('or', part.right), part] : [part],
  )
}

const listed = (some: string[]) => new Intl.ListFormat('en').format(some)
