import type { Highlight } from '../model/mention.ts'

/**
 * Limits for the texts of a mention, in UTF-16 units. Strangers write these texts, and the time of later steps grows with their length. Each
 * limit exceeds ordinary texts and the part that a card shows.
 */

/** A card shows 150 characters of a title, and titles are compared by their first 300. */
const longestTitle = 1000
/** The service sends excerpts of some hundred characters. A card shows 140 around the first highlight. */
const longestSnippet = 2000
/** A card shows 80 characters of an author's name. */
const longestName = 500
/** Slack's limit for a link is 3,000. An address that is too long for a link must stay too long. */
const longestAddress = 4000
const longestWord = 200

const mostTags = 100
const mostHighlights = 70
const mostFlaws = 20

/** If a long snippet is cut, this many characters before its first highlight are kept. */
const lead = 200

const upTo = (max: number) => (text: string) => (text.length <= max ? text : beginning(text, max))

export const boundedTitle = upTo(longestTitle)
export const boundedName = upTo(longestName)
export const boundedAddress = upTo(longestAddress)
export const boundedWord = upTo(longestWord)

/**
 * Returns the beginning of a text without a split surrogate pair at its end. Returns a copy, because a slice would keep the whole text in
 * memory.
 */
function beginning(text: string, max: number): string {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(max - 1))
  return Buffer.from(text.slice(0, isSplit ? max - 1 : max), 'utf16le').toString('utf16le')
}

/** Cuts a snippet around its first highlight and adjusts the offsets of the highlights. */
export function boundedSnippet(
  snippet: string,
  marks: Highlight[],
): { snippet: string; highlights: Highlight[] } {
  if (snippet.length <= longestSnippet && marks.length <= mostHighlights)
    return { snippet, highlights: marks }
  const there = marks
    .filter(({ text, start, end }) => end - start === text.length && snippet.startsWith(text, start))
    .sort((a, b) => a.start - b.start)
    .slice(0, mostHighlights)
  const first = there[0]?.start ?? 0
  const from = first <= longestSnippet - lead ? 0 : first - lead
  return {
    snippet: beginning(snippet.slice(from), longestSnippet),
    highlights: there.map(({ text, start, end }) => ({ text, start: start - from, end: end - from })),
  }
}

export const boundedTags = (tags: string[]) => tags.slice(0, mostTags).map(boundedWord)

export const boundedFlaws = (flaws: string[]) => flaws.slice(0, mostFlaws)
