import { clausesOf, type Place } from './clauses.ts'
import { degreeAt, type Lexicon, type Sentiment } from './lexicon.ts'

/** A text and what a person says that its writer feels. `places` are those of the searched words, which never move. */
export type Lesson = { text: string; language: string; places: readonly Place[]; sentiment: Sentiment }

/** A mention of the same alert that nobody has corrected. */
export type Uncorrected = Pick<Lesson, 'text' | 'language'>

/** How much each word has moved, in the form in which words are compared. */
export type Moved = ReadonlyMap<string, number>

/** One correction moves a word by this much; words have degrees from -3 to 3. */
const step = 0.5
/** All corrections together move a word by this much at most. */
const furthest = 1.5
/** A word without a degree moves if so many corrections agree, so that no name is good or bad because of one post. */
const agreeing = 2
const shortest = 4
/** A word without a degree stays if so large a share of the other mentions has it: then it is a topic of the alert. */
const commonShare = 0.05

/**
 * Words whose degree contradicts a correction move to its side, and so do rare words without a degree. The degrees of all words move to zero
 * if the correction says neutral.
 */
export function movedBy(
  lessons: readonly Lesson[],
  others: readonly Uncorrected[],
  language: string,
  lexicon: Lexicon,
): Moved {
  const moves = new Map<string, { side: number; sentiment: Sentiment }[]>()
  for (const lesson of lessons.filter((one) => one.language === language))
    for (const word of wordsOf(lesson, lexicon)) {
      const side = sideOf(lesson.sentiment, degreeOf(word, lexicon))
      if (side !== 0) moves.set(word, [...(moves.get(word) ?? []), { side, sentiment: lesson.sentiment }])
    }
  const moved = [...moves].flatMap(([word, all]): [string, number][] => {
    const sum = all.reduce((total, { side }) => total + side, 0)
    const degree = Math.abs(degreeOf(word, lexicon))
    if (sum === 0 || (degree === 0 && Math.abs(sum) < agreeing)) return []
    const isCalmed = all.every(({ sentiment }) => sentiment === 'neutral')
    const most = isCalmed ? Math.min(degree, furthest) : furthest
    return [[word, Math.max(-most, Math.min(most, sum * step))]]
  })
  const topics = topicsIn(
    others.filter((one) => one.language === language),
    moved.flatMap(([word]) => (degreeOf(word, lexicon) === 0 ? [word] : [])),
    lexicon,
  )
  return new Map(moved.filter(([word]) => !topics.has(word)))
}

/** Those of the words that many texts have. */
function topicsIn(others: readonly Uncorrected[], words: readonly string[], lexicon: Lexicon): Set<string> {
  if (words.length === 0) return new Set()
  const texts = others.map(({ text }) => new Set(clausesOf(text, lexicon, []).flatMap((one) => one.words)))
  const count = (word: string) => texts.filter((text) => text.has(word)).length
  return new Set(words.filter((word) => count(word) > 0 && count(word) >= commonShare * texts.length))
}

const degreeOf = (word: string, lexicon: Lexicon) => degreeAt([word], 0, lexicon).degree

function sideOf(sentiment: Sentiment, degree: number): number {
  if (sentiment === 'neutral') return -Math.sign(degree)
  const side = sentiment === 'positive' ? 1 : -1
  return Math.sign(degree) === side ? 0 : side
}

/** The distinct words about what is searched for, without its name and the words that only change others. */
export function wordsOf({ text, places }: Pick<Lesson, 'text' | 'places'>, lexicon: Lexicon): string[] {
  const clauses = clausesOf(text, lexicon, places)
  const naming = clauses.filter(({ names }) => names === 'subject')
  const searched = new Set(clauses.flatMap((clause) => clause.searched))
  const words = (naming.length > 0 ? naming : clauses).flatMap((clause) => clause.words)
  const { negators, intensifiers, diminishers, contrast } = lexicon
  const isMovable = (word: string) =>
    !searched.has(word) &&
    ![negators, intensifiers, diminishers, contrast].some((set) => set.has(word)) &&
    (degreeOf(word, lexicon) !== 0 || isTelling(word, lexicon))
  return [...new Set(words)].filter(isMovable)
}

/** As in "they've", whose beginning tells what kind of word it is. */
const ending = /(?!^)'.*$/

function isTelling(word: string, { common }: Lexicon): boolean {
  const plain = word.replace(ending, '')
  return plain.length >= shortest && /^\D+$/.test(word) && !common.has(word) && !common.has(plain)
}
