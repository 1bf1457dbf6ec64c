import type { TopMentionsRequest } from '../insights/needs.ts'
import { timestampsOf } from '../insights/range.ts'
import { MentionServiceError } from '../mentions/error.ts'
import type { MentionPage } from '../mentions/page.ts'
import type { MentionQuery } from '../mentions/query.ts'
import type { Limit } from '../model/alert.ts'
import { compareIds, type Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { TooManyMentionsError } from './failure.ts'
import type { StatsRequestOptions, StatsSource } from './source.ts'

/** Enough to see whether the service sorts by reach: a handful can be in order by chance. */
const smallPage = 30
const wholePage = 300
/** At most so many pages of 300 are read to find the loudest of a sentiment, or where the service does not sort: 6,000 mentions. */
const maxPages = 20

type TopMentions = { value: Mention[]; limits: Limit[] }

/**
 * The mentions of greatest reach; the older one first where it is equal. Where the service does not sort by reach, all of the
 * range is read. Throws as the mention service does, and TooManyMentionsError.
 */
export async function fetchTopMentions(
  source: StatsSource,
  alert: Id,
  need: TopMentionsRequest,
  ask: StatsRequestOptions,
): Promise<TopMentions> {
  const { from, to } = timestampsOf(need.range)
  const query: MentionQuery = { dateFrom: from, dateTo: to, sources: need.sources }
  const limit = need.sentiment === undefined ? smallPage : wholePage
  try {
    const sorted = source.mentions(alert, { ...query, sortBy: 'reach', sortOrder: 'desc', limit }, ask)
    const found = await findTopInSortedPages(sorted, need)
    if (found !== undefined) return found
  } catch (error) {
    if (!(error instanceof MentionServiceError) || error.kind !== 'bad_parameter') throw error
  }
  return findTopInAllPages(source.mentions(alert, query, ask), need)
}

type Pages = AsyncIterable<MentionPage>

/** Reads sorted pages until no mention to come can be louder. Nothing where the pages are not sorted. */
async function findTopInSortedPages(
  pages: Pages,
  need: TopMentionsRequest,
): Promise<TopMentions | undefined> {
  let found: Mention[] = []
  let least = Infinity
  let read = 0
  for await (const { mentions, limits, last } of pages) {
    if (!isDescending(mentions, least)) return undefined
    least = mentions.at(-1)?.reach ?? least
    found = selectTopMentions([...found, ...mentions], need)
    // Those of equal reach may go on on the next page: only a lesser one shows that the order is settled.
    const isSettled = (found.at(need.count - 1)?.reach ?? -1) > least
    if (last || isSettled) return { value: found, limits }
    if (++read < maxPages) continue
    if (found.length === need.count) return { value: found, limits }
    throw new TooManyMentionsError(`not within ${maxPages} pages`)
  }
  return { value: found, limits: [] }
}

/** Reads everything, and keeps no more than the loudest. */
async function findTopInAllPages(pages: Pages, need: TopMentionsRequest): Promise<TopMentions> {
  let found: TopMentions = { value: [], limits: [] }
  let read = 0
  for await (const { mentions, limits, last } of pages) {
    found = { value: selectTopMentions([...found.value, ...mentions], need), limits }
    if (++read === maxPages && !last) throw new TooManyMentionsError(`not within ${maxPages} pages`)
  }
  return found
}

function isDescending(mentions: Mention[], from: number): boolean {
  return mentions.every(({ reach }, at) => reach <= (mentions[at - 1]?.reach ?? from))
}

function selectTopMentions(mentions: Mention[], { sentiment, count }: TopMentionsRequest): Mention[] {
  return mentions
    .filter((mention) => sentiment === undefined || mention.sentiment === sentiment)
    .sort((a, b) => b.reach - a.reach || compareIds(a.id, b.id))
    .slice(0, count)
}
