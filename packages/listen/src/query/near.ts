import type { Range } from './find-term.ts'
import type { Near } from './query.ts'

/**
 * The ranges of both sides of which one is near the other, at most 50 pairs. Both sides are ranges of the text. The pairs of one word in
 * the text are those with the nearest ones before and after it.
 */
export function nearPairs(
  text: string,
  left: Range[],
  right: Range[],
  { distance, ordered }: Pick<Near, 'distance' | 'ordered'>,
): Range[] {
  const forward = pairs(text, left, right, distance)
  return ordered ? forward : [...forward, ...pairs(text, right, left, distance)]
}

const maxPairs = 50

/** Pairs of which the first stands before the second. */
function pairs(text: string, first: Range[], second: Range[], distance: number): Range[] {
  const found: Range[] = []
  const before = first.toSorted((a, b) => a.end - b.end)
  let passed = 0
  for (const after of second.toSorted((a, b) => a.start - b.start)) {
    while (passed < before.length && (before[passed]?.end ?? 0) <= after.start) passed += 1
    const nearest = before[passed - 1]
    if (nearest === undefined || !isWithin(text, nearest.end, after.start, distance)) continue
    found.push(nearest, after)
    if (found.length >= 2 * maxPairs) break
  }
  return found
}

/** Scripts without spaces have a word for each letter. Korean has spaces, although any part of its words can be found. */
const dense =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}'
const letter = `(?:(?![${dense}])[\\p{L}\\p{M}\\p{Nd}_\\u00ad])`
/** A longer row of letters is no word of people. The limit keeps texts without spaces quick. */
const maxLetters = 100
const run = `${letter}{1,${maxLetters}}`
const word = new RegExp(`${run}(?:[.'\u2019]${run})*|[${dense}]`, 'gu')
const restOfWord = new RegExp(`(?:(?<=${letter})${run})?(?:['\u2019]${run})?`, 'uy')
const oneLetter = new RegExp(`^${letter}$`, 'u')
const isLetterAt = (text: string, at: number) => oneLetter.test(text[at] ?? '')

/**
 * True if at most so many words stand between two indices of a text. What Korean particles or an apostrophe add to the word before is no
 * word, nor is the beginning of the word after.
 */
function isWithin(text: string, from: number, to: number, distance: number): boolean {
  restOfWord.lastIndex = from
  const start = from + (restOfWord.exec(text)?.[0].length ?? 0)
  const first = Math.max(start, to - maxLetters)
  let end = to
  while (end > first && isLetterAt(text, end) && isLetterAt(text, end - 1)) end -= 1
  let words = 0
  for (const _ of text.slice(start, end).matchAll(word)) if (++words > distance) return false
  return true
}
