import { otherQuotes, plainQuote } from '@overheard/base/name'

// In the patterns of filters, `*` stands for any text. Case, kinds of white space and of quotes, and encodings of accents are
// ignored. Patterns do not become regular expressions, because the time of a regular expression over a stranger's
// text has no bound. The time of a search has: a filter has at most 1,000 patterns of at most 200 characters, and a text at most 3,000.

export type Patterns = (text: string) => string | undefined

/** These scripts are written without spaces, so the edges of a word cannot be found. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

export function wholePatterns(patterns: string[]): Patterns {
  const compiled = patterns.map((pattern) => ({ pattern, pieces: piecesOf(pattern.trim()).map(folded) }))
  return (value) => {
    const text = folded(normal(value.trim()))
    return compiled.find(({ pieces }) => isWhole(text, pieces))?.pattern
  }
}

export function domainPatterns(patterns: string[]): Patterns {
  const compiled = patterns.map((pattern) => {
    const [first = '', ...others] = piecesOf(pattern.trim().replace(/^\.+/, '')).map(folded)
    return { pattern, pieces: ['', `.${first}`, ...others] }
  })
  return (host) => {
    const text = `.${folded(normal(host))}`
    return compiled.find(({ pieces }) => isWhole(text, pieces))?.pattern
  }
}

export function wordPatterns(patterns: string[]): Patterns {
  const compiled = patterns.map((pattern) => ({ pattern, pieces: piecesInWords(pattern) }))
  return (text) => {
    const searched = folded(withEdges(normal(text)))
    return compiled.find(({ pieces }) => endOf(searched, pieces, 0) !== undefined)?.pattern
  }
}

const piecesOf = (pattern: string) => normal(pattern).split(/\*+/)

/**
 * Returns where the last of the pieces ends, if all occur one after the other after the place `from`. Each piece is taken at its leftmost place,
 * which leaves most room for the next.
 */
function endOf(text: string, pieces: readonly string[], from: number): number | undefined {
  let reached = from
  for (const piece of pieces) {
    const at = text.indexOf(piece, reached)
    if (at < 0) return undefined
    reached = at + piece.length
  }
  return reached
}

/** Returns true if the text consists of these pieces with anything between them. */
function isWhole(text: string, [first = '', ...others]: string[]): boolean {
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  const reached = endOf(text, others, first.length)
  return reached !== undefined && reached + last.length <= text.length
}

/** Returns a text with one encoding for each accent, plain quotes, one blank for any white space, and no lone surrogates. */
const normal = (text: string) =>
  text
    .normalize('NFC')
    .toWellFormed()
    .replace(otherQuotes, plainQuote)
    .replace(/\s\s+|[^\S ]/g, ' ')

/** These characters mark the start and the end of a word. They are lone surrogates, and `normal` leaves none in a text. */
const [begin, end] = ['\ud800', '\udfff']

const words = /[\u0345\p{L}\p{N}_]+/gu

/** Returns the words of a text in the form that patterns are compared in. Leaves out scripts that are written without spaces. */
export const wordsIn = (text: string): string[] =>
  (normal(text).match(words) ?? []).map(folded).filter((word) => !unspaced.test(word))

const withEdges = (text: string) => text.replace(words, `${begin}$&${end}`)

/** The first and the last word of a pattern must be whole words, unless a star or a script without spaces is there. */
function piecesInWords(pattern: string): string[] {
  const written = pattern.trim()
  const pieces = piecesOf(written).map(withEdges)
  return pieces
    .map((piece, place) => {
      const isWordFirst = place === 0 && isEdge(written.at(0))
      const isWordLast = place === pieces.length - 1 && isEdge(written.at(-1))
      const from = piece.startsWith(begin) && !isWordFirst ? 1 : 0
      const to = piece.endsWith(end) && !isWordLast ? -1 : undefined
      return folded(piece.slice(from, to))
    })
    .filter((piece) => piece !== '')
}

const isEdge = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character) && !unspaced.test(character)

/** Case folding makes these letters equal to other letters, although their lower case differs. */
const variants = /[\u0345µſςϐϑϕϖϰϱϵᲀ-ᲈẛι]/g

/**
 * Folds the case of a normalised text (Unicode's simple case folding), so that no character becomes two. İ has no lower case of one
 * character, so it is replaced by a character that no text contains.
 */
function folded(text: string): string {
  return text
    .replaceAll('İ', '\ufdd0')
    .toLowerCase()
    .replace(variants, (letter) => letter.toUpperCase().toLowerCase())
    .replaceAll('ﬅ', 'ﬆ')
}
