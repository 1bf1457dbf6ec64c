import { codePointBefore, fold, hasContent, isBoundary, isInWord, isWordCharacter } from './fold.ts'
import { type Anchor, piecesOf } from './matching/leaf-index.ts'
import type { Term } from './query.ts'

/** A range of UTF-16 indices; `end` is not included. */
export type Range = { start: number; end: number }

/** A term that is ready to be looked for in folded texts. */
export type Pattern = {
  /** The folded words of a phrase, or one word. */
  words: string[]
  prefix: boolean
}

/** The pattern for texts that are folded in the same way. */
export function patternOf(
  { text, phrase, prefix, exact }: Omit<Term, 'kind' | 'title'>,
  how = fold,
): Pattern {
  // Texts are composed when they are stored. Some systems write queries in other forms.
  const folded = how(text.normalize('NFC')).text
  // A full stop or a colon is that of a sentence.
  if (!phrase) return { words: [exact ? folded : folded.replace(/[.…:]+$/, '')], prefix }
  // Between the words of a phrase any punctuation may stand, so none is part of it.
  const words = folded.split(' ').filter(hasContent)
  return { words: words.map((word) => word.replace(/[.,;:!?…،؛؟、。､｡]+$/, '')), prefix }
}

/** More spaces and signs than this between two words separate them. */
const maxGap = 12

/** The ranges of a folded text at which the pattern occurs, ascending and apart from each other, at most `most`. */
export function findPattern(text: string, pattern: Pattern, most: number): Range[] {
  const [first = ''] = pattern.words
  const ranges: Range[] = []
  let from = 0
  while (ranges.length < most) {
    const start = text.indexOf(first, from)
    if (start === -1) break
    const end = endOfMatch(text, start, pattern)
    if (end !== undefined) ranges.push({ start, end })
    from = end ?? start + 1
  }
  return ranges
}

/** The end of the match that begins at `start`; undefined if there is none. */
function endOfMatch(text: string, start: number, { words, prefix }: Pattern): number | undefined {
  const [first = '', ...others] = words
  if (!mayBegin(text, start)) return undefined
  let end = start + first.length
  for (const word of others) {
    const next = startOfNext(text, end, word)
    if (next === undefined) return undefined
    end = next + word.length
  }
  if (prefix) {
    while (isWordCharacter(text.codePointAt(end)) && !isBoundary(text, end)) end += unitsAt(text, end)
    return end
  }
  return mayEnd(text, end) ? endOfEmoji(text, end) : undefined
}

/** A word may follow after spaces and signs, or at once in a script without spaces. */
function startOfNext(text: string, end: number, word: string): number | undefined {
  if (!mayEnd(text, end)) return undefined
  for (let at = end; at <= end + maxGap; at++) {
    if (text.startsWith(word, at) && (at > end || isBoundary(text, at)))
      return mayBegin(text, at) ? at : undefined
    if (text[at] !== '_' && isWordCharacter(text.codePointAt(at))) return undefined
  }
  return undefined
}

const joiner = 0x200d

function mayBegin(text: string, start: number): boolean {
  const left = codePointBefore(text, start)
  const first = text.codePointAt(start) ?? 0
  // `@acme` must not be found in an address of mail, `#acme` in an address of a page, nor `.net` in that of a site.
  if (first === 0x23 || first === 0x40 || (first === 0x2e && isWordCharacter(text.codePointAt(start + 1))))
    return !isInWord(text, start)
  if (isFlagLetter(first)) return flagLettersBefore(text, start) % 2 === 0
  return left !== joiner && isBoundary(text, start)
}

function mayEnd(text: string, end: number): boolean {
  return text.codePointAt(end) !== joiner && isBoundary(text, end)
}

/** A colour of skin belongs to the emoji before it. */
function endOfEmoji(text: string, end: number): number {
  const next = text.codePointAt(end)
  return next !== undefined && next >= 0x1f3fb && next <= 0x1f3ff ? end + 2 : end
}

/** Flags are pairs of these letters, so the third letter of a row begins another flag. */
const isFlagLetter = (codePoint: number) => codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff

/**
 * No person writes more of them in a row, and each flag of the row counts those before it. The number is odd, so that no flag is found
 * behind so many.
 */
const maxFlagLetters = 1001

function flagLettersBefore(text: string, start: number): number {
  let count = 0
  while (count < maxFlagLetters && isFlagLetter(codePointBefore(text, start - 2 * count) ?? 0)) count += 1
  return count
}

const unitsAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** What each text with the pattern has. Any one of them is enough to find it. */
export function anchorsOf({ words, prefix }: Pattern): Anchor[] {
  const pieces = words.flatMap((word, place) => {
    const end = word.replace(/_+$/, '').length
    return piecesOf(word).map((piece) => ({
      ...piece,
      place,
      /** The word of the text may go on. */
      isOpen: prefix && place === words.length - 1 && piece.at + piece.text.length === end,
    }))
  })
  const parts = pieces.filter(({ kind }) => kind === 'word')
  const inRow = parts.flatMap((piece, index): Anchor[] => {
    const next = parts[index + 1]
    return next === undefined || next.isOpen ? [] : [{ kind: 'words', first: piece.text, second: next.text }]
  })
  const alone = parts.map(
    ({ text, isOpen }): Anchor => ({ kind: isOpen ? 'beginning' : 'words', first: text }),
  )
  const signs = pieces.flatMap(({ kind, text, at, place }, index): Anchor[] => {
    if (kind === 'word' || text === ' ') return []
    const next = pieces[index + 1]
    const isRow =
      next?.kind === 'sign' && next.text !== ' ' && next.place === place && next.at === at + text.length
    return [
      { kind: 'signs', first: text },
      ...(isRow ? [{ kind: 'signs', first: text, second: next.text } as const] : []),
    ]
  })
  return [...inRow, ...alone, ...signs]
}
