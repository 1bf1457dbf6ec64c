import type { Range } from '../query/find-term.ts'

/** A marked range of a snippet, as the interface has it (2.6). Indices count UTF-16 units. */
type Highlight = { text: string; start_index: number; end_index: number }
export type Snippet = { snippet: string; highlights: Highlight[] }

/** The most UTF-16 units of a snippet without its ellipses. */
const maxLength = 280
/** How much of it stands before the first match. */
const before = 90
/** How far a cut may move to a space. */
const slack = 30
const maxHighlights = 20

const ellipsis = '…'

/** The part of a text around its first matches, and where they are in it. `ranges` ascend. Without ranges, the beginning of the text. */
export function snippetOf(text: string, ranges: readonly Range[]): Snippet {
  const first = ranges[0]?.start ?? 0
  const start = text.length <= maxLength ? 0 : startOfCut(text, first)
  const end = endOfCut(text, start + maxLength)
  const opening = start > 0 ? ellipsis : ''
  const snippet = `${opening}${text.slice(start, end)}${end < text.length ? ellipsis : ''}`
  const highlights = ranges
    .filter((range) => range.start >= start && range.end <= end)
    .slice(0, maxHighlights)
    .map((range) => ({
      text: text.slice(range.start, range.end),
      start_index: range.start - start + opening.length,
      end_index: range.end - start + opening.length,
    }))
  return { snippet, highlights }
}

/** The beginning of a text, for items without a title. */
export function titleOf(text: string, length = 80): string {
  if (text.length <= length) return text
  return `${text.slice(0, endOfCut(text, length)).trimEnd()}${ellipsis}`
}

function startOfCut(text: string, first: number): number {
  const wanted = Math.min(first - before, text.length - maxLength)
  if (wanted <= 0) return 0
  const space = text.indexOf(' ', wanted)
  return space !== -1 && space < Math.min(wanted + slack, first) ? space + 1 : wholeCharacter(text, wanted)
}

function endOfCut(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length
  const space = text.lastIndexOf(' ', wanted)
  return space > wanted - slack ? space : wholeCharacter(text, wanted)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** No visible character that is worth keeping whole is longer. */
const window = 64

/** The largest index up to this one at which no character, such as an emoji of several parts, is cut. */
function wholeCharacter(text: string, index: number): number {
  const from = Math.max(0, index - window)
  const segments = segmenter.segment(text.slice(from, index + window))
  return from + (segments.containing(index - from)?.index ?? index - from)
}
