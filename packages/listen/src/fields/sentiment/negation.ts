import type { Lexicon } from './lexicon.ts'

/** The degree of a word or phrase, and where it begins in its clause. */
export type Rated = { at: number; degree: number }

/** What a degree means beside the other words of its clause. Doubtful: nobody can know whether it is turned. */
export type Meaning = 'plain' | 'turned' | 'doubtful'

type LateNegation = NonNullable<Lexicon['lateNegation']>
type Range = { from: number; to: number }
/** Blame that is far from its negation is doubtful: "I don't think that anybody hates it" is no praise. */
type Turning = Range & { isFar?: boolean }

/** So many words after a negation are negated. */
const negatedWords = 3
/** A negated verb of opinion is so near. */
const opinionWithin = 2
/** Thanks beside a word of this degree or a lower one may be irony. */
const hurting = -2

/**
 * What each degree of a clause means. `negations` are the places of words such as "not". Praise beside a negation that turns nothing is
 * doubtful, because too many orders of words are possible: "Nothing about Acme is great", "J'aime pas".
 */
export function meaningsOf(
  words: readonly string[],
  rated: readonly Rated[],
  negations: readonly number[],
  lexicon: Lexicon,
): Meaning[] {
  const degrees = rated.filter(({ at }) => !negations.includes(at))
  const isIn = (range: Range) => degrees.filter(({ at }) => includes(range, at))
  const turning = negations.map((at) => ({ at, ranges: rangesOf(at, words, lexicon) }))
  const turned = turning.flatMap(({ ranges }) => ranges)
  const turnsNothing = turning.filter(
    ({ at, ranges }) =>
      !lexicon.without.has(words[at] ?? '') && ranges.every((range) => isIn(range).length === 0),
  )
  const unsure = partsOf(words, isComma).filter(
    (part) =>
      turnsNothing.some(({ at }) => includes(part, at)) && isIn(part).every(({ degree }) => degree > 0),
  )
  const isIronic = mayBeIronic(words, degrees, lexicon)
  return rated.map(({ at, degree }) => {
    const all = turned.filter((range) => includes(range, at))
    if (all.length > 0) return degree > 0 || all.some(({ isFar }) => !isFar) ? 'turned' : 'doubtful'
    if (isIronic) return 'doubtful'
    return degree > 0 && unsure.some((part) => includes(part, at)) ? 'doubtful' : 'plain'
  })
}

const includes = ({ from, to }: Range, at: number) => at >= from && at < to
const isComma = (word: string) => word === ','

/** The parts of a clause between the words that end one. */
function partsOf(words: readonly string[], ends: (word: string) => boolean): Range[] {
  const at = [-1, ...words.flatMap((word, index) => (ends(word) ? [index] : [])), words.length]
  return at.slice(1).map((to, index) => ({ from: (at[index] ?? -1) + 1, to }))
}

/** What a negation turns: the next words, and what stands further away if an opinion or what stands before is negated. */
function rangesOf(at: number, words: readonly string[], lexicon: Lexicon): Turning[] {
  const next = { from: at + 1, to: at + 1 + negatedWords }
  if (lexicon.without.has(words[at] ?? '')) return [next]
  const far =
    lexicon.lateNegation === undefined
      ? opinionAfter(at, words, lexicon)
      : lateRange(at, words, lexicon.lateNegation, lexicon)
  if (far === undefined) return [next]
  return includes(far, at + 1) ? [{ ...far, isFar: true }] : [next, { ...far, isFar: true }]
}

function opinionAfter(at: number, words: readonly string[], { opinions }: Lexicon): Range | undefined {
  const isOpinion = words.slice(at + 1, at + 1 + opinionWithin).some((word) => opinions.has(word))
  const { to } = rangeWith(at, partsOf(words, isComma))
  return isOpinion ? { from: at + 1, to } : undefined
}

function lateRange(
  at: number,
  words: readonly string[],
  { and, that, after }: LateNegation,
  { opinions }: Lexicon,
): Range | undefined {
  const parts = partsOf(words, isComma)
  const { from, to } = rangeWith(at, parts)
  const told = parts.find((part) => part.from === to + 1)
  if (
    told !== undefined &&
    that.has(words[told.from] ?? '') &&
    words.slice(from, to).some((word) => opinions.has(word))
  )
    return told
  const own = rangeWith(
    at,
    partsOf(words, (word) => isComma(word) || and.has(word)),
  )
  return words.slice(at + 1, own.to).every((word) => after.has(word)) ? { from: own.from, to: at } : undefined
}

const rangeWith = (at: number, ranges: readonly Range[]): Range =>
  ranges.find((range) => includes(range, at)) ?? { from: at, to: at + 1 }

function mayBeIronic(words: readonly string[], rated: readonly Rated[], { thanks }: Lexicon): boolean {
  const isThanked = rated.some(({ at, degree }) => degree > 0 && thanks.has(words[at] ?? ''))
  return isThanked && rated.some(({ degree }) => degree <= hurting)
}
