import type { Id } from '../model/id.ts'

/** All parameters of the mentions list. A list matches any of its values. */
export type MentionQuery = {
  /** Default: `date`. */
  sortBy?: 'id' | 'date' | 'reach'
  /** Default: `desc`. */
  sortOrder?: 'asc' | 'desc'
  /** UTC, ms since the epoch, both included. */
  dateFrom?: number
  dateTo?: number
  /** Only greater ids. */
  sinceId?: Id
  sources?: string[]
  /** ISO codes, or `unknown`. */
  languages?: string[]
  /** ISO codes, or `unknown`. */
  countries?: string[]
  /** Zero or greater, both included. */
  reachFrom?: number
  reachTo?: number
  tags?: string[]
  /** Default: `any`. */
  tagMatch?: 'any' | 'all'
  /** Mentions per page, 1 to 300. Default: 300. */
  limit?: number
  /** Continues after an earlier page. It contains filters and sorting, so nothing else is sent with it. */
  next?: string
}

/** The encoded query string without the token. */
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

/** Encodes the parameters. A list is joined with commas; an empty one is left out. */
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
 * The possible encodings of a paging token. The interface calls the token URL-encoded text, so an encoded one is first sent unchanged. If
 * the service refuses that, it is encoded once more.
 */
export function encodePageToken(next: string): string[] {
  const again = `next=${encodeURIComponent(next)}`
  const isEncoded = /^(?:[\w.~!*'()-]|%[\dA-Fa-f]{2})+$/.test(next)
  return isEncoded && next.includes('%') ? [`next=${next}`, again] : [again]
}
