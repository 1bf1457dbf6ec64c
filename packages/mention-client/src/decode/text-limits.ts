import type { Highlight } from '../mention.ts'

/**
 * These limits bound the texts of a mention, in UTF-16 units. Strangers write these texts, and the time of later steps grows with their
 * length. Each limit exceeds ordinary texts and the part that a card shows.
 */

/** A card shows at most 110 characters of a title, and titles are compared by at most their first 1,000. */
const maxTitleLength = 1000
/** The service sends excerpts of some hundred characters. A card shows 140 around the first highlight. */
const maxSnippetLength = 2000
const maxNameLength = 500
/** Slack's limit for a link is 3,000. An address that is too long for a link must stay too long. */
const maxAddressLength = 4000
const maxWordLength = 200

const maxTags = 100
const maxHighlights = 70
const maxFlaws = 20

/** If a long snippet is cut, this many characters before its first highlight are kept. */
const lead = 200

const upTo = (max: number) => (text: string) => (text.length <= max ? text : beginning(text, max))

export const boundedTitle = upTo(maxTitleLength)
export const boundedName = upTo(maxNameLength)
export const boundedAddress = upTo(maxAddressLength)
export const boundedWord = upTo(maxWordLength)

/**
 * Returns the beginning of a text without a split surrogate pair at its end. Returns a copy, because a slice would keep the whole text in
 * memory.
 */
function beginning(text: string, max: number): string {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(max - 1))
  return Buffer.from(text.slice(0, isSplit ? max - 1 : max), 'utf16le').toString('utf16le')
}

export function boundedSnippet(
  snippet: string,
  marks: Highlight[],
): { snippet: string; highlights: Highlight[] } {
  if (snippet.length <= maxSnippetLength && marks.length <= maxHighlights)
    return { snippet, highlights: marks }
  const there = marks
    .filter(({ text, start, end }) => end - start === text.length && snippet.startsWith(text, start))
    .sort((a, b) => a.start - b.start)
    .slice(0, maxHighlights)
  const first = there[0]?.start ?? 0
  const from = first <= maxSnippetLength - lead ? 0 : first - lead
  return {
    snippet: beginning(snippet.slice(from), maxSnippetLength),
    highlights: there.map(({ text, start, end }) => ({ text, start: start - from, end: end - from })),
  }
}

export const boundedTags = (tags: string[]) => tags.slice(0, maxTags).map(boundedWord)

export const boundedFlaws = (flaws: string[]) => flaws.slice(0, maxFlaws)
