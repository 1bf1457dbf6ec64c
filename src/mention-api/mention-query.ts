import type { Id } from '../model/id.ts'

/** What to read of an alert: all parameters of the mentions list. Lists are any-of. */
export type MentionQuery = {
  /** `date` where absent. */
  sortBy?: 'id' | 'date' | 'reach'
  /** `desc` where absent. */
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
  /** `any` where absent. */
  tagMatch?: 'any' | 'all'
  /** Mentions a page, 1 to 300; 300 where absent. */
  limit?: number
  /** Goes on from an earlier page; it carries filters and sorting, so nothing else is sent with it. */
  next?: string
}

/** The parameters as the service takes them, encoded, without the token. */
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

/** Encodes what is there; a list is joined with commas, an empty one is no condition. */
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
 * The ways to send a paging token, the likelier first. The interface calls it URL-encoded text: so what is encoded
 * already is sent as it came, and only a service that refuses that gets it encoded once more.
 */
export function encodePageToken(next: string): string[] {
  const again = `next=${encodeURIComponent(next)}`
  const isEncoded = /^(?:[\w.~!*'()-]|%[\dA-Fa-f]{2})+$/.test(next)
  return isEncoded && next.includes('%') ? [`next=${next}`, again] : [again]
}
