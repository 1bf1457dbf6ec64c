/** How long a pattern may be, in UTF-16 units, and how many one list may have: what is looked for in every mention is bounded. */
export const longestPattern = 200
export const mostPatterns = 1000

/** A filter's conditions. A list is any-of; inside `only` all keys must hold, inside `except` one hit is enough. */
export type Filter = {
  source?: string[]
  language?: string[]
  country?: string[]
  sentiment?: string[]
  reach?: { from?: number; to?: number }
  tag?: string[]
  author?: string[]
  domain?: string[]
  text?: string[]
}
