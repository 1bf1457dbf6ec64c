import type { Id } from '../id.ts'

export type MentionQuery = {
  sortBy?: 'id' | 'date' | 'reach'
  sortOrder?: 'asc' | 'desc'
  dateFrom?: number
  dateTo?: number
  sinceId?: Id
  sources?: string[]
  languages?: string[]
  countries?: string[]
  reachFrom?: number
  reachTo?: number
  tags?: string[]
  tagMatch?: 'any' | 'all'
  limit?: number
  /** Continues after an earlier page. The token contains filters and sorting, so nothing else is sent with it. */
  next?: string
}

export function encodeQuery(query: MentionQuery): string {
  return encodeParameters({
    sort_by: query.sortBy,
    sort_order: query.sortOrder,
    date_from: query.dateFrom,
    date_to: query.dateTo,
    since_id: query.sinceId,
    source: query.sources,
    lang: query.languages,
    country: query.countries,
    reach_from: query.reachFrom,
    reach_to: query.reachTo,
    tag: query.tags,
    tag_match: query.tagMatch,
    limit: query.limit,
  })
}

export function encodeParameters(parameters: Record<string, string | number | string[] | undefined>): string {
  const encoded: string[] = []
  for (const name of Object.keys(parameters)) {
    const given = parameters[name]
    const value = Array.isArray(given) ? given.join(',') : given
    if (value !== undefined && value !== '') encoded.push(`${name}=${encodeURIComponent(value)}`)
  }
  return encoded.join('&')
}

/**
 * Returns the possible encodings of a paging token, best first. An encoded token is first sent unchanged, because the service's API
 * documentation calls the token URL-encoded text. If the service refuses the unchanged token, the token is encoded once more.
 */
export function pageTokenForms(next: string): string[] {
  const again = `next=${encodeURIComponent(next)}`
  const isEncoded = /^(?:[\w.~!*'()-]|%[\dA-Fa-f]{2})+$/.test(next)
  return isEncoded && next.includes('%') ? [`next=${next}`, again] : [again]
}
