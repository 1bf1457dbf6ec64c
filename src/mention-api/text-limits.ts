import type { Highlight } from '../model/mention.ts'

/**
 * How much is kept of a mention's texts. Strangers write them, and everything that looks at them later takes longer the longer they
 * are. Each bound is beyond what a card shows, and beyond what an honest text has. UTF-16 units.
 */

/** A card shows 150 of a title; titles are compared by their first 300. */
const longestTitle = 1000
/** The service sends excerpts of some hundred; a card shows 140 around the first highlight. */
const longestSnippet = 2000
/** A card shows 80 of an author's name. */
const longestName = 500
/** Slack takes no link above 3,000: one that is too long for a link must stay too long. */
const longestAddress = 4000
/** A language, a country, a source, a tag. */
const longestWord = 200

const mostTags = 100
/** More than fit into what a card shows of a snippet. */
const mostHighlights = 70
/** What is wrong with a mention stands in the log. */
const mostFlaws = 20

/** So much of a long snippet is kept before its first highlight. */
const lead = 200

const upTo = (max: number) => (text: string) => (text.length <= max ? text : beginning(text, max))

/** Texts, cut to what is kept of them. */
export const boundedTitle = upTo(longestTitle)
export const boundedName = upTo(longestName)
export const boundedAddress = upTo(longestAddress)
export const boundedWord = upTo(longestWord)

/** The beginning of a text, without half a character at its end. A copy: a slice would keep the whole text in memory. */
function beginning(text: string, max: number): string {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(max - 1))
  return Buffer.from(text.slice(0, isSplit ? max - 1 : max), 'utf16le').toString('utf16le')
}

/** A snippet and its highlights. Of a long snippet the part is kept in which the first of them stands; their offsets fit it. */
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

/** The first tags, each bounded. */
export const boundedTags = (tags: string[]) => tags.slice(0, mostTags).map(boundedWord)

/** The first flaws. */
export const boundedFlaws = (flaws: string[]) => flaws.slice(0, mostFlaws)
