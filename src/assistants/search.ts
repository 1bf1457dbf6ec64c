import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { MentionQuery } from '@overheard/mention-client'
import type { Alert } from '@overheard/mention-client/alert'
import type { Mention, Sentiment } from '@overheard/mention-client/mention'
import { conditionsOf } from '../engine/index.ts'
import { type RangeChoice, timestampsOf, toDateRange } from '../model/date-range.ts'
import type { Position } from './cursor.ts'
import type { McpDeps } from './facts.ts'

export type SearchQuestion = {
  choice: RangeChoice
  words?: string[]
  sentiment?: Sentiment
  sources: string[]
  languages: string[]
  order: 'newest' | 'reach'
  limit: number
}

type FoundMentions = { mentions: Mention[]; read: number; rest?: Position }

/** One search reads at most this many pages of the mention service. The cursor continues the search. */
const maxPages = 5
/** The mention service can filter neither by word nor by sentiment, so large pages are read and filtered here. */
const filteredPage = 300

/** Throws MentionServiceError. */
export async function searchMentions(
  { mentions, now }: Pick<McpDeps, 'mentions' | 'now'>,
  alert: Alert,
  asked: SearchQuestion,
  from: Position | undefined,
  signal: AbortSignal,
): Promise<FoundMentions> {
  const conditions = conditionsOf({
    ...defined({ text: asked.words }),
    ...(asked.sentiment && { sentiment: [asked.sentiment] }),
  })
  const accepts = (mention: Mention) => conditions.every(({ hit }) => hit(mention) !== undefined)
  const { until, ...query } = queryOf(asked, now(), from, conditions.length > 0)
  const pages = mentions(alert.id, query, { priority: 'command', signal })
  const found: Mention[] = []
  let position: Position = { ...from, until }
  let read = 0
  let count = 0
  for await (const page of pages) {
    const begin = page.mentions.findIndex(({ id }) => id === position.after) + 1
    const taken = takeUntilFull(page.mentions.slice(begin), accepts, asked.limit - found.length)
    found.push(...taken.found)
    read += taken.read
    const isRead = begin + taken.read === page.mentions.length
    if (isRead && page.last) return { mentions: found, read }
    const next = page.next === undefined ? {} : { next: page.next }
    const last = page.mentions[begin + taken.read - 1]
    position = isRead ? { until, ...next } : { ...position, ...(last && { after: last.id }) }
    count += 1
    if (found.length === asked.limit || count === maxPages) return { mentions: found, read, rest: position }
  }
  return { mentions: found, read }
}

/** `until` stays the same on all pages, so that new mentions do not shift them. */
function queryOf(
  { choice, sources, languages, order, limit }: SearchQuestion,
  now: Time,
  from: Position | undefined,
  isFiltered: boolean,
): MentionQuery & { until: Time } {
  const range = timestampsOf(toDateRange(choice, now))
  const until = from?.until ?? Math.min(range.to, now)
  if (from?.next !== undefined) return { until, next: from.next }
  return {
    until,
    dateFrom: range.from,
    dateTo: until,
    sources,
    languages,
    sortBy: order === 'reach' ? 'reach' : 'date',
    sortOrder: 'desc',
    limit: isFiltered ? filteredPage : limit,
  }
}

function takeUntilFull(mentions: Mention[], accepts: (mention: Mention) => boolean, most: number) {
  const found: Mention[] = []
  let read = 0
  while (read < mentions.length && found.length < most) {
    const mention = mentions[read++]
    if (mention !== undefined && accepts(mention)) found.push(mention)
  }
  return { found, read }
}
