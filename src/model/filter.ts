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
