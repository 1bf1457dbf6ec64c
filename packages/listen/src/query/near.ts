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

/** Scripts without spaces have a word for each letter. */
const dense =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}'
const letter = `(?:(?![${dense}])[\\p{L}\\p{M}\\p{Nd}_\\u00ad])`
const word = new RegExp(`${letter}+(?:[.'\u2019]${letter}+)*|[${dense}]`, 'gu')
const rest = new RegExp(`['\u2019]${letter}+`, 'uy')

/** True if at most so many words stand between two indices of a text. What an apostrophe adds to the word before is no word. */
function isWithin(text: string, from: number, to: number, distance: number): boolean {
  rest.lastIndex = from
  const between = text.slice(rest.test(text) ? rest.lastIndex : from, to)
  let words = 0
  for (const _ of between.matchAll(word)) if (++words > distance) return false
  return true
}
