import { compareIds, type Id } from '../../../src/model/id.ts'
import type { MentionRecord, Profile } from './records.ts'

/** Where a mention stands in each of the three orders. `date` in UTC ms. */
export type Place = { id: Id; date: number; reach: number }

/** A mention as the archive holds it: what filters and insights look at, and the body that is served. */
export type Held = Place & {
  source: string
  /** Lower case; absent where unknown. */
  language?: string
  /** Upper case; absent where unknown. */
  country?: string
  sentiment?: string
  tags: string[]
  text: string
  profile: Profile
  /** JSON of the answer, ids as bigint. */
  body: unknown
}

/** What mentions can be sorted by, interface 4.2. */
export type SortBy = 'id' | 'date' | 'reach'

/** Ascending comparisons. Equal dates and equal reaches are ordered by id, so that every order is total. */
export const comparePlaces: Record<SortBy, (a: Place, b: Place) => number> = {
  id: (a, b) => compareIds(a.id, b.id),
  date: (a, b) => a.date - b.date || compareIds(a.id, b.id),
  reach: (a, b) => a.reach - b.reach || compareIds(a.id, b.id),
}

/** Sources whose country is always unknown (interface 4.2, `country`). */
const sourcesWithoutCountry = new Set(['instagram', 'reddit'])

function known(value: string | undefined): string | undefined {
  return value === undefined || value === '' || value.toLowerCase() === 'unknown' ? undefined : value
}

/** Takes a checked record in. A location that the source cannot have is left out of the body as well. */
export function hold(record: MentionRecord, profile: Profile): Held {
  const { location, ...rest } = record
  const placed = sourcesWithoutCountry.has(record.source) ? undefined : location
  const language = known(record.language)?.toLowerCase()
  const country = known(placed?.country)?.toUpperCase()
  return {
    id: record.id,
    date: record.date,
    reach: record.reach,
    source: record.source,
    ...(language && { language }),
    ...(country && { country }),
    ...(record.sentiment && { sentiment: record.sentiment }),
    tags: record.tags.map((tag) => (typeof tag === 'string' ? tag : tag.name)),
    text: `${record.title} ${record.snippet}`,
    profile,
    body: { ...rest, ...(placed && { location: placed }), id: BigInt(record.id) },
  }
}

/** Takes anything in, to be served as it is: only its place in the orders and its source are known. */
export function holdUnchecked(place: Place, source: string, body: unknown): Held {
  return { ...place, source, tags: [], text: '', profile: {}, body }
}
