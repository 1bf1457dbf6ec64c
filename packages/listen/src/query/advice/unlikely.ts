import { isoCode } from '../../fields/language.ts'
import { type Leaf, printQuery, type Query } from '../query.ts'
import { rankOf } from './frequent-words.ts'
import { alternativesOf, notsIn, withoutNots } from './parts.ts'
import { matchesOf, witnessesOf } from './witnesses.ts'

/**
 * Why a query, or a part of it, will probably find nothing, or far too much. Parts are written as queries.
 * - `impossible`: no post can have the part.
 * - `removed`: the NOT `by` removes everything that the part finds.
 * - `frequent`: the part is a single frequent word. `share`: of all posts; undefined if nobody knows it.
 */
export type Unlikely =
  | { kind: 'impossible'; part: string }
  | { kind: 'removed'; part: string; by: string }
  | { kind: 'frequent'; part: string; share: number | undefined }

/** For people: what is unlikely, and what to do about it. */
export type QueryWarning = { what: string; whatToDo: string }

export const warningsOf = (query: Query): QueryWarning[] => unlikelyParts(query).map(sentencesOf)

function sentencesOf(unlikely: Unlikely): QueryWarning {
  const { kind, part } = unlikely
  if (kind === 'impossible')
    return { what: `No post can have ${part}.`, whatToDo: 'Write it as posts have it, or take it out.' }
  if (kind === 'removed')
    return {
      what: `${unlikely.by} removes everything that ${part} finds.`,
      whatToDo: 'Take it out, or exclude a longer phrase.',
    }
  const share =
    unlikely.share === undefined ? '' : `: roughly ${percentOf(unlikely.share)} % of posts have it`
  return {
    what: `${part} alone is one of the most frequent words${share}.`,
    whatToDo: 'Ask for a capital (=Word), for another word near it (NEAR/5), or for a site, too.',
  }
}

const percentOf = (share: number) => Number((100 * share).toPrecision(1))

/** What can be said of a query before any post was compared with it. */
export function unlikelyParts(query: Query): Unlikely[] {
  const impossible = wantedLeaves(query).filter(isImpossible)
  return [
    ...impossible.map((leaf): Unlikely => ({ kind: 'impossible', part: printQuery(leaf) })),
    ...(impossible.length > 0 ? [] : contradictions(query)),
    ...alternativesOf(query).flatMap(frequentWord),
  ]
}

function wantedLeaves(query: Query): Leaf[] {
  const bare = withoutNots(query)
  if (bare === undefined) return []
  const leaves = new Map<string, Leaf>()
  for (const { leaves: some } of witnessesOf(bare) ?? [])
    for (const leaf of some) leaves.set(printQuery(leaf), leaf)
  return [...leaves.values()]
}

/** No least post with a leaf has it, or its language is one that no post has. */
function isImpossible(leaf: Leaf): boolean {
  if (leaf.kind === 'field' && leaf.name === 'lang' && leaf.value !== 'unknown')
    return isoCode(leaf.value) !== leaf.value || Intl.getCanonicalLocales(leaf.value)[0] !== leaf.value
  const match = matchesOf([leaf])
  return witnessesOf(leaf)?.every((needs) => match(needs).size === 0) === true
}

function contradictions(query: Query): Unlikely[] {
  const bare = withoutNots(query)
  if (bare === undefined) return []
  const witnesses = witnessesOf(bare)
  if (witnesses?.length === 0) return [{ kind: 'impossible', part: printQuery(bare) }]
  const nots = notsIn(query)
  // What a NOT of a NOT asks for is in no witness.
  const isNested = nots.some(({ part }) => notsIn(part).length > 0)
  if (witnesses === undefined || nots.length === 0 || isNested) return []
  const match = matchesOf([query, bare, ...nots.map(({ part }) => part)])
  const outcomes = witnesses.map((needs) => {
    const matched = match(needs)
    return {
      needs,
      isRemoved: !matched.has(query) && matched.has(bare),
      by: nots.filter(({ part }) => matched.has(part)),
    }
  })
  /** The NOTs that remove all posts; undefined if one stays. */
  const removers = (some: typeof outcomes) =>
    some.every(({ isRemoved }) => isRemoved) ? some.flatMap(({ by }) => by) : undefined
  const ofAll = removers(outcomes)
  if (ofAll !== undefined) return removed(bare, ofAll)
  return wantedLeaves(query).flatMap((leaf) => {
    const name = printQuery(leaf)
    const all = outcomes.filter(({ needs }) => needs.leaves.some((one) => printQuery(one) === name))
    return removed(leaf, removers(all) ?? [])
  })
}

function removed(part: Query, by: Query[]): Unlikely[] {
  const names = [...new Set(by.map(printQuery))]
  return names.length === 0 ? [] : [{ kind: 'removed', part: printQuery(part), by: names.join(' ') }]
}

/** Posts of networks have about so many words, of which the most frequent one is this share, the second half of it, and so on. */
const wordsOfPost = 20
const shareOfFirst = 0.07

/** The only word of a query that narrows it; undefined if there are more. */
function onlyWord(query: Query): (Query & { kind: 'term' }) | undefined {
  const bare = withoutNots(query)
  const parts = bare?.kind === 'and' ? bare.parts : bare === undefined ? [] : [bare]
  const narrow = parts.filter(isNarrow)
  const [only] = narrow
  return narrow.length === 1 && only?.kind === 'term' && !/\s/.test(only.text) ? only : undefined
}

/** False if many posts have the part, whatever they are about. */
export const isNarrow = (part: Query): boolean =>
  part.kind !== 'least' && !(part.kind === 'field' && ['lang', 'source', 'type'].includes(part.name))

function frequentWord(query: Query): Unlikely[] {
  const word = onlyWord(query)
  const rank = word === undefined || word.prefix || word.exact ? undefined : rankOf(word.text)
  if (word === undefined || rank === undefined) return []
  const share = rank.isEnglish ? 1 - (1 - shareOfFirst / rank.rank) ** wordsOfPost : undefined
  return [{ kind: 'frequent', part: printQuery(word), share }]
}
