import { type Clause, clausesOf, type Place } from './clauses.ts'
import { emojiDegrees, glad, sad } from './emoji.ts'
import { degreeAt, type Lexicon } from './lexicon.ts'
import { meaningsOf, type Rated } from './negation.ts'

/** Sums of the degrees of words. */
type Sums = { good: number; bad: number }

/** What a text has that tells of a feeling. */
export type Signals = Sums & {
  /** The sums if every doubtful degree is turned. Absent if none is doubtful. */
  otherwise?: Sums
  /** Sums of the degrees of emoji and emoticons. */
  glad: number
  sad: number
  words: number
  hasLink: boolean
  questions: number
  exclamations: number
  numbers: number
}

/** What is known beside the text. `moved` is how much corrections have moved words, in the form in which words are compared. */
export type About = { places?: readonly Place[]; moved?: ReadonlyMap<string, number> }

/** The factors of a word's degree. All were chosen by hand. */
const factors = {
  negated: -0.6,
  /** Of what stands before and after a word such as "but". */
  beforeContrast: 0.6,
  afterContrast: 1.5,
  /** Of a clause without the searched words, if another one has them. */
  elsewhere: 0.25,
  /** Of a clause that compares something with what is searched for. */
  rival: -0.8,
  /** An intensifier adds this much. */
  stronger: 0.35,
  weaker: 0.5,
}
const ofFace = 2

const link = /(?:https?:\/\/|www\.)\S+|\bhttps?\b\S*/gi
const person = /@\w+/g
const pictograph = /\p{Extended_Pictographic}/gu

export function signalsOf(text: string, lexicon: Lexicon, { places = [], moved }: About = {}): Signals {
  // What is taken out leaves as many spaces, so that places stay the same.
  const spaces = (found: string) => ' '.repeat(found.length)
  const plain = text.replaceAll(link, spaces)
  const spoken = plain.replaceAll(person, spaces)
  const emoji = (spoken.match(pictograph) ?? []).map((one) => emojiDegrees.get(one) ?? 0)
  const clauses = clausesOf(spoken, lexicon, places)
  const degrees = clauseDegrees(clauses, lexicon, moved)
  const sums = (of: (one: Degree) => number): Sums => ({
    ...{ good: sumAbove(degrees.map(of)), bad: sumAbove(degrees.map((one) => -of(one))) },
  })
  const count = (what: RegExp) => spoken.match(what)?.length ?? 0
  return {
    ...sums(({ degree }) => degree),
    ...(degrees.some(({ isDoubtful }) => isDoubtful) && {
      otherwise: sums(({ degree, isDoubtful }) => degree * (isDoubtful ? factors.negated : 1)),
    }),
    glad: ofFace * (plain.match(glad)?.length ?? 0) + sumAbove(emoji),
    sad: ofFace * (plain.match(sad)?.length ?? 0) + sumAbove(emoji.map((degree) => -degree)),
    words: clauses.reduce((sum, { words }) => sum + words.filter((word) => word !== ',').length, 0),
    hasLink: plain !== text,
    ...{ questions: count(/\?+/g), exclamations: count(/!/g), numbers: count(/(?<![\p{L}\p{N}])\p{N}+/gu) },
  }
}

/** Doubtful: it may be turned. */
type Degree = { degree: number; isDoubtful: boolean }

const sumAbove = (degrees: readonly number[]) => degrees.reduce((sum, degree) => sum + Math.max(0, degree), 0)

function clauseDegrees(clauses: readonly Clause[], lexicon: Lexicon, moved: About['moved']): Degree[] {
  const isNamed = clauses.some(({ names }) => names !== undefined)
  return clauses.flatMap((clause, at) => {
    const factor =
      (clause.contrasts ? factors.afterContrast : 1) *
      (clauses[at + 1]?.contrasts ? factors.beforeContrast : 1) *
      (clause.names === 'rival' ? factors.rival : 1) *
      (isNamed && clause.names === undefined ? factors.elsewhere : 1)
    return wordDegrees(clause.words, lexicon, moved).map(({ degree, isDoubtful }) => ({
      ...{ degree: degree * factor, isDoubtful },
    }))
  })
}

function wordDegrees(words: readonly string[], lexicon: Lexicon, moved: About['moved']): Degree[] {
  const found: Rated[] = []
  const negations: number[] = []
  let factor = 1
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? ''
    const { degree: known, length } = degreeAt(words, at, lexicon)
    const degree = known + (moved?.get(word) ?? 0)
    const isNegation = length === 1 && lexicon.negators.has(word)
    if (isNegation) negations.push(at)
    if (degree !== 0) {
      found.push({ at, degree: degree * factor })
      factor = 1
    } else if (!isNegation) factor = factorAfter(word, factor, lexicon)
    at += length
  }
  if (found.length === 0) return []
  const meanings = meaningsOf(words, found, negations, lexicon)
  return found.map(({ degree }, index) => ({
    degree: degree * (meanings[index] === 'turned' ? factors.negated : 1),
    isDoubtful: meanings[index] === 'doubtful',
  }))
}

function factorAfter(word: string, factor: number, { intensifiers, diminishers }: Lexicon): number {
  if (intensifiers.has(word)) return factor + factors.stronger
  return diminishers.has(word) ? factor * factors.weaker : 1
}
