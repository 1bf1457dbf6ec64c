import type { RandomMention, RandomQuery } from './random-mentions.ts'

function has(list: string | undefined, value: string | undefined): boolean {
  return (
    list === undefined ||
    list
      .toLowerCase()
      .split(',')
      .includes((value || 'unknown').toLowerCase())
  )
}

function tagged(tag: string | undefined, match: string | undefined, tags: string[]): boolean {
  const wanted = tag?.split(',') ?? []
  if (wanted.length === 0) return true
  return match === 'all'
    ? wanted.every((one) => tags.includes(one))
    : wanted.some((one) => tags.includes(one))
}

/** The interface's filter rules once more, as simply as possible. */
function passes(query: RandomQuery, mention: RandomMention): boolean {
  const country = mention.source === 'reddit' ? undefined : mention.country
  return (
    mention.id > BigInt(query.since_id ?? -1) &&
    mention.date >= Number(query.date_from ?? 0) &&
    mention.date <= Number(query.date_to ?? Infinity) &&
    mention.reach >= Number(query.reach_from ?? 0) &&
    mention.reach <= Number(query.reach_to ?? Infinity) &&
    has(query.source, mention.source) &&
    has(query.lang, mention.language) &&
    has(query.country, country) &&
    tagged(query.tag, query.tag_match, mention.tags)
  )
}

function compare(a: RandomMention, b: RandomMention, sortBy: 'id' | 'date' | 'reach'): number {
  if (sortBy !== 'id' && a[sortBy] !== b[sortBy]) return a[sortBy] - b[sortBy]
  return a.id < b.id ? -1 : 1
}

/** The ids that a query selects, in its order, by filtering and sorting all mentions. */
export function naiveIds(mentions: RandomMention[], query: RandomQuery): string[] {
  const { sort_by = 'date', sort_order = 'desc' } = query
  const sortBy = sort_by === 'id' || sort_by === 'reach' ? sort_by : 'date'
  const sign = sort_order === 'asc' ? 1 : -1
  return mentions
    .filter((mention) => passes(query, mention))
    .sort((a, b) => sign * compare(a, b, sortBy))
    .map(({ id }) => String(id))
}
