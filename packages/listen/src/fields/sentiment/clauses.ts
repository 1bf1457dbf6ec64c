import type { Lexicon } from './lexicon.ts'

/** A part of a text, from one end of a sentence or word such as "but" to the next. */
export type Clause = {
  words: string[]
  /** The words that were searched for. */
  searched: string[]
  /** It begins with a word such as "but". */
  contrasts: boolean
  /** Undefined if it does not name what is searched for. */
  names?: 'subject' | 'rival'
}

/** A place where the searched words are, in UTF-16 units. */
export type Place = { start: number; end: number }

/** The French negation is a word of its own, but not in "n'importe". */
const token = /n'(?=\p{L})(?!importe)|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'-]*|[.;:!?…\n]+|,/giu
/** So many words may stand between a comparative and `than`. */
const comparativeBefore = 4

/** Splits the words of a text, in the form in which they are compared. Commas stay as words. */
export function clausesOf(text: string, lexicon: Lexicon, places: readonly Place[]): Clause[] {
  const clauses: Clause[] = []
  let clause: Clause = { words: [], searched: [], contrasts: false }
  const begin = (contrasts: boolean) => {
    if (clause.words.length > 0) clauses.push(clause)
    clause = { words: [], searched: [], contrasts }
  }
  for (const { 0: found, index } of text.replaceAll('’', "'").matchAll(token)) {
    if (/^[.;:!?…\n]/.test(found)) {
      begin(false)
      continue
    }
    const word = foldedWord(found, lexicon)
    if (lexicon.contrast.has(word)) begin(clauses.length > 0 || clause.words.length > 0)
    if (places.some(({ start, end }) => index < end && index + found.length > start)) {
      clause.names = clause.names === 'subject' || !comesOffWorse(clause.words, lexicon) ? 'subject' : 'rival'
      clause.searched.push(word)
    }
    clause.words.push(word)
  }
  begin(false)
  return clauses
}

/** Letters that are repeated for emphasis are cut to two. */
const foldedWord = (word: string, { fold }: Pick<Lexicon, 'fold'>) =>
  fold(word.toLowerCase()).replaceAll(/(\D)\1{2,}/g, '$1$1')

const articles = new Set(
  'the a an der die das dem den le la les l il lo i gli el los las o os as of de do da con'.split(' '),
)

/** The words before a name say that it is what something else is compared with. */
function comesOffWorse(before: readonly string[], { than, comparatives, unlike }: Lexicon): boolean {
  const last = before.findLastIndex((word) => !articles.has(word))
  const [two, one] = [before[last - 1], before[last]]
  const all = before.join(' ')
  if (
    [...unlike].some(
      (phrase) =>
        ` ${all}`.endsWith(` ${phrase}`) || ` ${before.slice(0, last + 1).join(' ')}`.endsWith(` ${phrase}`),
    )
  )
    return true
  if (one === undefined || !than.has(one))
    return two !== undefined && than.has(two) && comparatives.has(one ?? '')
  if (comparatives.size === 0) return true
  return before.slice(Math.max(0, last - comparativeBefore), last).some((word) => comparatives.has(word))
}
