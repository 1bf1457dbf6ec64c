import type { Highlight } from '@overheard/mention-client/mention'
import { clean, edgeBefore } from '../kit/text.ts'

// Finds the part of a mention's snippet around the first matched term, and marks the matched terms.

const excerptLength = 140
const lengthBeforeMatch = 50

type Piece = { text: string; matched: boolean }

type Span = { start: number; end: number }

/** Returns about 140 characters of the snippet, cleaned. Returns nothing if the snippet has no visible text. */
export function excerpt(snippet: string, highlights: Highlight[]): Piece[] {
  if (snippet === '') return []
  const sound = highlights.filter((highlight) => isSound(snippet, highlight))
  const window = windowAround(snippet, sound)
  const pieces = split(snippet, window, withinInOrder(sound, window))
    .map(({ text, matched }) => ({ text: clean(text), matched }))
    .filter(({ text }) => text !== '')
  if (pieces.every(({ text }) => text.trim() === '')) return []
  return withEllipses(pieces, window.start > 0, window.end < snippet.length)
}

/** Returns true if the text at the offsets is the highlighted text, and if the offsets split no visible character. */
function isSound(snippet: string, { text, start, end }: Highlight): boolean {
  return (
    Number.isInteger(start) &&
    start >= 0 &&
    end - start === text.length &&
    text !== '' &&
    snippet.startsWith(text, start) &&
    edgeBefore(snippet, start) === start &&
    edgeBefore(snippet, end) === end
  )
}

function windowAround(snippet: string, spans: Span[]): Span {
  const first = spans.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY)
  const start =
    first > lengthBeforeMatch && first < snippet.length
      ? wordStart(snippet, first - lengthBeforeMatch, first)
      : 0
  return { start, end: edgeBefore(snippet, start + excerptLength) }
}

function wordStart(snippet: string, from: number, to: number): number {
  const blank = snippet.indexOf(' ', from)
  return blank >= 0 && blank < to ? blank + 1 : edgeBefore(snippet, from)
}

function withinInOrder(spans: Span[], window: Span): Span[] {
  const inside = spans.filter(({ start, end }) => start >= window.start && end <= window.end)
  inside.sort((a, b) => a.start - b.start)
  let reached = 0
  return inside.filter(({ start, end }) => {
    const fits = start >= reached
    if (fits) reached = end
    return fits
  })
}

function split(snippet: string, window: Span, spans: Span[]): Piece[] {
  const pieces: Piece[] = []
  let at = window.start
  for (const { start, end } of spans) {
    pieces.push({ text: snippet.slice(at, start), matched: false })
    pieces.push({ text: snippet.slice(start, end), matched: true })
    at = end
  }
  pieces.push({ text: snippet.slice(at, window.end), matched: false })
  return pieces
}

function withEllipses(pieces: Piece[], before: boolean, after: boolean): Piece[] {
  const dots = { text: '…', matched: false }
  return [...(before ? [dots] : []), ...pieces, ...(after ? [dots] : [])]
}
