import type { createTemporaryFlag } from '@overheard/base/clock'
import { beforeAll, compareIds, type Id } from '../id.ts'
import type { Mention } from '../mention.ts'
import { MentionServiceError } from '../mention-service-error.ts'
import type { RequestOptions, WarningLog } from '../requests/request-options.ts'
import { largestPage } from './page-sizes.ts'
import { iteratePages, type MentionPage, type OpenPages } from './pagination.ts'

type TemporaryFlag = ReturnType<typeof createTemporaryFlag>

type OrderedReadDeps = { pages: OpenPages; notSorting: TemporaryFlag; log: WarningLog }

/**
 * Reads all mentions above `since` in ascending order of ids, page by page. If the service refuses or ignores the sorting, the function collects all
 * pages first, which takes memory for all these mentions.
 */
export async function* readSince(
  deps: OrderedReadDeps,
  alertId: Id,
  since: Id,
  ask: RequestOptions,
): AsyncGenerator<MentionPage> {
  if (deps.notSorting.isRaised())
    return yield* splitIntoPages(await readAllPages(deps.pages, alertId, since, ask))
  let reached = since
  try {
    const next = deps.pages(alertId, { sortBy: 'id', sortOrder: 'asc', ...sinceQuery(since) }, ask)
    for (let page = await next(); page !== undefined; page = await next()) {
      const fresh = newMentionsInOrder(page.mentions, since, reached)
      if (fresh === undefined) break
      reached = fresh.at(-1)?.id ?? reached
      yield { ...page, mentions: fresh }
      if (page.last) return
    }
  } catch (error) {
    if (!isSortingRefused(error)) throw error
  }
  const all = await readAllPages(deps.pages, alertId, reached, ask)
  // Raise the flag only after collecting succeeded. If collecting also failed, the sorting was not the cause.
  deps.notSorting.raise()
  deps.log.warn(
    { alert: alertId },
    'the mention service does not sort mentions by id; reading all new pages first and sorting them here',
  )
  yield* splitIntoPages(all)
}

async function readAllPages(
  pages: OpenPages,
  alertId: Id,
  since: Id,
  ask: RequestOptions,
): Promise<MentionPage> {
  const mentions: Mention[] = []
  let unusable = 0
  let head: MentionPage | undefined
  for await (const page of iteratePages(pages(alertId, sinceQuery(since), ask))) {
    mentions.push(...page.mentions.filter(({ id }) => compareIds(id, since) > 0))
    unusable += page.unusable
    head = page
  }
  if (head === undefined) throw new Error('Paging ended before its first page.')
  mentions.sort((a, b) => compareIds(a.id, b.id))
  return { ...head, mentions: uniqueAbove(mentions, since), unusable }
}

function* splitIntoPages(all: MentionPage): Generator<MentionPage> {
  for (let start = 0; start === 0 || start < all.mentions.length; start += largestPage) {
    const mentions: Mention[] = all.mentions.slice(start, start + largestPage)
    const last = start + largestPage >= all.mentions.length
    yield { ...all, mentions, last, unusable: start === 0 ? all.unusable : 0 }
  }
}

function sinceQuery(since: Id): { sinceId?: Id } {
  return since === beforeAll ? {} : { sinceId: since }
}

/**
 * Reads the mentions with the largest ids, largest first, as one page of at most `count` (1 to 300). Always requests the largest page that the
 * service can send, because a single mention would not show if the service sorts. If the service does not sort, reads all pages and keeps only the largest
 * ids.
 */
export async function readNewest(
  deps: OrderedReadDeps,
  alertId: Id,
  count: number,
  ask: RequestOptions,
): Promise<MentionPage> {
  const most = Math.max(1, Math.min(largestPage, count))
  if (deps.notSorting.isRaised()) return readLargestIds(deps.pages, alertId, most, ask)
  const page = await readInDescendingOrder(deps.pages, alertId, most, ask)
  if (page !== undefined) return { ...page, mentions: page.mentions.slice(0, most) }
  const kept = await readLargestIds(deps.pages, alertId, most, ask)
  deps.notSorting.raise()
  return kept
}

/** Returns undefined if the service does not sort. Reads further pages only if they are smaller than `most`, because the service cannot send more. */
async function readInDescendingOrder(
  pages: OpenPages,
  alertId: Id,
  most: number,
  ask: RequestOptions,
): Promise<MentionPage | undefined> {
  try {
    let all: MentionPage | undefined
    for await (const page of iteratePages(pages(alertId, { sortBy: 'id', sortOrder: 'desc' }, ask))) {
      const mentions = [...(all?.mentions ?? []), ...page.mentions]
      if (!isSorted(mentions, newestFirst)) return undefined
      all = { ...page, mentions, unusable: page.unusable + (all?.unusable ?? 0) }
      if (mentions.length >= most) break
    }
    return all
  } catch (error) {
    if (isSortingRefused(error)) return undefined
    throw error
  }
}

async function readLargestIds(
  pages: OpenPages,
  alertId: Id,
  most: number,
  ask: RequestOptions,
): Promise<MentionPage> {
  let kept: MentionPage | undefined
  for await (const page of iteratePages(pages(alertId, {}, ask))) {
    const mentions = new Map(
      [...(kept?.mentions ?? []), ...page.mentions].map((mention) => [mention.id, mention]),
    )
    const sorted = [...mentions.values()].sort((a, b) => newestFirst(a.id, b.id))
    kept = { ...page, mentions: sorted.slice(0, most), unusable: page.unusable + (kept?.unusable ?? 0) }
  }
  if (kept === undefined) throw new Error('Paging ended before its first page.')
  return kept
}

/** For this time, in ms, the bot remembers that the service does not sort by id. This counts for all alerts. */
export const notSortingMs = 60 * 60_000

/** True if an error can mean that the service refuses to sort by id: a bad parameter, unless the error names a different one. */
export function isSortingRefused(error: unknown): boolean {
  if (!(error instanceof MentionServiceError) || error.kind !== 'bad_parameter') return false
  return error.parameter === undefined || error.parameter.startsWith('sort_')
}

/**
 * Returns the mentions of a page above `reached`. Returns undefined if the page is not ascending, has an id below `since`, or brings
 * nothing new after an earlier page, because the service then ignored `sort_by` or `since_id`. Drops repetitions at the start of the page:
 * a late mention shifts the pages of a service that pages by offset.
 */
function newMentionsInOrder(mentions: Mention[], since: Id, reached: Id): Mention[] | undefined {
  const [first] = mentions
  if (first === undefined) return mentions
  if (compareIds(first.id, since) < 0 || !isSorted(mentions, compareIds)) return undefined
  const isLaterPage = compareIds(reached, since) > 0
  const fresh = uniqueAbove(mentions, reached)
  return isLaterPage && fresh.length === 0 ? undefined : fresh
}

function isSorted(mentions: Mention[], compare: (a: Id, b: Id) => number): boolean {
  return mentions.every(({ id }, place) => compare(mentions[place - 1]?.id ?? id, id) <= 0)
}

function uniqueAbove(sorted: Mention[], since: Id): Mention[] {
  return sorted.filter(({ id }, place) => compareIds(id, since) > 0 && id !== sorted[place - 1]?.id)
}

function newestFirst(a: Id, b: Id): number {
  return compareIds(b, a)
}
