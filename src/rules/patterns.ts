import { createSearch } from './word-search.ts'

/**
 * The patterns of filters: `*` stands for anything, case is ignored, any white space stands for any other, and an accent is the same
 * however it is encoded. No regular expression is made of them: the time that one takes over a stranger's text has no bound.
 */

/** Returns the first of some patterns that fits a text, as it was written. */
export type Patterns = (text: string) => string | undefined

/** Scripts that are written without spaces: a word there has no edge that could be looked for. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Patterns that a value must fit as a whole. */
export function wholePatterns(patterns: string[]): Patterns {
  const compiled = patterns.map((pattern) => ({ pattern, pieces: piecesOf(pattern.trim()).map(folded) }))
  return (value) => {
    const text = folded(normal(value.trim()))
    return compiled.find(({ pieces }) => isWhole(text, pieces))?.pattern
  }
}

/** Patterns of domains: a host fits if it is the domain or lies below it. */
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

/** Patterns whose words stand somewhere in a text, as whole words in this order. */
export function wordPatterns(patterns: string[]): Patterns {
  const search = createSearch(patterns.map(piecesInWords))
  return (text) => {
    const found = search(folded(withEdges(normal(text))))
    return found === undefined ? undefined : patterns[found]
  }
}

/** What stands between the stars of a pattern; empty where a star is at its beginning or end. */
const piecesOf = (pattern: string) => normal(pattern).split(/\*+/)

/** Whether a text is made of these pieces, with anything between them. The leftmost place of each leaves the most room. */
function isWhole(text: string, [first = '', ...others]: string[]): boolean {
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let reached = first.length
  for (const piece of others) {
    const at = text.indexOf(piece, reached)
    if (at < 0) return false
    reached = at + piece.length
  }
  return reached + last.length <= text.length
}

/** One encoding of each accent, one blank for any white space, and no half of a character. */
const normal = (text: string) =>
  text
    .normalize('NFC')
    .toWellFormed()
    .replace(/\s\s+|[^\S ]/g, ' ')

/** The beginning and the end of a word within a text. No other text has these: they are halves of characters. */
const [begin, end] = ['\ud800', '\udfff']

/** A run of what words are made of. (The iota is a mark, but its capital is a letter.) */
const words = /[\u0345\p{L}\p{N}_]+/gu

/** A normal text with the edges of its words: so a whole word is found like any other piece of text. */
const withEdges = (text: string) => text.replace(words, `${begin}$&${end}`)

/** The pieces of a pattern of words. Its own first and last word must be whole, unless a star or a script without spaces is there. */
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

/** Letters that are the same as another one without case, although their small letter is not the same. */
const variants = /[\u0345µſςϐϑϕϖϰϱϵᲀ-ᲈẛι]/g

/**
 * A normal text without case, character by character (the simple case folding of Unicode): no character becomes two. The capital I with
 * a dot has no small letter of one character; it stands for itself alone, as a character that no text has.
 */
function folded(text: string): string {
  return text
    .replaceAll('İ', '\ufdd0')
    .toLowerCase()
    .replace(variants, (letter) => letter.toUpperCase().toLowerCase())
    .replaceAll('ﬅ', 'ﬆ')
}
