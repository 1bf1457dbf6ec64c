import type { Random } from './random.ts'

type WireHighlight = { text: string; start_index: number; end_index: number }

/** How many highlights point at the wrong place, as real ones sometimes do. */
const wrongShare = 0.04

function occurrences(snippet: string, term: string): WireHighlight[] {
  const found: WireHighlight[] = []
  const lower = snippet.toLowerCase()
  for (let at = lower.indexOf(term.toLowerCase()); at >= 0; at = lower.indexOf(term.toLowerCase(), at + 1)) {
    const end = at + term.length
    found.push({ text: snippet.slice(at, end), start_index: at, end_index: end })
  }
  return found
}

/** The matched terms of a snippet, in UTF-16 positions, ascending. Mostly right, now and then shifted past the end. */
export function highlightsOf(snippet: string, terms: string[], random: Random): WireHighlight[] {
  const found = terms.flatMap((term) => occurrences(snippet, term))
  found.sort((a, b) => a.start_index - b.start_index)
  if (!random.chance(wrongShare)) return found
  const shift = random.pick([3, -2, 500])
  return found.map(({ text, start_index, end_index }) => ({
    text,
    start_index: Math.max(0, start_index + shift),
    end_index: Math.max(0, start_index + shift) + (end_index - start_index),
  }))
}
